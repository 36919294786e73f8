using System.Globalization;
using System.Runtime.CompilerServices;
using Syncopate.Judging;
using Syncopate.Running.Servers;

namespace Syncopate.Running.Rounds;

/// <summary>Runs one experiment by the method of docs/method.md: rounds in seeded random order, looks fixed before the
/// start, each slot on disk before the next one begins. It can be stopped between two rounds and go on later, on other
/// servers, so that several questions share one time budget.</summary>
internal sealed class ExperimentRunner
{
    // The load begins before the look and ends after it, so that all of the look is under load.
    private static readonly TimeSpan ProbeWindow = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan ProbeMargin = TimeSpan.FromSeconds(1);

    private readonly RunContext _run;
    private readonly ExperimentPlan _plan;
    private readonly TimeSpan _end;
    private readonly TimeSpan _started;
    private readonly TimeSpan _later;
    private readonly List<Slot> _slots = [];
    private readonly SendersLostException.InARow _lost = new(); // Rounds of a cold question in which agents were lost.
    private RoundSchedule _schedule;
    private TimeSpan _beforeRounds;
    private TimeSpan _until;
    private int _next = 1;
    private EarlierExperiment? _resumed; // Null once its servers were started anew, and for a run that begins.
    private bool _isDescribed;
    private bool _isProbed;

    /// <param name="run">The run.</param>
    /// <param name="plan">What to run.</param>
    /// <param name="allotted">Time for everything from now on, by which the looks are fixed.</param>
    /// <param name="later">Planned time of what comes after this; only for telling what is left.</param>
    public ExperimentRunner(RunContext run, ExperimentPlan plan, TimeSpan allotted, TimeSpan later)
    {
        ArgumentNullException.ThrowIfNull(run);
        ArgumentNullException.ThrowIfNull(plan);
        _run = run;
        _plan = plan;
        _started = run.Clock.Elapsed;
        _end = _started + allotted;
        _until = _end;
        _later = later;
        RoundSchedule first = new(plan.Experiment, plan, new RoundPace(plan.EstimatedRound, plan.EstimatedStart), Rounds: 0, IsOpen: true);
        _schedule = first with { Experiment = plan.Experiment with { Looks = first.LooksWithin(allotted) } };
        if (run.Earlier?.Of(plan.Experiment.Id) is { } earlier)
            Resume(earlier);
    }

    /// <summary>The experiment, with the looks that its time allows.</summary>
    public Experiment Experiment => _schedule.Experiment;

    /// <summary>Whether a further round could still change an answer.</summary>
    public bool IsOpen => _schedule.IsOpen;

    /// <summary>Whether the question itself, the pair of the first form and the last, has its verdict.</summary>
    public bool IsAnswered { get; private set; }

    /// <summary>How many complete rounds there are.</summary>
    public int Rounds => _schedule.Rounds;

    /// <summary>About how long it takes to the next look at which something can be decided, the start of new servers and the article's
    /// own protocol included.</summary>
    public TimeSpan ToNextLook => _schedule.ToNextLook;

    /// <summary>Whether an earlier sitting had all rounds, and was interrupted in what follows them on warm servers.</summary>
    public bool OwesRest => _resumed is { Rounds: > 0 } && !IsCold
        && ((Experiment.Profile is not null && !_schedule.IsProfiled) || (_run.Probe is not null && !_isProbed));

    /// <summary>By what factor its servers took longer to start than was planned; null before any has started.</summary>
    public double? Slowness =>
        Pace.IsStarted && _plan.EstimatedStart > TimeSpan.Zero ? Pace.Start / _plan.EstimatedStart : null;

    /// <summary>Expects the machine to be as others have found it: on a slow one everything takes longer, on a fast one
    /// starts take less, but waits do not. For a runner that has not begun.</summary>
    /// <param name="slowness">By what factor starts took longer than planned; above 0.</param>
    public void Expect(double slowness) =>
        Pace = new RoundPace(_plan.EstimatedRound * Math.Max(1, slowness), _plan.EstimatedStart * slowness);

    private RoundPace Pace
    {
        get => _schedule.Pace;
        set => _schedule = _schedule with { Pace = value };
    }

