namespace Syncopate.Planning.Formulas;

/// <summary>What one request asks for: time on a core, and time in which it waits for something else and needs none.
/// The C and I of the formulas.</summary>
internal sealed record RequestDemand
{
    private const double LongestSeconds = 3_600;

    /// <param name="cpuSeconds">Time on a core, 0 to 3,600 s.</param>
    /// <param name="waitSeconds">Time waiting, 0 to 3,600 s; the two must not both be 0.</param>
    /// <exception cref="ArgumentOutOfRangeException">A value is outside its range.</exception>
    public RequestDemand(double cpuSeconds, double waitSeconds)
    {
        Check(cpuSeconds, nameof(cpuSeconds));
        Check(waitSeconds, nameof(waitSeconds));
        if (cpuSeconds + waitSeconds == 0)
        {
            throw new ArgumentOutOfRangeException(
                nameof(waitSeconds),
                waitSeconds,
                "A request that neither computes nor waits takes no time: nothing can be planned with it.");
        }

        CpuSeconds = cpuSeconds;
        WaitSeconds = waitSeconds;
    }

    /// <summary>C: time on a core, in seconds.</summary>
    public double CpuSeconds { get; private init; }

    /// <summary>I: time waiting, in seconds.</summary>
    public double WaitSeconds { get; }

    /// <summary>C + I: the answer's time when nobody queues, in seconds.</summary>
    public double TotalSeconds => CpuSeconds + WaitSeconds;

    /// <summary>I / (C + I), 0 to 1: the most that a thread can be freed for other work.</summary>
    public double WaitShare => WaitSeconds / TotalSeconds;

    /// <summary>The same with what the server takes of a core around the code of a request, which may pass the limit of
    /// the code alone.</summary>
    internal RequestDemand WithServer() => this with { CpuSeconds = CpuSeconds + PoolConstants.Net10.RequestCpuSeconds };

    private static void Check(double seconds, string name)
    {
        if (!(seconds >= 0 && seconds <= LongestSeconds)) // False for NaN too.
            throw new ArgumentOutOfRangeException(name, seconds, "A request takes 0 to 3,600 s.");
    }
}
