using System.Net;
using Syncopate.Load;
using Syncopate.ThreadPools;

namespace Syncopate.Measuring;

/// <summary>A server that runs already and is not the tool's: it is driven and left as it is.</summary>
/// <param name="Name">What messages call it, such as "A".</param>
/// <param name="Target">Where it listens.</param>
public sealed record RunningServer(string Name, HttpTarget Target) : IServerSource
{
    /// <inheritdoc/>
    public Task<IServer> OpenAsync(RunContext run, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(run);
        int? processId = IPAddress.IsLoopback(Target.EndPoint.Address) ? ListeningProcess.Find(Target.EndPoint.Port) : null;
        return Task.FromResult<IServer>(new Visit(this, run.NextProcess(), processId));
    }

    /// <summary>It as long as one lineup drives it. Nobody tells when it dies; the load that gets no answers does.</summary>
    private sealed class Visit(RunningServer server, int ordinal, int? processId) : IServer
    {
        private readonly TaskCompletionSource _never = new();

        public int Ordinal => ordinal;

        public string Name => server.Name;

        public HttpTarget Target => server.Target;

        public long? CpuNanoseconds => processId is { } id ? ProcessCpu.Nanoseconds(id) : null;

        public PoolWatch? Pool => null;

        public bool Unsettled { get; set; }

        public Task Died => _never.Task;

        public string? FindFailure(TimeProvider time) => null;

        public ValueTask DisposeAsync() => ValueTask.CompletedTask;
    }
}
