using System.Globalization;
using System.Runtime.CompilerServices;
using Syncopate.Statistics;

namespace Syncopate.Measuring;

/// <summary>Runs one experiment by the method of docs/method.md: rounds in seeded random order, looks fixed before the start, each slot on disk
/// before the next one begins.</summary>
public sealed class ExperimentRunner
{
    // Seven rounds say nothing and eight may say all: for the first look an experiment may take a little of what the next ones have.
    private const double FirstLookSlack = 0.15;
    private const int MostRepeats = 2;

    // The load begins before the look and ends after it, so that all of the look is under load.
    private static readonly TimeSpan ProbeWindow = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan ProbeMargin = TimeSpan.FromSeconds(1);

    private readonly RunContext _run;
    private readonly ExperimentPlan _plan;
    private readonly TimeSpan _end;
    private readonly TimeSpan _started;
    private readonly TimeSpan _later;
    private readonly List<Slot> _slots = [];
    private Experiment _experiment;
    private TimeSpan _lengthOfRound;
    private TimeSpan _beforeRounds;
    private int _next = 1;

    /// <param name="run">The run.</param>
    /// <param name="plan">What to run.</param>
    /// <param name="allotted">Time for everything from now on; at least one round is measured however short it is.</param>
    /// <param name="later">Planned time of the experiments after this one; only for telling what is left.</param>
    public ExperimentRunner(RunContext run, ExperimentPlan plan, TimeSpan allotted, TimeSpan later)
    {
        ArgumentNullException.ThrowIfNull(run);
        ArgumentNullException.ThrowIfNull(plan);
        _run = run;
        _plan = plan;
        _started = run.Clock.Elapsed;
        _end = _started + allotted;
        _later = later;
        TimeSpan forRounds = allotted - ProfileTime(plan);
        int rounds = Math.Min(plan.MaximumRounds, (int)(forRounds / plan.EstimatedRound));
        _experiment = plan.Experiment with { Looks = Math.Max(1, Looks.Within(rounds)) };
        _lengthOfRound = plan.EstimatedRound;
    }

    /// <summary>The experiment, with the looks that its time allows.</summary>
    public Experiment Experiment => _experiment;

    /// <summary>Runs the experiment on servers that are already warm, as several experiments in a row may share them.</summary>
    public async Task RunOnAsync(Lineup lineup, CancellationToken cancellationToken = default)
    {
        _run.Journal.Append(_experiment);
        await ContinueOnAsync(lineup, int.MaxValue, cancellationToken).ConfigureAwait(false);
        Finish();
    }

    /// <summary>Runs the next rounds of an experiment whose description is in the journal, so that several can take turns on the same servers, and have theirs replaced.</summary>
    /// <param name="lineup">Warm servers.</param>
    /// <param name="most">Most rounds to run now.</param>
    /// <param name="cancellationToken">Ends the slot under way.</param>
    /// <returns>True when further rounds could still decide something.</returns>
    public async Task<bool> ContinueOnAsync(Lineup lineup, int most, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(lineup);
        using Drivers drivers = Drivers.Of(_run, _plan, lineup, lineup);
        int? next = await RunRoundsAsync(_next, most, drivers, cancellationToken).ConfigureAwait(false);
        if (next is null)
            await ProbeAsync(drivers, cancellationToken).ConfigureAwait(false);
        _next = next ?? _next;
        return next is not null;
    }

    /// <summary>Runs the experiment on servers of its own: new ones each round for a cold question, else warmed ones that are replaced now and then.</summary>
    public async Task RunAsync(CancellationToken cancellationToken = default)
    {
        if (_plan.Pilot is null)
            _run.Journal.Append(_experiment);
        for (int? round = 1; round is { } next;)
        {
            round = _experiment.Replicate == Replicate.ProcessStart
                ? await RunColdAsync(next, cancellationToken).ConfigureAwait(false)
                : await RunWarmAsync(next, cancellationToken).ConfigureAwait(false);
        }

        if (_plan.Pilot is not null && ExperimentJudge.CompleteRounds(_experiment, _slots).Count is var rounds && rounds < Looks.RoundsAt(1))
            _run.Journal.Append(TooLittleTime(rounds));
        Finish();
    }

    private IEnumerable<Form> Forms => _experiment.Workload.Forms.Select(f => f.Form);

