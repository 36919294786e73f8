namespace Syncopate.Planning.Formulas;

/// <summary>What it would give if the code at one place awaited instead of blocking, from what was observed of a running process. Little's law: threads that are held
/// there on average are the throughput times the time that a request blocks there, and so the throughput that the same threads can carry without it follows without knowing either.</summary>
public sealed record AwaitGain
{
    private const double WaitProbability = 0.01;

    private AwaitGain()
    {
    }

    /// <summary>Threads that would be free for other work, on average: those blocked at the place.</summary>
    public required double ThreadsFreed { get; init; }

    /// <summary>How many times the present answers a second the same threads could carry: in use / (in use - freed), or less where the cores are full first. Only a pool that is
    /// short of threads answers more; another one answers as before on fewer threads. Infinity when nothing else limits.</summary>
    public required double ThroughputRatio { get; init; }

    /// <summary>What limits then.</summary>
    public required Resource Binds { get; init; }

    /// <summary>Threads with which at most 1 % of the present load would wait for one afterwards, by Erlang's C formula; at least 1.</summary>
    public required int ThreadsNeeded { get; init; }

    /// <summary>Reckons.</summary>
    /// <param name="threadsInUse">Threads at work or blocked on average; above 0.</param>
    /// <param name="blockedHere">Of those, how many are blocked at the place on average; at least 0, at most all.</param>
    /// <param name="coresBusy">Cores that the process uses on average; at least 0.</param>
    /// <param name="cores">Cores that it may use; at least 1.</param>
    /// <exception cref="ArgumentOutOfRangeException">A value is outside its range.</exception>
    public static AwaitGain Of(double threadsInUse, double blockedHere, double coresBusy, int cores)
    {
        if (!(threadsInUse is > 0 and <= 1_000_000))
            throw new ArgumentOutOfRangeException(nameof(threadsInUse), threadsInUse, "More than 0 and at most 1,000,000 threads are in use.");
        if (!(blockedHere >= 0 && blockedHere <= threadsInUse))
            throw new ArgumentOutOfRangeException(nameof(blockedHere), blockedHere, FormattableString.Invariant($"Of {threadsInUse} threads in use, 0 to all are blocked at a place."));
        if (!(coresBusy >= 0))
            throw new ArgumentOutOfRangeException(nameof(coresBusy), coresBusy, "A process uses 0 cores or more.");
        ArgumentOutOfRangeException.ThrowIfLessThan(cores, 1);
        double left = threadsInUse - blockedHere;
        double byThreads = left > 0 ? threadsInUse / left : double.PositiveInfinity;
        double byCores = coresBusy > 0 ? Math.Max(1, cores / coresBusy) : double.PositiveInfinity;
        return new AwaitGain
        {
            ThreadsFreed = blockedHere,
            ThroughputRatio = Math.Min(byThreads, byCores),
            Binds = byThreads < byCores ? Resource.Threads : Resource.Cores,
            ThreadsNeeded = left > 0 ? OpenArrivals.ThreadsFor(1, left, WaitProbability) : 1,
        };
    }
}