    private IEnumerable<Form> Forms => Experiment.Workload.Forms.Select(f => f.Form);

    private bool IsCold => Experiment.Replicate == Replicate.ProcessStart;

    private TimeSpan LeftUntil => _until - _run.Clock.Elapsed;

    private bool HasRound => _schedule.HasRoundWithin(LeftUntil + FreeStart, starts: 1);

    /// <summary>What making its servers ready once more takes none of: they were ready before the run was interrupted.</summary>
    private TimeSpan FreeStart => _resumed is null || IsCold ? TimeSpan.Zero : Pace.Start;

    /// <summary>Runs the experiment on servers of its own until it is decided or its time is over. One round is measured
    /// however short the time is.</summary>
    public async Task RunAsync(CancellationToken cancellationToken = default)
    {
        Describe();
        for (bool must = _next == 1 || OwesRest; must || HasRound; must = false)
            await (IsCold ? RunColdAsync(cancellationToken) : RunWarmAsync(cancellationToken)).ConfigureAwait(false);

        // A run that has ended of itself, by failed requests as a rule, had time enough.
        if (_plan.Work.Load is PilotedLoad && IsOpen && !IsAnswered && Rounds < Looks.RoundsAt(1))
            _run.Journal.Append(LittleTime.Of(Experiment.Id, Rounds, Pace.Round, _beforeRounds));
        Finish();
    }

    /// <summary>Runs rounds on servers of its own: new ones each round for a cold question, else warmed ones that are
    /// replaced now and then. Stops when it is decided, or when the next look cannot be reached in time.</summary>
    /// <param name="until">When to stop, on the clock of the run.</param>
    /// <param name="cancellationToken">Ends the slot under way.</param>
    public async Task RunUntilAsync(TimeSpan until, CancellationToken cancellationToken = default)
    {
        ShareTime(until);
        while (_schedule.ReachesNextLook(LeftUntil + FreeStart) || OwesRest)
        {
            Describe();
            await (IsCold ? RunColdAsync(cancellationToken) : RunWarmAsync(cancellationToken)).ConfigureAwait(false);
        }
    }

