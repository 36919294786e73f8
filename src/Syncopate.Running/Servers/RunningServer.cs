using Syncopate.Load;
using Syncopate.Running.Machines;

namespace Syncopate.Running.Servers;

/// <summary>A server that runs already and is not the tool's: it is driven and left as it is.</summary>
/// <param name="Name">What messages call it, such as "A".</param>
/// <param name="Target">Where it listens.</param>
internal sealed record RunningServer(string Name, HttpTarget Target) : IServerSource
{
    /// <summary>Begins to watch the process with this identifier from outside; answers null when it cannot be watched.
    /// Null, the default, to watch nothing.
    /// A monitor that can be disposed is, when the set of servers ends.</summary>
    public Func<int, CancellationToken, Task<ITargetMonitor?>>? Watch { get; init; }

    /// <inheritdoc/>
    public async Task<IServer> OpenAsync(RunContext run, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(run);
        int? processId = OwnAddress.Is(Target.EndPoint.Address) ? ListeningProcess.Find(Target.EndPoint) : null;
        ITargetMonitor? monitor = Watch is not null && processId is { } id
            ? await Watch(id, cancellationToken).ConfigureAwait(false)
            : null;
        return new Visit(this, run.NextProcess(), processId, monitor);
    }

    /// <summary>It as long as one set of servers drives it. Nobody reports its death but the load that gets no answers.</summary>
    private sealed class Visit(RunningServer server, int ordinal, int? processId, ITargetMonitor? monitor) : IServer
    {
        private readonly TaskCompletionSource _never = new();

        public int Ordinal => ordinal;

        public string Name => server.Name;

        public HttpTarget Target => server.Target;

        public int? ProcessId => processId;

        public long? CpuNanoseconds => processId is { } id ? ProcessCpu.Nanoseconds(id) : null;

        public PoolWatch? Pool => null;

        public ITargetMonitor? Monitor => monitor;

        public bool Unsettled { get; set; }

        public Task Died => _never.Task;

        public string? FindFailure(TimeProvider time) => null;

        public ValueTask DisposeAsync() => (monitor as IAsyncDisposable)?.DisposeAsync() ?? ValueTask.CompletedTask;
    }
}
