namespace Syncopate.Planning.Formulas;

/// <summary>
/// Requests that arrive at a rate whatever the server does, each holding one of W threads from start to end: the
/// probability of having to wait by A. K. Erlang (1917), the mean wait by the approximation of A. O. Allen and J. Cunneen (A. O. Allen,
/// Probability, Statistics and Queueing Theory, 2nd ed. 1990, formula 5.3.78). Symbols: l arrivals per second, S time that a request
/// holds its thread, a = l S offered load, W threads.</summary>
internal sealed record OpenArrivals
{
    /// <param name="arrivalsPerSecond">l, above 0.</param>
    /// <param name="holdSeconds">S, above 0.</param>
    /// <param name="threads">W, at least 1; more than a, or the queue grows without bound.</param>
    /// <param name="variability">(ca² + cs²) / 2: the mean of the squared coefficients of variation of the gaps between
    /// arrivals and of the service times;
    /// 1 for both at random, 0.5 for random arrivals of equal requests, 0 for both even.</param>
    /// <exception cref="ArgumentOutOfRangeException">A value is outside its range, or the queue is unstable.</exception>
    public OpenArrivals(double arrivalsPerSecond, double holdSeconds, int threads, double variability = 1)
    {
        CheckPositive(arrivalsPerSecond, nameof(arrivalsPerSecond));
        CheckPositive(holdSeconds, nameof(holdSeconds));
        ArgumentOutOfRangeException.ThrowIfLessThan(threads, 1);
        if (!(variability >= 0))
            throw new ArgumentOutOfRangeException(nameof(variability), variability, "Squared coefficients of variation are not negative.");
        double offered = arrivalsPerSecond * holdSeconds;
        if (offered >= threads)
        {
            throw new ArgumentOutOfRangeException(
                nameof(threads),
                threads,
                FormattableString.Invariant($"{arrivalsPerSecond} requests per second of {holdSeconds} s each ")
                    + FormattableString.Invariant($"need more than {offered:0.##} threads: ")
                    + "with fewer the queue grows without bound.");
        }

        OfferedLoad = offered;
        WaitProbability = ErlangC(offered, threads);
        MeanWaitSeconds = WaitProbability * holdSeconds / (threads - offered) * variability;
    }

    /// <summary>a = l S: threads busy on average.</summary>
    public double OfferedLoad { get; }

    /// <summary>P: share of requests that find all threads taken, 0 to 1.</summary>
    public double WaitProbability { get; }

    /// <summary>Wq = P S / (W - a) (ca² + cs²) / 2: mean wait of all requests for a thread, in seconds.</summary>
    public double MeanWaitSeconds { get; }