    /// <summary>The same on servers that are already warm, as several experiments in a row may share them.</summary>
    /// <param name="until">When to stop, on the clock of the run.</param>
    /// <param name="serverSet">Warm servers.</param>
    /// <param name="cancellationToken">Ends the slot under way.</param>
    public async Task RunUntilAsync(TimeSpan until, ServerSet serverSet, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(serverSet);
        ShareTime(until);
        bool hasRound = _schedule.Next(LeftUntil, onThese: 0) != RoundStep.Stop;
        if (!hasRound && !OwesRest)
            return;
        Describe();
        using Drivers drivers = Drivers.Of(_run, _plan, serverSet, serverSet);
        if (hasRound)
            await RunRoundsAsync(int.MaxValue, drivers, cancellationToken).ConfigureAwait(false);
        await ProbeAsync(drivers, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Runs the next rounds of an experiment whose description is in the journal, so that several can take
    /// turns on the same servers, and have theirs replaced.</summary>
    /// <param name="serverSet">Warm servers.</param>
    /// <param name="most">Most rounds to run now.</param>
    /// <param name="cancellationToken">Ends the slot under way.</param>
    /// <returns>True when further rounds could still decide something in its time.</returns>
    public async Task<bool> ContinueOnAsync(ServerSet serverSet, int most, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(serverSet);
        using Drivers drivers = Drivers.Of(_run, _plan, serverSet, serverSet);
        await RunRoundsAsync(most, drivers, cancellationToken).ConfigureAwait(false);
        bool wantsMore = _schedule.HasRoundWithin(LeftUntil, starts: 0);
        if (!wantsMore)
            await ProbeAsync(drivers, cancellationToken).ConfigureAwait(false);
        return wantsMore;
    }

    /// <summary>Tells that no further round of it will be run. A table of experiments is done when its last one is; who
    /// runs them all says so.</summary>
    public void Finish()
    {
        if (Experiment.Group is null)
            _run.Report(new RunProgress(Experiment.ListedId, "done", 1, Left, Finished: true));
    }

    /// <summary>Takes what an earlier sitting of the run has measured for measured.</summary>
    private void Resume(EarlierExperiment earlier)
    {
        earlier.Check(_plan.Experiment);
        (_resumed, _schedule, IsAnswered) = (earlier, _schedule.Resumed(earlier), earlier.IsAnswered);
        (_isDescribed, _isProbed, _next, _beforeRounds) = (true, earlier.IsProbed, earlier.Rounds + 1, earlier.Began);
        _slots.AddRange(earlier.Slots);
    }

    private void Describe()
    {
        if (!_isDescribed && _plan.Work.Load is GivenLoad)
            _run.Journal.Append(Experiment);
        _isDescribed = true;
    }

    /// <summary>Rounds on one set of warm servers.</summary>
    private async Task RunWarmAsync(CancellationToken cancellationToken)
    {
        (EarlierExperiment? resumed, _resumed) = (_resumed, null);
        bool isFirst = _next == 1;
        ServerSet serverSet = new(_run, _plan.Server);
        await using ConfiguredAsyncDisposable end = serverSet.ConfigureAwait(false);
        bool areFirst = isFirst || resumed is not null;
        TimeSpan start = await _run.PrepareAsync(
            resumed is not null, () => WarmAsync(serverSet, areFirst, cancellationToken)).ConfigureAwait(false);
        using Drivers drivers = Drivers.Of(_run, _plan, serverSet, serverSet);
        Pace = Pace.Started(start, 1);
        if (isFirst && resumed is null && _plan.Work.Load is PilotedLoad piloted)
            await FixSlotsAsync(drivers, piloted, cancellationToken).ConfigureAwait(false);
        // Servers are replaced after the same rounds as without the interruption.
        int most = _plan.RoundsPerProcess - (resumed?.RoundsOnLast ?? 0) % _plan.RoundsPerProcess;
        // New servers that took longer to start than the old ones have no time for a round: it would be begun when the time is over.
        RoundStep step = isFirst ? RoundStep.Round : _schedule.Next(LeftUntil, onThese: 0);
        await drivers.HoldAsync(
            async () =>
            {
                for (; step == RoundStep.Round; step = _schedule.Next(LeftUntil, onThese: _plan.RoundsPerProcess))
                {
                    await RunRoundsAsync(most, drivers, cancellationToken).ConfigureAwait(false);
                    most = _plan.RoundsPerProcess;
                }
            },
            cancellationToken).ConfigureAwait(false);
        if (_schedule.Next(LeftUntil, onThese: 0) != RoundStep.Stop)
            return; // On new servers.
        await RunProfileAsync(drivers, cancellationToken).ConfigureAwait(false);
        await ProbeAsync(drivers, cancellationToken).ConfigureAwait(false);
    }

    private void ShareTime(TimeSpan until) => (_until, _schedule) = (until, _schedule with { SharesTime = true });

    private async Task WarmAsync(ServerSet servers, bool areFirst, CancellationToken cancellationToken)
    {
        int shown = _next == 1 ? 0 : _next;
        if (_plan.Work is HttpWork)
            ReportStage(shown, Forms.Any(f => _plan.Server(f) is not RunningServer) ? "starting servers" : "finding the servers");
        await servers.StartAsync(Forms, cancellationToken).ConfigureAwait(false);
        await servers.PrepareAsync(_plan, cancellationToken).ConfigureAwait(false);
        if (areFirst)
            await _plan.Work.Guard.CheckAsync(servers, cancellationToken).ConfigureAwait(false);
        if (_plan.Work is not HttpWork)
            return; // Nothing is loaded; the pilot warms what is called.
        ReportStage(shown, "warming up");
        await new WarmUp(_run, servers, _plan.SteadyFloor, _plan.SteadyCeiling).RunAsync([_plan], cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Fixes, by what a pilot shows, the load of every slot, and by its length the number of looks: before the
    /// first round, as the level of each look depends on it.</summary>
    private async Task FixSlotsAsync(Drivers drivers, PilotedLoad piloted, CancellationToken cancellationToken)
    {
        ReportStage(0, "pilot");
        PilotReading slowest = await Pilot.RunAsync(drivers, Experiment, () => _end - _run.Clock.Elapsed, cancellationToken)
            .ConfigureAwait(false);
        _schedule = _schedule.Piloted(slowest, piloted.After(slowest), _end - _run.Clock.Elapsed);
        _run.Journal.Append(Experiment);
        _beforeRounds = _run.Clock.Elapsed - _started;
    }

    /// <summary>Some rounds of a cold question: every slot, the noise slot too, has a new process to itself. They are
    /// started side by side before anything is measured.</summary>
    private async Task RunColdAsync(CancellationToken cancellationToken)
    {
        TimeSpan before = _run.Clock.Elapsed;
        ReportStage(_next, "starting servers");
        TimeSpan left = _end > _run.Clock.Elapsed ? _end - _run.Clock.Elapsed : TimeSpan.Zero;
        int ahead = Math.Min(_schedule.RoundsToNextLook, _plan.RoundsAhead);
        ColdServers? servers = await ColdServers
            .StartWithinAsync(_schedule.SharesTime ? left : Timeout.InfiniteTimeSpan, _run, _plan, ahead, cancellationToken)
            .ConfigureAwait(false);
        _schedule = _schedule with { IsOpen = IsOpen && servers is not null };
        if (servers is null)
            return;
        await using ConfiguredAsyncDisposable end = servers.ConfigureAwait(false);
        Pace = Pace.Started(_run.Clock.Elapsed - before, servers.Rounds.Count);
        // What has been started is measured: the starts were the expensive part.
        foreach (Drivers drivers in servers.Rounds)
        {
            try
            {
                await drivers.HoldAsync(() => RunRoundsAsync(1, drivers, cancellationToken), cancellationToken)
                    .ConfigureAwait(false);
                _lost.Clear();
            }
            catch (SendersLostException e)
            {
                // Its servers are not cold any more: the round is measured on the next ones.
                _lost.Add(e);
            }

            if (!_schedule.HasRoundWithin(_end - _run.Clock.Elapsed, starts: 0))
                break;
        }
    }

    /// <summary>Rounds on servers that are there, until enough or none fits.</summary>
    private async Task RunRoundsAsync(int most, Drivers drivers, CancellationToken cancellationToken)
    {
        for (int i = 0; i < most;)
        {
            await drivers.WarmAgentsAsync(cancellationToken).ConfigureAwait(false);
            TimeSpan before = _run.Clock.Elapsed;
            int rounds = 1;
            if (_plan.Work is TurnWork)
                rounds = await RunTurnsAsync(most - i, drivers, cancellationToken).ConfigureAwait(false);
            else
                await RunRoundAsync(_next, drivers, cancellationToken).ConfigureAwait(false);
            // Tries in which an agent was lost say nothing of how long a round takes.
            Pace = Pace.Measured((_run.Clock.Elapsed - (drivers.TryBegan ?? before)) / rounds);
            (_next, i) = (_next + rounds, i + rounds);
            Judge(_next - 1);
            if (_schedule.Next(LeftUntil, onThese: 0) == RoundStep.Stop)
                return;
        }
    }

    /// <summary>Some rounds in one go; all of their slots are on the disk before the next ones begin. Answers how many.</summary>
    private async Task<int> RunTurnsAsync(int most, Drivers drivers, CancellationToken cancellationToken)
    {
        int rounds = Math.Min(most, _plan.MaximumRounds - Rounds);
        ReportStage(_next, "all forms in turn");
        List<RoundTurn> turns = [.. Enumerable.Range(_next, rounds).SelectMany(round => RoundTurn.Draw(_run.Seed, Experiment, round))];
        IReadOnlyList<Slot> slots = await drivers.OfForms.First()
            .RunTurnsAsync(turns, (CallsInProcess)Experiment.Load, cancellationToken)
            .ConfigureAwait(false);
        _run.Journal.Append(slots);
        _slots.AddRange(slots);
        return rounds;
    }

    private async Task RunRoundAsync(int round, Drivers drivers, CancellationToken cancellationToken)
    {
        SlotLoad load = new(Experiment.Load, TimeSpan.FromMilliseconds(Experiment.DiscardMilliseconds));
        RoundTurn[] turns = [.. RoundTurn.Draw(_run.Seed, Experiment, round)];
        IReadOnlyList<Slot> slots = await drivers
            .MeasureAsync(turns, load, form => ReportStage(round, form.InLowerCase()), cancellationToken)
            .ConfigureAwait(false);
        _slots.AddRange(slots);
        await drivers.HoldRoundAsync(slots, cancellationToken).ConfigureAwait(false);
    }

    private async Task RunProfileAsync(Drivers drivers, CancellationToken cancellationToken)
    {
        if (_schedule.IsProfiled || Experiment.Profile is not { } profile)
            return;
        _schedule = _schedule with { IsProfiled = true };
        foreach (Form form in Forms)
        {
            ReportStage(0, $"the article's own load, {form.InLowerCase()}");
            SlotDriver driver = drivers[form, SlotKind.Profile];
            if (_plan.Warming.ProfileWarmUp is { } warmUp)
                await driver.WarmAsync(warmUp, cancellationToken).ConfigureAwait(false);
            SlotLoad load = new(profile, TimeSpan.Zero);
            Slot slot = await SendersLostException.RepeatAsync(async () =>
            {
                await drivers.WarmAgentsAsync(cancellationToken).ConfigureAwait(false);
                return await driver.RunAsync(SlotKind.Profile, 0, 0, load, cancellationToken).ConfigureAwait(false);
            }).ConfigureAwait(false);
            _run.Journal.Append(slot);
            _slots.Add(slot);
        }
    }

    /// <summary>Looks, once everything is measured, at where each form blocks its threads. What that costs the server is
    /// in no figure.</summary>
    private async Task ProbeAsync(Drivers drivers, CancellationToken cancellationToken)
    {
        if (_run.Probe is not { } probe || _plan.Work is not HttpWork || _isProbed)
            return;
        _isProbed = true;
        LoadShape shape = Pilot.Shape(Experiment.Load, ProbeWindow + ProbeMargin);
        foreach (Form form in Forms)
        {
            ReportStage(0, $"where {form.InLowerCase()} blocks");
            SlotDriver driver = drivers[form, SlotKind.WarmUp];
            if (await driver.ProbeAsync(probe, ProbeWindow, shape, cancellationToken).ConfigureAwait(false) is { } sites)
                _run.Journal.Append(new FormProbe(Experiment.Id, form, sites));
        }
    }

    /// <summary>Asks, after a round, whether another one is wanted, and says how the question stands.</summary>
    private void Judge(int round)
    {
        IReadOnlyList<Round> rounds = ExperimentJudge.CompleteRounds(Experiment, _slots);
        Decision decision = ExperimentJudge.Judge(Experiment, rounds, FormPair.Of(Experiment.Workload)[0]);
        bool isNews = decision.Outcome == LookOutcome.Decided && !IsAnswered;
        IsAnswered |= isNews;
        _schedule = _schedule.Judged(round, rounds, IsAnswered);
        RoundStanding standing = RoundStanding.Of(Experiment, rounds) with { Decided = isNews ? decision : null };
        _run.Report(Progress($"round {round}") with { Standing = standing });
    }

    private string Question => Experiment.Group?.Question ?? Experiment.Question;

    private string? Cell => Experiment.Group is { } group ? $"{group.Row} on {group.Column}" : null;

    private double Share => Math.Clamp((_run.Clock.Elapsed - _started) / (_end - _started), 0, 1);

    private void ReportStage(int round, string stage)
    {
        string place = round == 0
            ? stage
            : string.Create(CultureInfo.InvariantCulture, $"round {round} of at most {Looks.RoundsAt(Experiment.Looks)}, {stage}");
        _run.Report(Progress(place));
    }

    private RunProgress Progress(string stage) =>
        new(Experiment.ListedId, stage, Share, Left, Finished: false) { Question = Question, Cell = Cell, Asked = Experiment };

    private TimeSpan Left => (_end > _run.Clock.Elapsed ? _end - _run.Clock.Elapsed : TimeSpan.Zero) + _later;
}