    /// <summary>Rounds on one set of warm servers. Answers the number of the next round, or null when no further round is wanted.</summary>
    private async Task<int?> RunWarmAsync(int firstRound, CancellationToken cancellationToken)
    {
        TimeSpan before = _run.Clock.Elapsed;
        var lineup = new Lineup(_run, _plan.Server);
        await using ConfiguredAsyncDisposable end = lineup.ConfigureAwait(false);
        await WarmAsync(lineup, firstRound, cancellationToken).ConfigureAwait(false);
        using Drivers drivers = Drivers.Of(_run, _plan, lineup, lineup);
        TimeSpan preparing = _run.Clock.Elapsed - before;
        if (firstRound == 1 && _plan.Pilot is { } pilot)
            await FixSlotsAsync(drivers, pilot, preparing, cancellationToken).ConfigureAwait(false);
        int? next = firstRound;
        do
            next = await RunRoundsAsync(next.Value, _plan.RoundsPerProcess, drivers, cancellationToken).ConfigureAwait(false);
        while (next is not null && !AreNewServersWorthIt(preparing));
        if (next is null)
        {
            await RunProfileAsync(drivers, cancellationToken).ConfigureAwait(false);
            await ProbeAsync(drivers, cancellationToken).ConfigureAwait(false);
        }

        return next;
    }

    private async Task WarmAsync(Lineup lineup, int firstRound, CancellationToken cancellationToken)
    {
        int shown = firstRound == 1 ? 0 : firstRound;
        if (_plan.Work is null)
            Tell(shown, "starting servers");
        await lineup.StartAsync(Forms, cancellationToken).ConfigureAwait(false);
        await lineup.PrepareAsync(_plan, cancellationToken).ConfigureAwait(false);
        if (firstRound == 1 && _plan.Check is { } check)
            await check(lineup, cancellationToken).ConfigureAwait(false);
        if (_plan.Work is not null)
            return; // Nothing is loaded; the pilot warms what is called.
        Tell(shown, "warming up");
        await new WarmUp(_run, lineup, _plan.SteadyFloor, _plan.SteadyCeiling).RunAsync([_plan], cancellationToken).ConfigureAwait(false);
    }

    /// <summary>New processes show what one of them happens to be, but only if there is time to measure them: for half as many rounds as the old ones had.</summary>
    private bool AreNewServersWorthIt(TimeSpan preparing) => _run.Clock.Elapsed + preparing + _lengthOfRound * (_plan.RoundsPerProcess / 2) <= _end;

    /// <summary>Fixes, by what a pilot shows, the load of every slot, and by its length the number of looks: before the first round, as the level of each look depends on it.</summary>
    private async Task FixSlotsAsync(Drivers drivers, Func<PilotReading, SlotLoad> pilot, TimeSpan preparing, CancellationToken cancellationToken)
    {
        Tell(0, "pilot");
        var readings = new List<PilotReading>();
        foreach (SlotDriver driver in drivers.OfForms)
            readings.Add(Pilot.Read(await driver.PilotAsync(Pilot.Shape(_experiment.Load), cancellationToken).ConfigureAwait(false)));
        TimeSpan left = _end - _run.Clock.Elapsed;
        int slots = readings.Count + (_experiment.NoiseForm is null ? 0 : 1);
        var slowest = new PilotReading(readings.Max(r => r.P95), readings.Min(r => r.RequestsPerSecond)) { Settling = drivers.OfForms.Max(d => d.Settling) };
        slowest = slowest with { LongestSlot = Pilot.LongestSlot(left / (slots * Looks.RoundsAt(1)), slowest) };
        SlotLoad load = pilot(slowest);
        _lengthOfRound = slots * Pilot.LengthOf(load.Shape, slowest);
        int rounds = Math.Min(_plan.MaximumRounds, Pilot.RoundsWithin(left, _lengthOfRound, _plan.RoundsPerProcess, preparing));
        _experiment = _experiment with { Load = load.Shape, DiscardMilliseconds = load.Discard.TotalMilliseconds, Looks = Math.Max(1, Looks.Within(rounds)) };
        _run.Journal.Append(_experiment);
        _beforeRounds = _run.Clock.Elapsed - _started;
    }

    /// <summary>Said when the time is over, not when it is planned: a round may take less than it seemed.</summary>
    private Doubt TooLittleTime(int rounds)
    {
        TimeSpan needed = _beforeRounds + _lengthOfRound * (Looks.RoundsAt(1) + 1);
        return new Doubt(
            "too-little-time",
            _experiment.Id,
            FormattableString.Invariant($"A round takes about {_lengthOfRound.TotalSeconds:0.0} s, so that only {rounds} of the {Looks.RoundsAt(1)} rounds that a verdict needs fitted into the time."),
            "Slots are as long as the slowest answers demand; fewer rounds cannot tell a difference from chance.",
            FormattableString.Invariant($"Give it more time, such as --budget {Math.Ceiling(needed.TotalSeconds / 10) * 10:0}s."));
    }

