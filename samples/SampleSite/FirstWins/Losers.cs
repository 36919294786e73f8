using System.Collections.Concurrent;

namespace SampleSite.FirstWins;

/// <summary>
/// The calls that lost a race and run on after its page was sent: kept until they have ended, stopped with the process.
/// Safe for concurrent use.
/// </summary>
public sealed class Losers : IAsyncDisposable
{
    // Races, each with its nine losers. Twice as many as 500 races a second leave behind, since no lane takes longer than half a second.
    private const int Capacity = 500;

    private readonly ConcurrentQueue<Task> _races = new();
    private readonly CancellationTokenSource _stop = new();

    /// <summary>Stops the losers when the process ends.</summary>
    public CancellationToken Stopping => _stop.Token;

    /// <summary>
    /// Takes over the calls of a race. Completes at once, unless more races are under way than are kept: then the visitor waits for the
    /// oldest of them, which bounds the calls instead of filling the memory.
    /// </summary>
    public async Task KeepAsync(IReadOnlyList<Task> calls)
    {
        _races.Enqueue(Task.WhenAll(calls));
        while (_races.Count > Capacity && _races.TryDequeue(out Task? oldest))
            await oldest.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing | ConfigureAwaitOptions.ContinueOnCapturedContext);
    }

    /// <summary>Stops every kept call and waits until it has ended.</summary>
    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        while (_races.TryDequeue(out Task? race))
            await race.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing | ConfigureAwaitOptions.ContinueOnCapturedContext);
        _stop.Dispose();
    }
}
