using Syncopate.Load;

namespace Syncopate.Tests.Running;

/// <summary>An engine that measures what a test says.</summary>
internal sealed class PlannedEngine(Func<LoadRequest, LoadResult> measure) : ILoadEngine
{
    public bool IsDisposed { get; private set; }

    public string Name => "planned";

    public LoadProgress Progress { get; set; }

    public Task<LoadResult> RunAsync(LoadRequest request, CancellationToken cancellationToken = default) =>
        Task.FromResult(measure(request));

    public void Dispose() => IsDisposed = true;
}
