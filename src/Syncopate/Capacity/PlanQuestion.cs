namespace Syncopate.Capacity;

/// <summary>What is known of a system: one request, one machine, and the load on it.</summary>
public sealed record PlanQuestion
{
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

    /// <summary>N: users who each wait for an answer before they ask again; null when requests arrive at a rate.</summary>
    public int? Users { get; init; }

    /// <summary>Z: their pause between an answer and the next request, in seconds.</summary>
    public double ThinkSeconds { get; init; }

    /// <summary>l: requests that arrive a second, at random; null when there are users.</summary>
    public double? ArrivalsPerSecond { get; init; }

    /// <summary>Users, or arrivals a second.</summary>
    public double Load => Users ?? ArrivalsPerSecond ?? 0;

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

    /// <summary>CPU of a request on average, in seconds.</summary>
    public double CpuSeconds => Mean(e => e.Demand.CpuSeconds);

    /// <summary>The demand of the formulas: an average request, all its waits taken together.</summary>
    /// <param name="style">How it waits.</param>
    public RequestDemand Total(WaitStyle style) => new(CpuSeconds, UnloadedSeconds(style) - CpuSeconds);

    /// <summary>Cores that are left for the requests.</summary>
    public double FreeCores => Cores - BackgroundCores;

    private double Mean(Func<PlannedEndpoint, double> value) => Endpoints.Sum(e => e.Share * value(e)) / Endpoints.Sum(e => e.Share);

    /// <exception cref="ArgumentException">The parts do not fit together.</exception>
    internal void Check()
    {
        if (Endpoints.Count == 0)
            throw new ArgumentException("A plan needs at least one kind of request.");
        if (Users is null == ArrivalsPerSecond is null)
            throw new ArgumentException("A plan is made for users or for arrivals a second: give one of them.");
        if (Users is < 1 or > 10_000)
            throw new ArgumentException($"A plan is made for 1 to 10,000 users; found {Users}. For more, give arrivals a second.");
        if (ArrivalsPerSecond is { } rate && !(rate > 0 && rate <= 1e9))
            throw new ArgumentException(FormattableString.Invariant($"A plan is made for more than 0 and at most a billion arrivals a second; found {rate}."));
        if (Cores is < 1 or > 1_024)
            throw new ArgumentException($"A machine has 1 to 1,024 cores; found {Cores}.");
        if (!(ThinkSeconds is >= 0 and <= 86_400))
            throw new ArgumentException(FormattableString.Invariant($"Users think for 0 to 86,400 s between two requests; found {ThinkSeconds} s."));
        if (MinimumThreads is < 1 or > short.MaxValue || MaximumThreads is < 1 or > short.MaxValue)
            throw new ArgumentException($"A pool has 1 to 32,767 threads; found a minimum of {MinimumThreads ?? Cores} and a maximum of {MaximumThreads ?? short.MaxValue}.");
        if (!(BackgroundCores >= 0 && BackgroundCores < Cores))
            throw new ArgumentException(FormattableString.Invariant($"A background of {BackgroundCores} cores leaves nothing of {Cores}: it is at least 0 and less than the cores."));
        if (MaximumThreads < (MinimumThreads ?? Cores))
            throw new ArgumentException($"A pool of at most {MaximumThreads} threads cannot have {MinimumThreads ?? Cores} at least. Raise the maximum, or lower the minimum.");
        if (Styles.Count == 0)
            throw new ArgumentException("A plan needs at least one form.");
    }
}