    /// <summary>One round of a cold question: every slot, the noise slot too, has a new process to itself. Answers like <see cref="RunWarmAsync"/>.</summary>
    private async Task<int?> RunColdAsync(int round, CancellationToken cancellationToken)
    {
        TimeSpan before = _run.Clock.Elapsed;
        var lineup = new Lineup(_run, _plan.Server);
        await using ConfiguredAsyncDisposable endLineup = lineup.ConfigureAwait(false);
        var again = new Lineup(_run, _plan.Server);
        await using ConfiguredAsyncDisposable endAgain = again.ConfigureAwait(false);
        Tell(round, "starting servers");
        await Task.WhenAll(
            lineup.StartAsync(Forms, cancellationToken),
            again.StartAsync(_experiment.NoiseForm is { } noise ? [noise] : [], cancellationToken)).ConfigureAwait(false);
        using Drivers drivers = Drivers.Of(_run, _plan, lineup, again);
        if (_plan.ColdWarmRequests > 0)
            await Task.WhenAll(drivers.All.Select(d => d.WarmAsync(new UsersTimesLoops(1, _plan.ColdWarmRequests), cancellationToken))).ConfigureAwait(false);
        await RunRoundAsync(round, drivers, cancellationToken).ConfigureAwait(false);
        return WantsMore(round, _run.Clock.Elapsed - before) ? round + 1 : null;
    }

    private async Task<int?> RunRoundsAsync(int firstRound, int most, Drivers drivers, CancellationToken cancellationToken)
    {
        for (int round = firstRound; round - firstRound < most; round++)
        {
            TimeSpan before = _run.Clock.Elapsed;
            await RunRoundAsync(round, drivers, cancellationToken).ConfigureAwait(false);
            _lengthOfRound = _run.Clock.Elapsed - before;
            TellStanding(round);
            if (!WantsMore(round, _lengthOfRound))
                return null;
        }

        return firstRound + most;
    }

    private async Task RunRoundAsync(int round, Drivers drivers, CancellationToken cancellationToken)
    {
        List<(Form Form, SlotKind Kind)> turns = [.. Forms.Select(form => (form, SlotKind.Measured))];
        if (_experiment.NoiseForm is { } noise)
            turns.Add((noise, SlotKind.Noise));
        var load = new SlotLoad(_experiment.Load, TimeSpan.FromMilliseconds(_experiment.DiscardMilliseconds));
        IReadOnlyList<int> order = RoundOrder.Draw(_run.Seed, _experiment.Id, round, turns.Count);
        for (int position = 1; position <= order.Count; position++)
        {
            (Form form, SlotKind kind) = turns[order[position - 1]];
            Tell(round, form.ToString().ToLowerInvariant());
            await KeepAsync(() => drivers[form, kind].RunAsync(kind, round, position, load, cancellationToken)).ConfigureAwait(false);
        }
    }

    private async Task RunProfileAsync(Drivers drivers, CancellationToken cancellationToken)
    {
        if (_experiment.Profile is not { } profile)
            return;
        foreach (Form form in Forms)
        {
            Tell(0, $"the article's own load, {form.ToString().ToLowerInvariant()}");
            SlotDriver driver = drivers[form, SlotKind.Profile];
            if (_plan.ProfileWarmUp is { } warmUp)
                await driver.WarmAsync(warmUp, cancellationToken).ConfigureAwait(false);
            await KeepAsync(() => driver.RunAsync(SlotKind.Profile, 0, 0, new SlotLoad(profile, TimeSpan.Zero), cancellationToken)).ConfigureAwait(false);
        }
    }

    /// <summary>Looks, once everything is measured, at where each form blocks its threads. What that costs the server is in no figure.</summary>
    private async Task ProbeAsync(Drivers drivers, CancellationToken cancellationToken)
    {
        if (_run.Probe is not { } probe || _plan.Work is not null)
            return;
        LoadShape shape = Pilot.Shape(_experiment.Load, ProbeWindow + ProbeMargin);
        foreach (Form form in Forms)
        {
            Tell(0, $"where {form.ToString().ToLowerInvariant()} blocks");
            if (await drivers[form, SlotKind.WarmUp].ProbeAsync(probe, ProbeWindow, shape, cancellationToken).ConfigureAwait(false) is { } sites)
                _run.Journal.Append(new FormProbe(_experiment.Id, form, sites));
        }
    }

