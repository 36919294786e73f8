using Xunit;

namespace Syncopate.EndToEnd.Tests;

/// <summary>The samples that documented commands start, as the reader does in another terminal: each once for all blocks, since no
/// documented command changes one. And the commands that were tried, of those that leave nothing behind.</summary>
public sealed class DocumentedSites : IAsyncLifetime
{
    // Blocks run one after another: they are rows of one test, whose class holds this.
    private readonly Dictionary<string, RunningSample> _samples = [];
    private readonly HashSet<string> _tried = new(StringComparer.Ordinal);

    /// <inheritdoc/>
    public ValueTask InitializeAsync() => ValueTask.CompletedTask;

    /// <summary>The sample of a project, which the first that asks starts.</summary>
    /// <param name="project">Its folder, such as "samples/SampleSite".</param>
    internal async Task<RunningSample> OfAsync(string project)
    {
        if (!_samples.TryGetValue(project, out RunningSample? sample))
            _samples.Add(project, sample = await RunningSample.StartAsync(Path.GetFileName(project)));
        return sample;
    }

    /// <summary>Whether no block before had this command: what leaves nothing behind need not be tried on each page.</summary>
    /// <param name="command">As it is written there.</param>
    internal bool IsNew(string command) => _tried.Add(command);

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        foreach (RunningSample sample in _samples.Values)
            await sample.DisposeAsync();
    }
}
