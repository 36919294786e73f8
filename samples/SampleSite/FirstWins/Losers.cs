using System.Collections.Concurrent;

namespace SampleSite.FirstWins;

/// <summary>
/// The calls that lost a race and run on after its page was sent: kept until they end, at most <see cref="Capacity"/> races of them,
/// and stopped with the process. Safe for concurrent use.
/// </summary>
public sealed class Losers : IAsyncDisposable
{
    /// <summary>Races whose losers may run on. Beyond it a page waits for its own losers, which slows the visitors down instead of filling the memory.</summary>
    public const int Capacity = 1_000;

    private readonly ConcurrentDictionary<int, Task> _races = new();
    private readonly CancellationTokenSource _stop = new();

    // Changed by Interlocked only; ConcurrentDictionary.Count would take every lock of the dictionary for each page.
    private int _count;

    /// <summary>Stops the losers when the process ends.</summary>
    public CancellationToken Stopping => _stop.Token;

    /// <summary>Takes over the calls of a race; completes at once unless too many races are kept already.</summary>
    public async Task KeepAsync(int ticket, IReadOnlyList<Task> calls)
    {
        if (Interlocked.Increment(ref _count) > Capacity)
            await EndedAsync(ticket, calls);
        else
            _races[ticket] = EndedAsync(ticket, calls);
    }

    /// <summary>Stops every kept call and waits until it has ended.</summary>
    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        await Task.WhenAll(_races.Values);
        _stop.Dispose();
    }

    private async Task EndedAsync(int ticket, IReadOnlyList<Task> calls)
    {
        // Never synchronously done: the entry is written before it is removed.
        await Task.Yield();
        await Task.WhenAll(calls).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        Interlocked.Decrement(ref _count);
        _races.TryRemove(ticket, out _);
    }
}
