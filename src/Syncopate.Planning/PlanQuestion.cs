using System.Text.Json.Serialization;
using Syncopate.Planning.Formulas;
using Syncopate.Texts;

namespace Syncopate.Planning;

/// <summary>What is known of a system: one request, one machine, and the load on it.</summary>
internal sealed record PlanQuestion
{
    /// <summary>Most requests per second that one machine is asked to take: what <see cref="Arrivals"/> allow.</summary>
    internal const double MostPerInstance = 1e6;

    private const double TargetUse = 0.7;
    private const double MostInFlight = 1e7;
    private static readonly TimeSpan LongestThink = TimeSpan.FromDays(1);

    /// <summary>The kinds of requests, at least one.</summary>
    public required IReadOnlyList<PlannedEndpoint> Endpoints { get; init; }

    /// <summary>Cores of the machine, 1 to 1,024.</summary>
    public required int Cores { get; init; }

    /// <summary>Cores that other work takes; at least 0, less than <see cref="Cores"/>.</summary>
    public double BackgroundCores { get; init; }

    /// <summary>The pool's minimum of threads; null for one a core.</summary>
    public int? MinimumThreads { get; init; }

    /// <summary>The pool's maximum of threads; null for the runtime's own, which is never reached.</summary>
    public int? MaximumThreads { get; init; }

    /// <summary>How often the clock ticks that timers are due by, in seconds: an awaited wait ends with a tick. 1 ms by default; the system
    /// of the machine decides.</summary>
    public double TimerSeconds { get; init; } = PoolConstants.Net10.TimerSeconds;

    /// <summary>N: users who each wait for an answer before they ask again; null when requests arrive at a rate.</summary>
    public int? Users { get; init; }

    /// <summary>Z: their pause between an answer and the next request; 0, the default, to a day.</summary>
    [JsonPropertyName("thinkSeconds")]
    [JsonConverter(typeof(SecondsInJson))]
    public TimeSpan Think { get; init; }

    /// <summary>l: requests that users send per second, at random; null when there are users.</summary>
    public double? ArrivalsPerSecond { get; init; }

    /// <summary>p: share of attempts that fail and are sent again, 0 up to but not including 1; default 0, and always
    /// so for users.</summary>
    public double RetriedShare { get; init; }

    /// <summary>l / (1 - p): requests that reach the machines per second, each failed attempt sent again until it
    /// succeeds; null when there are users.</summary>
    public double? OfferedPerSecond => ArrivalsPerSecond / (1 - RetriedShare);

    /// <summary>Users, or requests that reach the machines per second.</summary>
    public double Load => Users ?? OfferedPerSecond ?? 0;

    /// <summary>The ways of waiting to plan, at least one.</summary>
    public required IReadOnlyList<WaitStyle> Styles { get; init; }

    /// <summary>Seed of the simulations.</summary>
    public required ulong Seed { get; init; }

    /// <summary>What a request takes on average when nobody queues, in seconds.</summary>
    /// <param name="style">How it waits.</param>
    public double UnloadedSeconds(WaitStyle style) => Mean(e => e.UnloadedSeconds(style));

    /// <summary>The longest that any kind of request takes when nobody queues, in seconds.</summary>
    /// <param name="style">How it waits.</param>
    public double LongestSeconds(WaitStyle style) => Endpoints.Max(e => e.UnloadedSeconds(style));

    /// <summary>What 99 of 100 requests of the slowest kind do not pass when nobody queues, in seconds;
    /// <see cref="LongestSeconds"/> where waits are equal.</summary>
    /// <param name="style">How it waits.</param>
    public double SlowestSeconds(WaitStyle style) => Endpoints.Max(e => e.SlowestSeconds(style));

    /// <summary>Whether the pool of a machine may have so many threads.</summary>
    internal bool Allows(int threads) => !(threads > MaximumThreads);

    /// <summary>Whether a request of one kind may take longer than another of that kind, though nobody queues.</summary>
    public bool Varies => Endpoints.Any(e => e.Wait.Shape != WaitShape.Equal);

    /// <summary>CPU of a request on average, in seconds.</summary>
    public double CpuSeconds => Mean(e => e.Demand.CpuSeconds);

    /// <summary>The demand of the formulas: an average request, all its waits taken together.</summary>
    /// <param name="style">How it waits.</param>
    // A mean may pass its greatest value by a rounding.
    public RequestDemand Total(WaitStyle style) =>
        new(CpuSeconds, Math.Min(3_600, Mean(e => e.UnloadedSeconds(style) - e.Demand.CpuSeconds)));

    /// <summary>cs²: squared coefficient of variation of the time that a request holds its thread where its waits
    /// follow one another: kinds differ, and waits vary.</summary>
    internal double HoldVariation => Variation(e => e.UnloadedSeconds(WaitStyle.Blocking), e => e.Variance);

