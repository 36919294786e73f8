namespace Syncopate.Load.Tallying;

/// <summary>A few tallies for many users, each borrowed by one thread for the time of one entry.</summary>
/// <remarks>One tally for each thread (a thread-local) was tried first: the pool's threads come and go, and each new
/// one took its histograms in the timed region. These are all there from the start, and nobody waits: a thread that finds one in use
/// takes the next.</remarks>
internal sealed class SharedTallies(IReadOnlyList<LoadTally> tallies)
{
    private const int CacheLine = 64 / sizeof(int);

    // 1 while a thread has the tally; each on a cache line of its own.
    private readonly int[] _borrowed = new int[tallies.Count * CacheLine];

    /// <summary>Twice as many as threads can run at once: a thread may lose its core while it has one.</summary>
    public static int Count => 2 * Environment.ProcessorCount;

    /// <summary>A tally that nobody else has, until <see cref="Return"/>.</summary>
    public LoadTally Borrow(out int place)
    {
        place = Thread.GetCurrentProcessorId() % tallies.Count;
        while (!TryBorrow(place))
            place = (place + 1) % tallies.Count;
        return tallies[place];
    }

    public void Return(int place) => Volatile.Write(ref _borrowed[place * CacheLine], 0);

    /// <summary>Turns the sheet of all tallies, each as soon as nobody has it.</summary>
    public void Turn()
    {
        for (int place = 0; place < tallies.Count; place++)
        {
            SpinWait wait = default;
            while (!TryBorrow(place))
                wait.SpinOnce();
            tallies[place].Ask();
            tallies[place].SwapIfRequested();
            Return(place);
        }
    }

    private bool TryBorrow(int place) => Interlocked.Exchange(ref _borrowed[place * CacheLine], 1) == 0;
}