    /// <summary>Runs a slot and puts it on disk. One in which users were idle is the generator's fault on a busy machine, whichever form it hits: it is kept as
    /// warm-up, named, and run again, so that a moment's starvation does not void the whole experiment. After that it stands, and is judged.</summary>
    private async Task KeepAsync(Func<Task<Slot>> run)
    {
        Slot slot = await run().ConfigureAwait(false);
        for (int repeat = 0; repeat < MostRepeats && slot.InFlightShare < SlotRules.LeastInFlightShare; repeat++)
        {
            _run.Journal.Append(slot with { Kind = SlotKind.WarmUp });
            _run.Journal.Append(Repeated(slot));
            slot = await run().ConfigureAwait(false);
        }

        _run.Journal.Append(slot);
        _slots.Add(slot);
    }

    private static Doubt Repeated(Slot slot) => new(
        "slot-repeated",
        slot.Experiment,
        FormattableString.Invariant(
            $"In round {slot.Round}, {slot.Form.ToString().ToLowerInvariant()} was measured again: its users had a request in flight only {100 * slot.InFlightShare:0.0} % of the time."),
        "By Little's law fewer users were at work than the load says; the machine was too busy to send on time.",
        "Use a quieter machine if this happens often.");

    private bool WantsMore(int round, TimeSpan lengthOfRound)
    {
        IReadOnlyList<Round> rounds = ExperimentJudge.CompleteRounds(_experiment, _slots);
        return round < _plan.MaximumRounds
            && (round < _plan.MinimumRounds || ExperimentJudge.Progress(_experiment, rounds) == LookOutcome.Continue)
            && _run.Clock.Elapsed + lengthOfRound <= (round < Looks.RoundsAt(1) ? _end + (_end - _started) * FirstLookSlack : _end) - ProfileTime(_plan);
    }

    private static TimeSpan ProfileTime(ExperimentPlan plan)
    {
        TimeSpan warmUp = plan.ProfileWarmUp is UsersForTime users ? users.Duration : TimeSpan.Zero;
        // A page that takes seconds outlasts the last step; 3 s a form cover the four waits of a dashboard.
        return plan.Experiment.Profile is SteppedUsers stepped
            ? (stepped.Duration + warmUp + TimeSpan.FromSeconds(3)) * plan.Experiment.Workload.Forms.Count
            : TimeSpan.Zero;
    }

    private void TellStanding(int round)
    {
        IReadOnlyList<Round> rounds = ExperimentJudge.CompleteRounds(_experiment, _slots);
        IntervalEstimate? soFar = ExperimentJudge.SoFar(_experiment, rounds, FormPair.Of(_experiment.Workload)[0]);
        double? Ratio(double? theta) => theta is { } value ? Math.Exp(value) : null;
        FormStanding[] forms = [.. _experiment.Workload.Forms.Select(f => Standing(f, [.. rounds.Select(r => r.MeasuredSlot(f.Form)).OfType<Slot>()]))];
        var standing = new RoundStanding(rounds.Count, forms, Ratio(soFar?.Theta), Ratio(soFar?.Low), Ratio(soFar?.High));
        _run.Report(new RunProgress(_experiment.ListedId, $"round {round}", Share, Left, Finished: false) { Standing = standing });
    }

    private static FormStanding Standing(WorkloadForm form, Slot[] slots)
    {
        (long count, long answers) = (slots.Sum(s => s.Count), slots.Sum(s => s.Count + s.Discarded));
        return new FormStanding(
            form.Form,
            form.Label,
            count == 0 ? 0 : slots.Sum(s => s.LatencySumNanoseconds) / count / 1e6,
            answers / Math.Max(1e-9, slots.Sum(s => s.DurationNanoseconds) / 1e9),
            slots.Sum(s => s.Errors.Values.Sum()));
    }

    private double Share => Math.Clamp((_run.Clock.Elapsed - _started) / (_end - _started), 0, 1);

    private void Tell(int round, string stage)
    {
        string place = round == 0 ? stage : string.Create(CultureInfo.InvariantCulture, $"round {round} of at most {Looks.RoundsAt(_experiment.Looks)}, {stage}");
        string row = _experiment.Group is { } group ? $"{group.Row} on {group.Column}, " : "";
        _run.Report(new RunProgress(_experiment.ListedId, row + place, Share, Left, Finished: false));
    }

    /// <summary>A table of experiments is done when its last one is; who runs them all says so.</summary>
    private void Finish()
    {
        if (_experiment.Group is null)
            _run.Report(new RunProgress(_experiment.ListedId, "done", 1, Left, Finished: true));
    }

    private TimeSpan Left
    {
        get
        {
            TimeSpan own = _end - _run.Clock.Elapsed;
            return (own > TimeSpan.Zero ? own : TimeSpan.Zero) + _later;
        }
    }
}
