using Syncopate.Load;
using Syncopate.Running.Machines;

namespace Syncopate.Running.Servers;

/// <summary>Stands where a server would: every call of the work is a process of its own, so that none serves a form, or
/// is shared by two rounds.</summary>
/// <param name="Name">What messages call that which is run.</param>
internal sealed record NoServer(string Name) : IServerSource, IServer
{
    private readonly TaskCompletionSource _never = new();

    /// <inheritdoc/>
    public int Ordinal { get; private init; }

    /// <summary>An address to which nothing is sent.</summary>
    public HttpTarget Target { get; } = new(new Uri("http://127.0.0.1/"));

    /// <inheritdoc/>
    public int? ProcessId => null;

    /// <inheritdoc/>
    public long? CpuNanoseconds => null;

    /// <inheritdoc/>
    public PoolWatch? Pool => null;

    /// <inheritdoc/>
    public ITargetMonitor? Monitor => null;

    /// <inheritdoc/>
    public bool Unsettled { get; set; }

    /// <summary>Never completes.</summary>
    public Task Died => _never.Task;

    /// <inheritdoc/>
    public Task<IServer> OpenAsync(RunContext run, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(run);
        return Task.FromResult<IServer>(this with { Ordinal = run.NextProcess() });
    }

    /// <summary>Null: what does not run cannot fail.</summary>
    public string? FindFailure(TimeProvider time) => null;

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => ValueTask.CompletedTask;
}
