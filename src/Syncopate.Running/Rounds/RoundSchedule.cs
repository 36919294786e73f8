using Syncopate.Judging;

namespace Syncopate.Running.Rounds;

/// <summary>What an experiment does next, decided from what is known alone: no clock is read, and nothing is started here.</summary>
/// <param name="Experiment">The experiment, with its looks.</param>
/// <param name="Plan">What to run.</param>
/// <param name="Pace">How long a round and a start take.</param>
/// <param name="Rounds">Complete rounds so far.</param>
/// <param name="IsOpen">Whether a further round could still change an answer.</param>
internal readonly record struct RoundSchedule(Experiment Experiment, ExperimentPlan Plan, RoundPace Pace, int Rounds, bool IsOpen)
{
    // A page that takes seconds outlasts the last step; 3 s a form cover the four waits of a dashboard.
    private static readonly TimeSpan ProfileReserve = TimeSpan.FromSeconds(3);

    /// <summary>Whether other questions want the time: then rounds are only worth it when they reach the next look.</summary>
    public bool SharesTime { get; init; }

    /// <summary>Whether the article's own load is behind it.</summary>
    public bool IsProfiled { get; init; }

    /// <summary>Rounds until something can be decided. The next look may lie beyond the rounds that are wanted at most, as for a picture
    /// of a few rounds that nobody judges.</summary>
    public int RoundsToNextLook
    {
        get
        {
            int wanted = Looks.NextAfter(Rounds, Experiment.Looks, Experiment.Confidence) ?? Rounds + 1;
            return Math.Max(1, Math.Min(wanted, Plan.MaximumRounds) - Rounds);
        }
    }

    /// <summary>About how long it takes to the next look at which something can be decided, the start of new servers and the article's
    /// own protocol included.</summary>
    public TimeSpan ToNextLook =>
        Pace.For(RoundsToNextLook, Experiment.Replicate == Replicate.ProcessStart ? RoundsToNextLook : 1) + ProfileTime;

    /// <summary>Time that the article's own load will take; none where there is none, and when it is over.</summary>
    public TimeSpan ProfileTime
    {
        get
        {
            TimeSpan warmUp = Plan.Work is HttpWork { ProfileWarmUp: UsersForTime users } ? users.Duration : TimeSpan.Zero;
            return Plan.Experiment.Profile is SteppedUsers stepped && !IsProfiled
                ? (stepped.Duration + warmUp + ProfileReserve) * Plan.Experiment.Workload.Forms.Count
                : TimeSpan.Zero;
        }
    }

    /// <summary>How many looks so much time allows, at least one.</summary>
    public int LooksWithin(TimeSpan time)
    {
        TimeSpan perRound = Plan.EstimatedRound
            + (Plan.Experiment.Replicate == Replicate.ProcessStart ? Plan.EstimatedStart : TimeSpan.Zero);
        return Math.Max(1, Looks.Within(Math.Min(Plan.MaximumRounds, (int)((time - ProfileTime) / perRound))));
    }

    /// <summary>With the load that follows from a pilot, and as many looks as its rounds leave time for.</summary>
    /// <param name="slowest">What the pilot has shown.</param>
    /// <param name="load">Of every slot.</param>
    /// <param name="left">Time for all rounds.</param>
    public RoundSchedule Piloted(PilotReading slowest, SlotLoad load, TimeSpan left)
    {
        int slots = Experiment.Workload.Forms.Count + (Experiment.NoiseForm is null ? 0 : 1);
        RoundPace pace = new(slots * Pilot.LengthOf(load.Shape, slowest), Pace.Start);
        int fitting = Pilot.RoundsWithin(left, pace.Round, Plan.RoundsPerProcess, pace.Start);
        return this with
        {
            Pace = pace,
            Experiment = Experiment with
            {
                Load = load.Shape,
                DiscardMilliseconds = load.Discard.TotalMilliseconds,
                Looks = Math.Max(1, Looks.Within(Math.Min(Plan.MaximumRounds, fitting))),
            },
        };
    }

    /// <summary>What to do on servers that run. With as many rounds as can decide something when other questions want the time, else
    /// with one. New processes show what one of them happens to be, but only if there is time to measure them: for half as many rounds
    /// as the old ones had, and for all that the next look needs. Else the old ones would reach it, and the new ones would not.</summary>
    /// <param name="left">Time until it must end.</param>
    /// <param name="onThese">Rounds that were run on these servers.</param>
    public RoundStep Next(TimeSpan left, int onThese)
    {
        int atLeast = SharesTime ? RoundsToNextLook : 1;
        if (!IsOpen || Pace.For(atLeast, 0) > left - ProfileTime)
            return RoundStep.Stop;
        return onThese > 0 && onThese % Plan.RoundsPerProcess == 0
                && Pace.For(Math.Max(Plan.RoundsPerProcess / 2, atLeast), 1) <= left - ProfileTime
            ? RoundStep.NewServers
            : RoundStep.Round;
    }

    /// <summary>Whether new servers can be started and measured for the next look.</summary>
    public bool ReachesNextLook(TimeSpan left) => IsOpen && ToNextLook <= left;

    /// <summary>Whether one more round fits.</summary>
    /// <param name="left">Time until it must end.</param>
    /// <param name="starts">How often servers have to be started for it.</param>
    public bool HasRoundWithin(TimeSpan left, int starts) => IsOpen && Pace.For(1, starts) <= left;

    /// <summary>As it stood after the whole rounds of an earlier sitting: what comes next is what would have come next then.</summary>
    /// <param name="earlier">What the journal has of the experiment.</param>
    public RoundSchedule Resumed(EarlierExperiment earlier)
    {
        ArgumentNullException.ThrowIfNull(earlier);
        RoundSchedule described = this with
        {
            Experiment = earlier.Experiment,
            IsProfiled = earlier.IsProfiled,
            Pace = earlier.RoundLengths.Aggregate(Pace, (pace, length) => pace.Measured(length)),
        };
        return earlier.Rounds == 0
            ? described
            : described.Judged(earlier.Rounds, earlier.Complete, earlier.IsAnswered);
    }

    /// <summary>With a further round judged.</summary>
    /// <param name="round">Its number, from 1.</param>
    /// <param name="rounds">All complete rounds.</param>
    /// <param name="isAnswered">Whether the pair that is asked about has its verdict.</param>
    public RoundSchedule Judged(int round, IReadOnlyList<Round> rounds, bool isAnswered)
    {
        bool canChange = ExperimentJudge.Progress(Experiment, rounds) == LookOutcome.Continue && !(isAnswered && Plan.StopsWhenAnswered);
        return this with
        {
            Rounds = rounds.Count,
            IsOpen = round < Plan.MaximumRounds && (round < Plan.MinimumRounds || canChange),
        };
    }
}

/// <summary>What an experiment does next on servers that run.</summary>
internal enum RoundStep
{
    /// <summary>Another round on the same servers.</summary>
    Round,

    /// <summary>The servers end, and new ones are measured.</summary>
    NewServers,

    /// <summary>No further round: it is decided, or none fits.</summary>
    Stop,
}
