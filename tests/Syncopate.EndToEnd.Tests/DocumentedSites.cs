using Xunit;

namespace Syncopate.EndToEnd.Tests;

/// <summary>The samples that documented commands start, as the reader does in another terminal: each once for all blocks, since no
/// documented command changes one.</summary>
public sealed class DocumentedSites : IAsyncLifetime
{
    // Blocks run one after another: they are rows of one test, whose class holds this.
    private readonly Dictionary<string, RunningSample> _samples = [];

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

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        foreach (RunningSample sample in _samples.Values)
            await sample.DisposeAsync();
    }
}