    /// <summary>The wait for a thread that a share <paramref name="share"/> of requests does not pass, in seconds: t
    /// ln(P / (1 - q)) with t = Wq / P, 0 where fewer have to wait.</summary>
    /// <param name="share">q, 0 up to but not including 1.</param>
    public double WaitQuantileSeconds(double share)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(share);
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual(share, 1);
        return WaitProbability <= 1 - share ? 0 : MeanWaitSeconds / WaitProbability * Math.Log(WaitProbability / (1 - share));
    }

    /// <summary>Whether the threads, or cores, can bear a load: only then there is a mean wait.</summary>
    internal static bool IsStable(double arrivalsPerSecond, double holdSeconds, double servers) =>
        arrivalsPerSecond * holdSeconds < servers;

    /// <summary>Fewest threads with which at most this share of requests waits for one.</summary>
    /// <param name="arrivalsPerSecond">l, above 0.</param>
    /// <param name="holdSeconds">S, above 0; at most 10,000,000 threads busy on average.</param>
    /// <param name="waitProbability">Such as 0.01; above 0, below 1.</param>
    public static int ThreadsFor(double arrivalsPerSecond, double holdSeconds, double waitProbability)
    {
        CheckPositive(arrivalsPerSecond, nameof(arrivalsPerSecond));
        CheckPositive(holdSeconds, nameof(holdSeconds));
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(waitProbability);
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual(waitProbability, 1);
        double offered = arrivalsPerSecond * holdSeconds;
        ArgumentOutOfRangeException.ThrowIfGreaterThan(offered, 10_000_000, nameof(holdSeconds));
        // B of one more thread follows from B of the last: the whole search costs no more than its last step alone.
        double blocked = 1;
        for (int threads = 1; ; threads++)
        {
            blocked = offered * blocked / (threads + offered * blocked);
            if (threads > offered && Waiting(blocked, offered, threads) <= waitProbability)
                return threads;
        }
    }

    /// <summary>Erlang's C formula: the share of requests that find all threads taken and wait.</summary>
    /// <param name="offered">a, at least 0, less than <paramref name="threads"/>.</param>
    /// <param name="threads">W, at least 1.</param>
    public static double ErlangC(double offered, int threads)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(threads, 1);
        ArgumentOutOfRangeException.ThrowIfNegative(offered);
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual(offered, threads);
        double blocked = 1;
        for (int w = 1; w <= threads; w++)
            blocked = offered * blocked / (w + offered * blocked);
        return Waiting(blocked, offered, threads);
    }

    /// <summary>
    /// Mean time that a request takes on shared cores beyond its own time on one, in seconds, for any number of cores,
    /// whole or not: requests arrive at random and work goes on at the rate of min(n, c) cores while n requests are there, which other
    /// work leaves them. With whole cores and random times it is the wait of Erlang's C formula (birth and death; L. Kleinrock, Queueing
    /// Systems 1, 1975, section 3.5, with a departure rate of min(n, c) / C).</summary>
    /// <param name="arrivalsPerSecond">l, above 0.</param>
    /// <param name="cpuSeconds">C, above 0.</param>
    /// <param name="cores">c, above 0; more than l C, or the queue grows without bound.</param>
    /// <param name="variability">As above; it makes the wait for a core longer or shorter, and not what a core that is
    /// slowed by other work takes.</param>
    /// <exception cref="ArgumentOutOfRangeException">A value is outside its range, or the queue is unstable.</exception>
    public static double CoreWaitSeconds(double arrivalsPerSecond, double cpuSeconds, double cores, double variability = 1)
    {
        CheckPositive(arrivalsPerSecond, nameof(arrivalsPerSecond));
        CheckPositive(cpuSeconds, nameof(cpuSeconds));
        CapacityBounds.CheckServer(cores, threads: null);
        double work = arrivalsPerSecond * cpuSeconds;
        if (work >= cores)
        {
            throw new ArgumentOutOfRangeException(
                nameof(cores),
                cores,
                FormattableString.Invariant($"{arrivalsPerSecond} requests per second of {cpuSeconds} s each ")
                    + FormattableString.Invariant($"need more than {work:0.##} cores: ")
                    + "with fewer the queue grows without bound.");
        }

        if (cores < 1)
        {
            double slowed = cpuSeconds / cores;
            return slowed - cpuSeconds + new OpenArrivals(arrivalsPerSecond, slowed, 1, variability).MeanWaitSeconds;
        }

        int whole = (int)Math.Floor(cores);
        double use = work / cores;
        double blocked = 1;
        for (int n = 1; n <= whole; n++)
            blocked = work * blocked / (n + work * blocked);
        double beyond = blocked * use / (1 - use);
        // How many more there are on average than cores to work on them, over l: Little's law.
        double excess = beyond / (1 + beyond) * (1 / (1 - use) - (cores - whole));
        return excess / arrivalsPerSecond * variability;
    }

    /// <summary>C from B, Erlang's loss formula, which has a stable recursion.</summary>
    private static double Waiting(double blocked, double offered, int threads) => threads * blocked / (threads - offered * (1 - blocked));

    private static void CheckPositive(double value, string name)
    {
        if (!(value > 0 && double.IsFinite(value)))
            throw new ArgumentOutOfRangeException(name, value, "The value must be above 0.");
    }
}
