using Syncopate.Running;
using Syncopate.Running.Rounds;
using Syncopate.Running.Servers;

namespace Syncopate.Experiments;

/// <summary>Runs experiments whose work is called inside servers: they take turns, a round each, so that a busy moment
/// hits no single one; and in a long run the servers are replaced now and then, since two processes of one build differ by more than a
/// round's noise.</summary>
internal sealed class WorkRun
{
    private readonly RunContext _run;
    private readonly string _shown;
    private readonly string _question;
    private readonly TimeSpan _started;
    private readonly TimeSpan _end;
    private readonly TimeSpan _later;
    private readonly int _all;
    private readonly List<WorkRow> _left;

    /// <param name="run">The run.</param>
    /// <param name="plans">Plans with work, the most important first: where the machine is too busy for all, the last
    /// ones are not begun.</param>
    /// <param name="allotted">Time for all of them.</param>
    /// <param name="later">Planned time of what comes after; only for telling what is left.</param>
    public WorkRun(RunContext run, IReadOnlyList<ExperimentPlan> plans, TimeSpan allotted, TimeSpan later)
    {
        _run = run;
        _shown = plans[0].Experiment.ListedId;
        _question = plans[0].Experiment.Group?.Question ?? plans[0].Experiment.Question;
        _left = [.. plans.Select(p => new WorkRow(p))];
        _all = plans.Count;
        _started = run.Clock.Elapsed;
        _end = _started + allotted;
        _later = later;
        foreach (WorkRow row in _left)
        {
            if (run.Earlier?.Of(row.Plan.Experiment.Id) is { } earlier)
                row.GoOn(new ExperimentRunner(run, row.PlanOf(earlier.Experiment.Load), allotted, later), earlier);
        }

        _left.RemoveAll(row => !row.IsOpen);
    }

