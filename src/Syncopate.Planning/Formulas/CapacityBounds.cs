namespace Syncopate.Planning.Formulas;

/// <summary>
/// The limits that no scheduling can pass: asymptotic bounds of operational analysis (P. J. Denning and J. P. Buzen,
/// The Operational Analysis of Queueing Network Models, Computing Surveys 10, 1978). Symbols: C and I of the demand, c cores, W threads,
/// N users, Z think time, X throughput, R response time.</summary>
internal static class CapacityBounds
{
    /// <summary>X &lt;= min(c / C, W / (C + I)): what the server can answer, however many ask.</summary>
    /// <param name="demand">C and I.</param>
    /// <param name="cores">c: cores that the server has to itself, above 0; fractions for a share of a core.</param>
    /// <param name="threads">W: threads that each hold one request from start to end; null for the asynchronous form,
    /// which holds none while it waits.</param>
    public static Bound OfServer(RequestDemand demand, double cores, int? threads)
    {
        ArgumentNullException.ThrowIfNull(demand);
        CheckServer(cores, threads);
        double byCores = demand.CpuSeconds == 0 ? double.PositiveInfinity : cores / demand.CpuSeconds;
        double byThreads = threads is { } w ? w / demand.TotalSeconds : double.PositiveInfinity;
        return byThreads < byCores ? new Bound(byThreads, Resource.Threads) : new Bound(byCores, Resource.Cores);
    }

    /// <summary>The arithmetic of threads alone, which leaves out that threads need cores: W / (C + I) when each is
    /// blocked while its request waits, W / C when none is. True with as many cores as threads; what the cores allow is
    /// <see cref="OfServer"/>.</summary>
    /// <param name="demand">C and I.</param>
    /// <param name="threads">W, at least 1.</param>
    public static (double Blocking, double Awaiting) OfThreads(RequestDemand demand, int threads)
    {
        ArgumentNullException.ThrowIfNull(demand);
        CheckServer(1, threads);
        return (threads / demand.TotalSeconds, demand.CpuSeconds == 0 ? double.PositiveInfinity : threads / demand.CpuSeconds);
    }

    /// <summary>X &lt;= min(N / (Z + C + I), <see cref="OfServer"/>): the same with users who each wait for an answer
    /// before they ask again.</summary>
    /// <param name="demand">C and I.</param>
    /// <param name="cores">c, above 0.</param>
    /// <param name="threads">W; null for the asynchronous form.</param>
    /// <param name="users">N, at least 1.</param>
    /// <param name="thinkSeconds">Z, at least 0.</param>
    public static Bound OfUsers(RequestDemand demand, double cores, int? threads, int users, double thinkSeconds)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(users, 1);
        CheckThink(thinkSeconds);
        Bound server = OfServer(demand, cores, threads);
        double byUsers = users / (thinkSeconds + demand.TotalSeconds);
        return byUsers < server.RequestsPerSecond ? new Bound(byUsers, Resource.Users) : server;
    }

    /// <summary>N* = X (Z + C + I): the users from which on queueing is inevitable; infinity when the server has no limit.</summary>
    /// <param name="demand">C and I.</param>
    /// <param name="cores">c, above 0.</param>
    /// <param name="threads">W; null for the asynchronous form.</param>
    /// <param name="thinkSeconds">Z, at least 0.</param>
    public static double Knee(RequestDemand demand, double cores, int? threads, double thinkSeconds)
    {
        CheckThink(thinkSeconds);
        return OfServer(demand, cores, threads).RequestsPerSecond * (thinkSeconds + demand.TotalSeconds);
    }

    internal static void CheckServer(double cores, int? threads)
    {
        if (!(cores > 0 && cores <= 1_000_000))
            throw new ArgumentOutOfRangeException(nameof(cores), cores, "A server has more than 0 and at most 1,000,000 cores.");
        if (threads is < 1)
            throw new ArgumentOutOfRangeException(nameof(threads), threads, "A pool has at least one thread.");
    }

    internal static void CheckThink(double thinkSeconds)
    {
        if (!(thinkSeconds >= 0 && thinkSeconds <= 86_400))
        {
            throw new ArgumentOutOfRangeException(
                nameof(thinkSeconds), thinkSeconds, "Users think for 0 to 86,400 s between two requests.");
        }
    }
}

/// <summary>The most that a system can answer, and what binds it there.</summary>
/// <param name="RequestsPerSecond">Upper bound of the throughput; infinity when nothing binds.</param>
/// <param name="Binds">The resource of the lowest limit; at equal limits the cores before the threads before the users.</param>
internal sealed record Bound(double RequestsPerSecond, Resource Binds);

/// <summary>What keeps a system from answering more.</summary>
internal enum Resource
{
    /// <summary>The users themselves: they do not ask for more.</summary>
    Users,

    /// <summary>The cores: all are busy.</summary>
    Cores,

    /// <summary>The pool's threads: all are blocked or busy.</summary>
    Threads,
}
