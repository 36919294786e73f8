using Syncopate.Load;
using Syncopate.Load.Engines;
using Syncopate.Running.Comparing;

namespace Syncopate;

/// <summary>The comparisons of one program, ready to be measured: one, or one for each row of arguments.</summary>
/// <param name="Comparisons">In order.</param>
internal sealed record OwnRows(IReadOnlyList<UrlComparison> Comparisons) : IAsyncDisposable
{
    /// <summary>Opens what drives a target; default a load over HTTP.</summary>
    public Func<HttpTarget, LoadOptions?, ILoadEngine> OpenEngine { get; init; } =
        static (target, options) => LoadEngine.Open(target, options);

    /// <summary>What is to be doubted of the experiment with this id once it has been measured; asked once after each, and also after
    /// one that failed. Default nothing.</summary>
    public Func<string, IReadOnlyList<Doubt>> Doubts { get; init; } = static _ => [];

    /// <summary>Ends what was started for them in this process; default nothing.</summary>
    public Func<ValueTask> End { get; init; } = static () => ValueTask.CompletedTask;

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => End();
}