    /// <summary>Runs them until all are decided or the time is over.</summary>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        if (_left.Count == 0)
            return; // An earlier sitting has decided all of them.
        int rounds = _left[0].Plan.RoundsPerProcess;
        bool isResumed = _left.Exists(row => row.Runner is not null);
        bool again;
        do
        {
            await using WorkServers servers = new(_run, [.. _left.Select(l => l.Plan)]);
            TimeSpan preparing = await _run.PrepareAsync(isResumed, () => PrepareAsync(servers, cancellationToken));
            isResumed = false;

            // New servers must be worth their start: otherwise these go on to the end.
            TimeSpan? pass = await PassesAsync(servers, rounds, cancellationToken);
            again = pass is not null && _run.Clock.Elapsed + preparing + 2 * pass <= _end;
            if (!again && pass is not null)
                await PassesAsync(servers, int.MaxValue, cancellationToken);
        }
        while (again);
        if (_left.Where(r => r.Runner is null).Select(r => r.Plan.Experiment.Title).ToList() is { Count: > 0 } missing)
            _run.Journal.Append(NotBegun(missing));
    }

    private async Task PrepareAsync(WorkServers servers, CancellationToken cancellationToken)
    {
        ReportStage("starting servers");
        await servers.StartAsync(cancellationToken);
        ReportStage("warming up");
        // What is warmed for longer than a third of the time is not measured for long enough.
        IReadOnlyDictionary<ExperimentPlan, CallsInProcess?> calls = await servers.WarmAsync(
            Left / 3, SlotWithin(Left * 2 / 3), cancellationToken);
        foreach (WorkRow row in _left)
            row.Calls ??= calls[row.Plan];
    }

    /// <summary>Passes over all experiments that still want a round, until one has had so many, as long as one has time
    /// to reach its next look. Answers how long the last pass took, or null when none has.</summary>
    private async Task<TimeSpan?> PassesAsync(WorkServers servers, int most, CancellationToken cancellationToken)
    {
        TimeSpan pass = TimeSpan.Zero;
        for (int rounds = 0; rounds < most;)
        {
            TimeSpan before = _run.Clock.Elapsed;
            if (await PassAsync(servers, cancellationToken) is not (> 0 and var more))
                return null;
            rounds += more;
            pass = _run.Clock.Elapsed - before;
        }

        return pass;
    }

    /// <summary>Some rounds of each experiment that can reach its next look in the time that the others leave: first
    /// looks before later ones, those that are nearest before others, and those that are under way before those that are not begun.
    /// Answers the most rounds that one of them had, 0 when none has any left.</summary>
    private async Task<int> PassAsync(WorkServers servers, CancellationToken cancellationToken)
    {
        List<WorkRow> admitted = [];
        int rounds = 0;
        foreach (WorkRow row in _left.Where(r => r.Calls is not null)
            .OrderBy(r => r.IsBeyondFirstLook)
            .ThenBy(r => r.Runner is null)
            .ThenBy(r => r.Runner is null ? TimeSpan.Zero : r.ToNextLook)
            .ToList())
        {
            bool isFirst = _left.TrueForAll(r => r.Runner is null) && _left.Count == _all;
            TimeSpan reserved = admitted.Aggregate(TimeSpan.Zero, (sum, r) => sum + r.ToNextLook);
            if (!isFirst && reserved + Cost(row) > _end - _run.Clock.Elapsed)
                continue;
            row.Runner ??= Describe(row);
            rounds = Math.Max(rounds, await row.RunAsync(servers.Of(row.Plan), _run.Clock, cancellationToken));
            if (row.IsOpen)
                admitted.Add(row);
            else
                _left.Remove(row);
            cancellationToken.ThrowIfCancellationRequested();
        }

        return _left.Count > 0 ? rounds : 0;
    }

    /// <summary>What a row costs up to its next look; one that is not begun is taken for one like the others.</summary>
    private TimeSpan Cost(WorkRow row)
    {
        List<WorkRow> begun = [.. _left.Where(r => r.Runner is not null)];
        return row.Runner is not null || begun.Count == 0
            ? row.ToNextLook
            : Looks.RoundsAt(1) * begun.Aggregate(TimeSpan.Zero, (sum, r) => sum + r.Length) / begun.Count;
    }

    /// <summary>Journals an experiment before its first round, so that a run that is stopped early says what is missing.</summary>
    private ExperimentRunner Describe(WorkRow row)
    {
        // Never null: whoever calls has asked.
        ExperimentRunner runner = new(_run, row.PlanOf(row.Calls!), Left, _later);
        _run.Journal.Append(runner.Experiment);
        return runner;
    }

    private Doubt NotBegun(List<string> missing) => new(
        "rows-not-begun",
        _shown,
        FormattableString.Invariant(
            $"{missing.Count} of {_all} rows were not begun, since their first look could not be reached in the time: ")
            + $"{string.Join("; ", missing)}.",
        "The machine was too busy, or too slow, for all of them. A row that stops before its first look says nothing.",
        $"Use a quieter machine, or more time: syncopate run {_shown}, with --full for the longest.");

    /// <summary>Slots that let every experiment have all its rounds in a time, from 5 to 20 ms: more rounds show more
    /// than longer ones, until there are as many as can be.</summary>
    private TimeSpan SlotWithin(TimeSpan time)
    {
        int slots = _left.Sum(
            r => r.Plan.MaximumRounds * (r.Plan.Experiment.Workload.Forms.Count + (r.Plan.Experiment.NoiseForm is null ? 0 : 1)));
        return TimeSpan.FromMilliseconds(Math.Clamp(time.TotalMilliseconds / slots, 5, 20));
    }

    private TimeSpan Left => _end > _run.Clock.Elapsed ? _end - _run.Clock.Elapsed : TimeSpan.Zero;

    private void ReportStage(string stage) =>
        _run.Report(new RunProgress(
            _shown, stage, Math.Clamp((_run.Clock.Elapsed - _started) / (_end - _started), 0, 1), Left + _later, Finished: false)
        {
            Question = _question,
        });
}
