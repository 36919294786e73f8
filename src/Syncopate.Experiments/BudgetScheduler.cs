using System.Globalization;
using Syncopate.Running;
using Syncopate.Running.Rounds;
using Syncopate.Running.Servers;

namespace Syncopate.Experiments;

/// <summary>The questions of a run within one time budget. None has a cap of its own: what one does not need goes to those
/// that can still reach their next look.</summary>
internal sealed class BudgetScheduler : IAsyncDisposable
{
    // A question that takes somewhat longer than it seemed is not left a round before its look.
    private const double Slack = 1.3;

    private readonly RunContext _run;
    private readonly bool _sharesServers;
    private readonly TimeSpan _end;
    private readonly List<Question> _questions;
    private readonly Dictionary<(Func<Form, IServerSource>, bool), ServerSet> _serverSets = [];

    /// <param name="run">The run.</param>
    /// <param name="plans">Its questions, in the order in which they are asked.</param>
    /// <param name="time">Time for all of them.</param>
    /// <param name="sharesServers">Whether steady questions of equal servers are measured on the same ones, as a short
    /// run has no time to warm new ones for each.</param>
    public BudgetScheduler(RunContext run, IReadOnlyList<ExperimentPlan> plans, TimeSpan time, bool sharesServers)
    {
        _run = run;
        _sharesServers = sharesServers;
        _end = run.Clock.Elapsed + time;
        _questions = [.. plans.Select(p => new Question(p, new ExperimentRunner(run, p, time, TimeSpan.Zero)))];
    }

    private TimeSpan Left => _end - _run.Clock.Elapsed;

    /// <summary>Asks them all.</summary>
    /// <exception cref="TargetFailedException">A sample could not be started or died.</exception>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        _run.GoOn();
        int passed = Passed();
        RunForecast forecast = new(
            _run.Clock,
            [
                .. _questions
                    .Select((q, i) => (q.Plan, Needs([.. _questions[..(i + 1)]]) - Needs([.. _questions[..i]])))
                    .Skip(passed),
            ]);
        if (_sharesServers)
            _run.Expected = () => Expected(forecast);
        List<Question> ahead = [.. _questions.Skip(passed)];
        _questions.Take(passed).ToList().ForEach(question => ReportDone(question, ahead));
        while (ahead is [var next, ..])
        {
            forecast.Begin(next.Plan);
            List<Question> table = [.. ahead.Where(q => q.IsInside && q.Plan.Experiment.ListedId == next.Plan.Experiment.ListedId)];
            if (table.Count > 0)
            {
                await AskInsideAsync(table, Share(table, ahead), cancellationToken);
            }
            else
            {
                await AskAsync(
                    next, Earlier(_run.Clock.Elapsed + Share([next], ahead) * Slack, _end - Waited(next, ahead)), cancellationToken);
            }

            ahead = [.. ahead.Except(table.Append(next))];
            forecast.End();
            if (next.Runner.Slowness is { } slowness)
                ahead.ForEach(q => q.Runner.Expect(slowness));
            ReportDone(next, ahead);
        }

