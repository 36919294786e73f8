using Syncopate.Planning.Formulas;

namespace Syncopate.Planning;

/// <summary>How many machines a load takes, what they hold in memory, and what a million requests cost. Arithmetic
/// only: C and I of the demand, l arrivals per second.</summary>
internal sealed record Fleet
{
    /// <summary>Resident memory of a blocked pool thread with a shallow stack, in bytes; measured with 2,000 threads of
    /// .NET 10 on Linux.</summary>
    public const double BlockedThreadBytes = 32.5 * 1024;

    /// <summary>Memory of a suspended asynchronous method that waits for a timer, in bytes; measured with .NET 10.</summary>
    public const double SuspendedMethodBytes = 279;

    private const double BytesPerGigabyte = 1024.0 * 1024 * 1024;

    /// <param name="demand">C and I.</param>
    /// <param name="arrivalsPerSecond">l, above 0: what users send, retries left out.</param>
    /// <param name="coresPerInstance">c of one machine, above 0.</param>
    /// <exception cref="ArgumentOutOfRangeException">A value is outside its range.</exception>
    public Fleet(RequestDemand demand, double arrivalsPerSecond, double coresPerInstance)
    {
        ArgumentNullException.ThrowIfNull(demand);
        if (!(arrivalsPerSecond > 0 && arrivalsPerSecond <= 1e9))
        {
            throw new ArgumentOutOfRangeException(
                nameof(arrivalsPerSecond),
                arrivalsPerSecond,
                "A fleet is planned for more than 0 and at most a billion requests per second.");
        }

        CapacityBounds.CheckServer(coresPerInstance, threads: null);
        Demand = demand;
        ArrivalsPerSecond = arrivalsPerSecond;
        CoresPerInstance = coresPerInstance;
    }

    /// <summary>C and I.</summary>
    public RequestDemand Demand { get; }

    /// <summary>l: requests per second that users send.</summary>
    public double ArrivalsPerSecond { get; }

    /// <summary>c of one machine.</summary>
    public double CoresPerInstance { get; }

    /// <summary>Share of the cores that may be busy, above 0 to 1; default 0.7.</summary>
    public double TargetUse { get; init; } = 0.7;

    /// <summary>Machines that may be lost at once; default 1.</summary>
    public int Spare { get; init; } = 1;

    /// <summary>Share of attempts that fail and are sent again, 0 up to but not including 1; default 0.</summary>
    public double RetriedShare { get; init; }

    /// <summary>Most threads of one machine, for the form that blocks; null to let it have what it needs.</summary>
    public int? ThreadsPerInstance { get; init; }

    /// <summary>l / (1 - p): requests per second that reach the machines, each failed attempt sent again until it succeeds.</summary>
    public double OfferedPerSecond => ArrivalsPerSecond / (1 - RetriedShare);

    /// <summary>l (C + I): requests under way at once.</summary>
    public double InFlight => OfferedPerSecond * Demand.TotalSeconds;

    /// <summary>Machines of the asynchronous form: the cores decide, and the spare ones come on top. None takes more
    /// than a million requests per second.</summary>
    public long AsyncInstances => Instances(
        Math.Max(OfferedPerSecond * Demand.CpuSeconds / (TargetUse * CoresPerInstance), OfferedPerSecond / PlanQuestion.MostPerInstance));

    /// <summary>Machines of the form that blocks a thread a request: the cores decide, or the threads where they are limited.</summary>
    public long SyncInstances =>
        Math.Max(AsyncInstances, Instances(InFlight / (TargetUse * (ThreadsPerInstance ?? double.PositiveInfinity))));

    /// <summary>Memory of the threads that are blocked, over all machines, in bytes.</summary>
    public double BlockedBytes => InFlight * BlockedThreadBytes;

    /// <summary>Memory of the methods that are suspended, over all machines, in bytes; buffers come on top in both forms.</summary>
    public double SuspendedBytes => InFlight * SuspendedMethodBytes;

    /// <summary>Cost of a million answers in the currency of the prices.</summary>
    /// <param name="instances">Machines.</param>
    /// <param name="perCoreHour">Price of a core for an hour, at least 0.</param>
    /// <param name="perGigabyteHour">Price of a gigabyte (2^30 bytes) for an hour, at least 0.</param>
    /// <param name="gigabytesPerInstance">Memory of one machine, at least 0.</param>
    public double CostPerMillion(long instances, double perCoreHour, double perGigabyteHour, double gigabytesPerInstance)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(perCoreHour);
        ArgumentOutOfRangeException.ThrowIfNegative(perGigabyteHour);
        ArgumentOutOfRangeException.ThrowIfNegative(gigabytesPerInstance);
        double perHour = instances * (CoresPerInstance * perCoreHour + gigabytesPerInstance * perGigabyteHour);
        return perHour / (ArrivalsPerSecond * 3_600) * 1e6;
    }

    /// <summary>Gigabytes of 2^30 bytes.</summary>
    public static double Gigabytes(double bytes) => bytes / BytesPerGigabyte;

    // A hair above a whole number is rounding, not another machine.
    private long Instances(double needed) => (long)Math.Max(1, Math.Ceiling(needed - 1e-9)) + Spare;
}