    /// <summary>cs² of the time on a core: kinds differ.</summary>
    internal double CpuVariation => Variation(e => e.Demand.CpuSeconds, static _ => 0);

    /// <summary>Machines that keep the cores at their target use, and the rate of each within what a simulation takes;
    /// users stay on one.</summary>
    internal long Instances => OfferedPerSecond is { } rate
        ? Math.Max(1, (long)Math.Ceiling(
            Math.Max(rate * (CpuSeconds + PoolConstants.Net10.RequestCpuSeconds) / (TargetUse * FreeCores), rate / MostPerInstance) - 1e-9))
        : 1;

    /// <summary>Cores that are left for the requests.</summary>
    public double FreeCores => Cores - BackgroundCores;

    private double Variation(Func<PlannedEndpoint, double> mean, Func<PlannedEndpoint, double> variance)
    {
        double all = Mean(mean);
        return all > 0 ? Math.Max(0, Mean(e => Math.Pow(mean(e) - all, 2) + variance(e)) / (all * all)) : 0;
    }

    private double Mean(Func<PlannedEndpoint, double> value) => Endpoints.Sum(e => e.Share * value(e)) / Endpoints.Sum(e => e.Share);

    /// <exception cref="ArgumentException">The parts do not fit together.</exception>
    internal void Check()
    {
        if (Endpoints.Count == 0)
            throw new ArgumentException("A plan needs at least one kind of request.");
        if (Users is null == ArrivalsPerSecond is null)
            throw new ArgumentException("A plan is made for users or for arrivals per second: give one of them.");
        if (Users is < 1 or > 10_000)
            throw new ArgumentException($"A plan is made for 1 to 10,000 users; found {Users}. For more, give arrivals per second.");
        if (ArrivalsPerSecond is { } rate && !(rate > 0 && rate <= 1e9))
        {
            throw new ArgumentException(
                FormattableString.Invariant($"A plan is made for more than 0 and at most a billion arrivals per second; found {rate}."));
        }

        if (!(RetriedShare is >= 0 and < 1))
        {
            throw new ArgumentException(
                FormattableString.Invariant($"A share of 0 to less than 1 of the requests is sent again; found {RetriedShare}."));
        }

        if (RetriedShare > 0 && Users is not null)
            throw new ArgumentException("Users wait for their answers; what is sent again is planned for arrivals per second.");
        if (OfferedPerSecond > 1e9)
        {
            throw new ArgumentException(
                FormattableString.Invariant($"Including retries, {OfferedPerSecond:N0} requests per second arrive; ")
                    + "a plan is made for at most a billion. Lower the rate, or the share that is sent again.");
        }

        if (!(TimerSeconds is > 0 and <= 1))
            throw new ArgumentException(FormattableString.Invariant($"Timers tick every 0 to 1 s; found {TimerSeconds} s."));
        if (Cores is < 1 or > 1_024)
            throw new ArgumentException($"A machine has 1 to 1,024 cores; found {Cores}.");
        if (Think < TimeSpan.Zero || Think > LongestThink)
        {
            throw new ArgumentException(
                FormattableString.Invariant($"Users think for 0 to 86,400 s between two requests; found {Think.TotalSeconds} s."));
        }

        if (MinimumThreads is < 1 or > short.MaxValue || MaximumThreads is < 1 or > short.MaxValue)
        {
            throw new ArgumentException("A pool has 1 to 32,767 threads; "
                + $"found a minimum of {MinimumThreads ?? Cores} and a maximum of {MaximumThreads ?? short.MaxValue}.");
        }

        if (!(BackgroundCores >= 0 && BackgroundCores < Cores))
        {
            throw new ArgumentException(FormattableString.Invariant(
                $"A background of {BackgroundCores} is impossible on {Counted.Of(Cores, "core")}: it must be at least 0 and below that."));
        }

        if (MaximumThreads < (MinimumThreads ?? Cores))
        {
            throw new ArgumentException($"A pool of at most {Counted.Of(MaximumThreads ?? 0, "thread")} cannot have "
                + $"{MinimumThreads ?? Cores} at least. Raise the maximum, or lower the minimum.");
        }

        if (Styles.Count == 0)
            throw new ArgumentException("A plan needs at least one form.");
        if (OfferedPerSecond / Instances * UnloadedSeconds(WaitStyle.Blocking) is > MostInFlight and var inFlight)
        {
            throw new ArgumentException(
                FormattableString.Invariant($"One machine of the {Instances:N0} that the processor time asks for ")
                    + FormattableString.Invariant($"would hold {inFlight:N0} requests at once; ")
                    + FormattableString.Invariant($"a plan is made for at most {MostInFlight:N0}. ")
                    + "Give a lower rate, a shorter wait, or more processor time per request.");
        }
    }
}
