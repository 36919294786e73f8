using Syncopate.Running;
using Syncopate.Running.Rounds;

namespace Syncopate.Experiments;

/// <summary>An experiment of a <see cref="WorkRun"/>, and how far it is.</summary>
internal sealed class WorkRow(ExperimentPlan plan)
{
    private const int MostAtOnce = 15;

    // A busy second of the machine must not hit all rounds of one experiment; and on one that has become ten times
    // slower, fifteen rounds took longer than a site has time to answer.
    private static readonly TimeSpan LongestAtOnce = TimeSpan.FromSeconds(1);

    private int _rounds;
    private TimeSpan _spent;
    private TimeSpan _latest;

    public ExperimentPlan Plan { get; } = plan;

    /// <summary>What a slot measures; null until a warm-up has reached it.</summary>
    public CallsInProcess? Calls { get; set; }

    /// <summary>Null until its first round.</summary>
    public ExperimentRunner? Runner { get; set; }

    /// <summary>Mean length of its rounds; before the first, the plan's estimate.</summary>
    public TimeSpan Length => _rounds == 0 ? Plan.EstimatedRound : _spent / _rounds;

    /// <summary>Whether it has had its first look, before which it says nothing.</summary>
    public bool IsBeyondFirstLook => _rounds >= Looks.RoundsAt(1);

    /// <summary>Time up to its next look.</summary>
    public TimeSpan ToNextLook => Length * RoundsToLook;

    /// <summary>The early looks are one round apart, and taken together.</summary>
    private int RoundsToLook => Enumerable.Range(1, Looks.Most)
        .Select(Looks.RoundsAt)
        .Prepend(Looks.Earliest)
        .FirstOrDefault(n => n > _rounds, _rounds + 1) - _rounds;

    /// <summary>By its latest rounds: the mean of all does not see that the machine has changed.</summary>
    private int RoundsAtOnce => Math.Clamp(
        _latest > TimeSpan.Zero ? (int)Math.Min(MostAtOnce, LongestAtOnce / _latest) : Looks.Earliest, 1, Math.Max(1, RoundsToLook));

    /// <summary>Whether another round could still decide something in its time.</summary>
    public bool IsOpen { get; private set; } = true;

    /// <summary>Its plan with the load of its slots.</summary>
    public ExperimentPlan PlanOf(LoadShape load) => Plan with { Experiment = Plan.Experiment with { Load = load } };

    /// <summary>Begins after the rounds of an earlier sitting.</summary>
    /// <param name="runner">Has taken them for measured.</param>
    /// <param name="earlier">What the journal has of it.</param>
    public void GoOn(ExperimentRunner runner, EarlierExperiment earlier)
    {
        Runner = runner;
        Calls = earlier.Experiment.Load as CallsInProcess;
        IsOpen = runner.IsOpen;
        _rounds = earlier.Rounds;
        _spent = earlier.RoundLengths.Aggregate(TimeSpan.Zero, (sum, length) => sum + length);
        _latest = earlier.RoundLengths.LastOrDefault();
    }

    /// <summary>Runs its next rounds: one, or where its forms take turns in one go, some up to the next look. Answers how many.</summary>
    public async Task<int> RunAsync(ServerSet serverSet, RunClock clock, CancellationToken cancellationToken)
    {
        TimeSpan before = clock.Elapsed;
        // Never null: whoever asks for a round has made it.
        IsOpen = await Runner!.ContinueOnAsync(serverSet, Plan.Work is TurnWork ? RoundsAtOnce : 1, cancellationToken);
        TimeSpan spent = clock.Elapsed - before;
        _spent += spent;
        int rounds = Runner.Rounds - _rounds;
        _rounds += rounds;
        _latest = spent / Math.Max(1, rounds);
        return rounds;
    }
}