        await UseWhatIsLeftAsync(cancellationToken);
        List<ExperimentPlan> missed = [.. _questions.Where(q => !q.IsInside && q.Runner.Rounds == 0).Select(q => q.Plan)];
        foreach (ExperimentPlan plan in missed)
            _run.Journal.Append(LeftOut(plan, missed));
    }

    /// <summary>How many questions had their turn before the run was interrupted: those before the one that was under way. All had it
    /// when that one had already been passed, and used what was left over.</summary>
    private int Passed()
    {
        int last = _questions.FindLastIndex(IsEarlier);
        if (last < 0)
            return 0;
        Question latest = _questions[last];
        string? underWay = _run.Earlier?.UnderWay;
        Question? current = _questions.Find(q => q.Plan.Experiment.Id == underWay);
        if (current is null || !(ReferenceEquals(current, latest) || IsOneTable(current, latest)))
            return _questions.Count;
        return latest.IsInside ? _questions.FindIndex(q => IsOneTable(q, latest)) : last;
    }

    private bool IsEarlier(Question question) => _run.Earlier?.Of(question.Plan.Experiment.Id) is not null;

    private static bool IsOneTable(Question one, Question other) =>
        one.IsInside && other.IsInside && one.Plan.Experiment.ListedId == other.Plan.Experiment.ListedId;

    private Task AskInsideAsync(List<Question> table, TimeSpan share, CancellationToken cancellationToken) =>
        new WorkRun(_run, [.. table.Select(q => q.Plan)], share, Left - share).RunAsync(cancellationToken);

    /// <summary>Not known while a question is open that asks for a small difference, which takes what time there is.</summary>
    private TimeSpan? Expected(RunForecast forecast) =>
        _questions.Any(q =>
            q.IsInside || (q.IsOpen && !q.Runner.IsAnswered && q.Plan.Experiment.Workload.Traits.OnlyComputes))
            ? null
            : Earlier(forecast.Expected, Left);

    /// <summary>The one that needs the least comes first, a look at a time; then the next.</summary>
    private async Task UseWhatIsLeftAsync(CancellationToken cancellationToken)
    {
        while (_questions.Where(q => q.IsOpen && Need(q) <= Left).OrderBy(Need).ToList() is [var question, .. var others])
        {
            int before = question.Runner.Rounds;
            await AskAsync(question, others.Count == 0 ? _end : _run.Clock.Elapsed + Need(question) * Slack, cancellationToken);
            if (question.Runner.Rounds == before)
                return; // The machine has become too busy for what it seemed to be able to do.
        }
    }

    private async Task AskAsync(Question question, TimeSpan until, CancellationToken cancellationToken)
    {
        until = Earlier(until, _end);
        if (ServersOf(question) is { } key)
            await AskOnSharedAsync(question, key, until, cancellationToken);
        else
            await question.Runner.RunUntilAsync(until, cancellationToken);
    }

    private async Task AskOnSharedAsync(
        Question question, (Func<Form, IServerSource> Server, bool Computes) key, TimeSpan until, CancellationToken cancellationToken)
    {
        if (Need(question) > Left && !question.Runner.OwesRest)
            return;
        if (!_serverSets.TryGetValue(key, out ServerSet? serverSet))
        {
            _serverSets[key] = serverSet = new ServerSet(_run, key.Server);
            List<Question> sharing = [.. _questions.Where(q => ServersOf(q) == key)];
            await _run.PrepareAsync(
                sharing.Exists(IsEarlier),
                () => WarmAsync(serverSet, [.. sharing.Select(q => q.Plan)], cancellationToken));
        }

        await question.Runner.RunUntilAsync(until, serverSet, cancellationToken);
    }

    private async Task WarmAsync(ServerSet serverSet, List<ExperimentPlan> sharing, CancellationToken cancellationToken)
    {
        ReportStage(sharing[0], "starting servers");
        await serverSet.StartAsync(sharing.SelectMany(p => p.Experiment.Workload.Forms).Select(f => f.Form), cancellationToken);
        await serverSet.PrepareAsync(sharing[0], cancellationToken);
        ReportStage(sharing[0], "warming up");
        await new WarmUp(_run, serverSet, sharing[0].SteadyFloor, sharing[0].SteadyCeiling).RunAsync(sharing, cancellationToken);
    }

    /// <summary>Whose servers a question is measured on; null for its own. Code of other pages that is still being
    /// compiled, and threads that they left behind, are nothing against a wait but a false factor of two against a few milliseconds of
    /// computing: what computes has servers to itself.</summary>
    private (Func<Form, IServerSource>, bool)? ServersOf(Question question) => _sharesServers
            && question.Plan.Experiment.Replicate == Replicate.Round
        ? (question.Plan.Server, question.Plan.Experiment.Workload.Traits.OnlyComputes)
        : null;

    /// <summary>The time to a question's next look, its servers included when they are not there yet.</summary>
    private TimeSpan Need(Question question) => ServersOf(question) is { } key && _serverSets.ContainsKey(key)
        ? question.Runner.ToNextLook - question.Plan.EstimatedStart
        : question.Runner.ToNextLook;

    /// <summary>Time for some questions: what they need for their first look, and of what the others ahead do not need
    /// for theirs a part by their budget.</summary>
    private TimeSpan Share(List<Question> now, List<Question> ahead)
    {
        TimeSpan spare = Left - Needs(ahead);
        TimeSpan own = Needs(now);
        return spare > TimeSpan.Zero ? own + spare * (Budgets(now) / Budgets(ahead)) : own;
    }

    /// <summary>What earlier questions need that are a look away from their verdict, where there is room for it beside
    /// the next one.</summary>
    private TimeSpan Waited(Question next, List<Question> ahead)
    {
        TimeSpan need = Needs(
            [.. _questions.Where(q => q.IsOpen && !q.Runner.IsAnswered && q.Runner.Rounds > 0 && !ahead.Contains(q))]) * Slack;
        return need + Need(next) <= Left ? need : TimeSpan.Zero;
    }

    private static TimeSpan Earlier(TimeSpan one, TimeSpan other) => one < other ? one : other;

    /// <summary>What several need, servers that they share counted once.</summary>
    private TimeSpan Needs(List<Question> questions) => questions
        .Select((q, i) => ServersOf(q) is { } key && !_serverSets.ContainsKey(key) && questions.FindIndex(o => ServersOf(o) == key) < i
            ? Need(q) - q.Plan.EstimatedStart
            : Need(q))
        .Aggregate(TimeSpan.Zero, (sum, need) => sum + need);

    private static TimeSpan Budgets(List<Question> questions) => questions.Aggregate(TimeSpan.Zero, (sum, q) => sum + q.Plan.Budget);

    private void ReportDone(Question question, List<Question> ahead)
    {
        if (question.Plan.Experiment.Group is not { } group)
            question.Runner.Finish();
        else if (ahead.All(q => q.Plan.Experiment.Group?.Id != group.Id))
            _run.Report(new RunProgress(group.Id, "done", 1, Left, Finished: true));
    }

    private void ReportStage(ExperimentPlan plan, string stage) =>
        _run.Report(new RunProgress(plan.Experiment.ListedId, stage, 0, Left, Finished: false) { Question = plan.Experiment.Question });

    /// <summary>A run keeps its promised length on a machine that is too busy for it: what does not fit is named, not
    /// squeezed in.</summary>
    private Doubt LeftOut(ExperimentPlan plan, List<ExperimentPlan> missed) => new(
        "no-time",
        plan.Experiment.Id,
        string.Create(
            CultureInfo.InvariantCulture,
            $"'{plan.Experiment.Id}' was skipped: the {_end.TotalSeconds:0} s of the run had no time left for the rounds of a verdict."),
        "The machine was too busy, or too slow, for all experiments.",
        _questions.Count == missed.Count
            ? "Use a quieter machine, or a run without --quick."
            : $"Run {(missed.Count == 1 ? "it" : "them")} alone: "
                + $"syncopate run {string.Join(' ', missed.Select(p => p.Experiment.ListedId).Distinct(StringComparer.Ordinal))}");

    /// <summary>Ends the servers that were shared.</summary>
    public async ValueTask DisposeAsync() => await Task.WhenAll(_serverSets.Values.Select(l => l.DisposeAsync().AsTask()));

    /// <summary>A question and who asks it.</summary>
    private sealed record Question(ExperimentPlan Plan, ExperimentRunner Runner)
    {
        /// <summary>Work inside a server is driven with the other rows of its table.</summary>
        public bool IsInside => Plan.Experiment.Load is CallsInProcess;

        public bool IsOpen => !IsInside && Runner.IsOpen;
    }
}
