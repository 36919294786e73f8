using Syncopate.Measuring;
using Syncopate.Statistics;

namespace Syncopate.Experiments;

/// <summary>Runs experiments whose work is called inside servers: they take turns, a round each, so that a busy moment hits no single one; and the servers are replaced
/// now and then, since two processes of one build differ by more than a round's noise.</summary>
internal sealed class WorkRun
{
    private readonly RunContext _run;
    private readonly string _shown;
    private readonly TimeSpan _started;
    private readonly TimeSpan _end;
    private readonly TimeSpan _later;
    private List<(ExperimentPlan Plan, ExperimentRunner? Runner)> _left;
    private int _passes;

    /// <param name="run">The run.</param>
    /// <param name="plans">Plans with work.</param>
    /// <param name="allotted">Time for all of them.</param>
    /// <param name="later">Planned time of what comes after; only for telling what is left.</param>
    public WorkRun(RunContext run, IReadOnlyList<ExperimentPlan> plans, TimeSpan allotted, TimeSpan later)
    {
        _run = run;
        _shown = plans[0].Experiment.ListedId;
        _left = [.. plans.Select(p => (p, (ExperimentRunner?)null))];
        _started = run.Clock.Elapsed;
        _end = _started + allotted;
        _later = later;
    }

    /// <summary>Runs them until all are decided or the time is over.</summary>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        int rounds = _left[0].Plan.RoundsPerProcess;
        bool again;
        do
        {
            TimeSpan before = _run.Clock.Elapsed;
            await using var servers = new Servers(_run, [.. _left.Select(l => l.Plan)]);
            Tell("starting servers");
            await servers.StartAsync(cancellationToken);
            Tell("warming up");
            IReadOnlyDictionary<ExperimentPlan, CallsInProcess> calls = await servers.WarmAsync(cancellationToken);
            TimeSpan preparing = _run.Clock.Elapsed - before;
            if (_left.Any(l => l.Runner is null))
                _left = [.. _left.Select(l => (l.Plan, (ExperimentRunner?)Describe(l.Plan, calls[l.Plan])))];

            // New servers must be worth their start: otherwise these go on to the end.
            TimeSpan pass = await PassesAsync(servers, rounds, cancellationToken);
            again = _left.Count > 0 && _run.Clock.Elapsed + preparing + 2 * pass <= _end;
            if (!again && _left.Count > 0)
                await PassesAsync(servers, int.MaxValue, cancellationToken);
        }
        while (again);
    }

    /// <summary>One round of each experiment that still wants one, several times. Answers how long a pass took.</summary>
    private async Task<TimeSpan> PassesAsync(Servers servers, int most, CancellationToken cancellationToken)
    {
        TimeSpan pass = TimeSpan.Zero;
        // Before the first look there is nothing to say yet: until then each runner knows how far it may go beyond the time.
        for (int i = 0; i < most && _left.Count > 0 && (_passes < Looks.RoundsAt(1) || _run.Clock.Elapsed + pass <= _end); i++)
        {
            _passes++;
            TimeSpan before = _run.Clock.Elapsed;
            List<(ExperimentPlan, ExperimentRunner?)> wanting = [];
            foreach ((ExperimentPlan plan, ExperimentRunner? runner) in _left)
            {
                // Every plan has its runner since the first warm-up.
                if (await runner!.ContinueOnAsync(servers.Of(plan), 1, cancellationToken))
                    wanting.Add((plan, runner));
            }

            _left = wanting;
            pass = _run.Clock.Elapsed - before;
        }

        return pass;
    }

    /// <summary>Journals an experiment before the first round of any, so that a run that is stopped early says what is missing.</summary>
    private ExperimentRunner Describe(ExperimentPlan plan, CallsInProcess calls)
    {
        var runner = new ExperimentRunner(_run, plan with { Experiment = plan.Experiment with { Load = calls } }, _end - _run.Clock.Elapsed, _later);
        _run.Journal.Append(runner.Experiment);
        return runner;
    }

    private void Tell(string stage)
    {
        TimeSpan left = _end - _run.Clock.Elapsed;
        double share = Math.Clamp((_run.Clock.Elapsed - _started) / (_end - _started), 0, 1);
        _run.Report(new RunProgress(_shown, stage, share, (left > TimeSpan.Zero ? left : TimeSpan.Zero) + _later, Finished: false));
    }

    /// <summary>One server for all plans that are measured on the same database.</summary>
    private sealed class Servers : IAsyncDisposable
    {
        private readonly RunContext _run;
        private readonly List<(Lineup Lineup, List<ExperimentPlan> Plans)> _all;

        public Servers(RunContext run, IReadOnlyList<ExperimentPlan> plans)
        {
            _run = run;
            _all = [.. plans.GroupBy(p => p.Server).Select(g => (new Lineup(run, g.Key), g.ToList()))];
        }

        public Lineup Of(ExperimentPlan plan) => _all.First(s => s.Plans.Contains(plan)).Lineup;

        public async Task StartAsync(CancellationToken cancellationToken) => await Task.WhenAll(_all.Select(async s =>
        {
            List<Form> forms = [.. s.Plans.SelectMany(p => p.Experiment.Workload.Forms).Select(f => f.Form).Distinct()];
            await s.Lineup.StartTogetherAsync(forms, cancellationToken);
            await s.Lineup.PrepareAsync(s.Plans[0], cancellationToken);
        }));

        public async Task<IReadOnlyDictionary<ExperimentPlan, CallsInProcess>> WarmAsync(CancellationToken cancellationToken)
        {
            IReadOnlyList<CallsInProcess>[] calls = await Task.WhenAll(_all.Select(s =>
                new WorkWarmUp(_run, s.Lineup, s.Plans[0].SteadyFloor, s.Plans[0].SteadyCeiling).RunAsync(s.Plans, cancellationToken)));
            return _all.SelectMany((s, i) => s.Plans.Zip(calls[i])).ToDictionary(p => p.First, p => p.Second);
        }

        public async ValueTask DisposeAsync() => await Task.WhenAll(_all.Select(s => s.Lineup.DisposeAsync().AsTask()));
    }
}
