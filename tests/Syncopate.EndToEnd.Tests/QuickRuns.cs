using System.Collections.Concurrent;
using Xunit;

[assembly: AssemblyFixture(typeof(Syncopate.EndToEnd.Tests.QuickRuns))]

namespace Syncopate.EndToEnd.Tests;

/// <summary>
/// Quick runs that many tests read: each is made once, by the first that asks for it. Any test class gets this as a constructor parameter.
/// Nobody writes into the folder of such a run; who must, takes a copy.
/// </summary>
public sealed class QuickRuns : IAsyncLifetime
{
    private readonly ConcurrentDictionary<string, Lazy<Task<QuickRun>>> _runs = new(StringComparer.Ordinal);

    /// <inheritdoc/>
    public ValueTask InitializeAsync() => ValueTask.CompletedTask;

    /// <summary>The run of <c>syncopate run QUESTION --quick --seed 7</c>, which must have ended well.</summary>
    /// <param name="question">The experiment.</param>
    /// <param name="more">Options besides, such as <c>--json</c>; another run for each.</param>
    internal async Task<QuickRun> OfAsync(string question, params string[] more)
    {
        string name = string.Join(' ', [question, .. more]);
        Lazy<Task<QuickRun>> run = _runs.GetOrAdd(name, _ => new Lazy<Task<QuickRun>>(() => QuickRun.MakeAsync(question, more)));
        try
        {
            return await run.Value;
        }
        catch
        {
            // One failed run is one failed test: the next that asks has a run of its own.
            _runs.TryRemove(KeyValuePair.Create(name, run));
            throw;
        }
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        foreach (Lazy<Task<QuickRun>> run in _runs.Values.Where(run => run.Value.IsCompletedSuccessfully))
            (await run.Value).Dispose();
    }
}
