using Syncopate.Planning.Formulas;
using Syncopate.Statistics;

namespace Syncopate.Planning.Simulation;

/// <summary>
/// What differs from one server to the next, and from one start of a server to the next, though code and load are the
/// same: how late the system wakes a thread, how long it leaves it on a core, what compiling costs, how late the pool's own delays end,
/// and what the pool did before. Nobody who asks for a plan knows them, so each simulation draws its own, and a band holds what servers
/// do and not what seeds do.</summary>
/// <remarks>The widths are chosen so that a 90 % band holds what new servers did in about nine of ten cases:
/// bench/acceptance (plan-coverage) and bench/results/plan.md say how often it does.</remarks>
internal sealed record ServerLuck
{
    private const int LongestHistory = 600;
    private const double ShortestGapSeconds = 0.0002;
    private const double LongestGapSeconds = 0.03;
    private const int MostOtherThreads = 4;

    private ServerLuck()
    {
    }

    /// <summary>Factor of the delay with which a thread or a timer is woken.</summary>
    public required double Wake { get; init; }

    /// <summary>Factor of the longest time that a thread keeps its core.</summary>
    public required double Slice { get; init; }

    /// <summary>Factor of the processor time that compiling the first request takes.</summary>
    public required double Compiling { get; init; }

    /// <summary>Factor of the delays of the pool's gate thread before one more thread for those that block on tasks,
    /// and of its lateness.</summary>
    public required double Gate { get; init; }

    /// <summary>Factor of the wave with which hill climbing looks for more throughput: it is as large as the throughput
    /// flickers, and that of a real server flickers more or less than a simulated one.</summary>
    public required double Flicker { get; init; }

    /// <summary>Factor of how far hill climbing goes on what it finds.</summary>
    public required double Climb { get; init; }

    /// <summary>Factor of what the server takes of a core around the code of a request.</summary>
    public required double Handling { get; init; }

    /// <summary>Threads of the pool that do other work of the process: its monitor, its log, its timers.</summary>
    public required int OtherThreads { get; init; }

    /// <summary>What the pool did before.</summary>
    public required PoolHistory History { get; init; }

    /// <summary>The luck of one simulation.</summary>
    /// <param name="seed">Equal seeds have equal luck.</param>
    public static ServerLuck Draw(ulong seed)
    {
        // Not the numbers of the simulation itself, which has the same seed.
        Xoshiro256 random = new(seed ^ 0x5DEECE66D1234567);
        // The square spreads histories as servers have them: more short ones than long ones. None has no request at
        // all, as its code would not be compiled.
        double history = random.Uniform();
        return new ServerLuck
        {
            Wake = Lognormal(random, 3, 1.3),
            Slice = Lognormal(random, 1, 0.4),
            Compiling = Lognormal(random, 1, 0.6),
            Gate = Lognormal(random, 1.05, 0.3),
            Flicker = Lognormal(random, 1, 0.6),
            Climb = Lognormal(random, 1, 0.5),
            Handling = Lognormal(random, 1, 0.5),
            OtherThreads = random.Below(MostOtherThreads + 1),
            History = new PoolHistory(
                1 + (int)(LongestHistory * history * history),
                ShortestGapSeconds * Math.Pow(LongestGapSeconds / ShortestGapSeconds, random.Uniform())),
        };
    }

    /// <summary>The constants of a server with this luck.</summary>
    public PoolConstants Of(PoolConstants constants)
    {
        ArgumentNullException.ThrowIfNull(constants);
        return constants with
        {
            WakeSeconds = constants.WakeSeconds * Wake,
            SliceSeconds = constants.SliceSeconds * Slice,
            FirstRequestCpuSeconds = constants.FirstRequestCpuSeconds * Compiling,
            GateLatenessSeconds = constants.GateLatenessSeconds * Gate,
            BlockingStepSeconds = constants.BlockingStepSeconds * Gate,
            LongestBlockingDelaySeconds = constants.LongestBlockingDelaySeconds * Gate,
            WaveMultiplier = constants.WaveMultiplier * Flicker,
            MaximumChangePerSecond = constants.MaximumChangePerSecond * Climb,
            PollCpuSeconds = constants.PollCpuSeconds * Handling,
            TransferCpuSeconds = constants.TransferCpuSeconds * Handling,
            HandlingCpuSeconds = constants.HandlingCpuSeconds * Handling,
            OtherThreads = OtherThreads,
        };
    }

    private static double Lognormal(Xoshiro256 random, double median, double spread) =>
        median * Math.Exp(spread * NormalDistribution.Quantile(Math.Max(random.Uniform(), 1e-6)));
}
