using Syncopate.Measuring;

namespace Syncopate.Experiments;

/// <summary>Runs bundled experiments on the bundled samples, one after the other.</summary>
public sealed class BundledRun
{
    private readonly RunContext _run;
    private readonly SampleServers _servers;
    private readonly RunMode _mode;

    /// <param name="run">The run.</param>
    /// <param name="servers">How to start the samples.</param>
    /// <param name="mode">How large.</param>
    public BundledRun(RunContext run, SampleServers servers, RunMode mode)
    {
        _run = run;
        _servers = servers;
        _mode = mode;
    }

    /// <summary>The longest a run of all experiments may take; null for the articles' own sizes, which take what they take.</summary>
    public static TimeSpan? Limit(RunMode mode) => mode switch
    {
        RunMode.Quick => TimeSpan.FromSeconds(38.5),
        RunMode.Default => TimeSpan.FromSeconds(290),
        _ => null,
    };

    /// <summary>Runs the experiments. Each has its share of what is left of <see cref="Limit"/>, in proportion to its budget.</summary>
    /// <exception cref="TargetFailedException">A sample could not be started or died.</exception>
    public async Task RunAsync(IReadOnlyList<BundledExperiment> experiments, CancellationToken cancellationToken)
    {
        ServerProcess feeds = await _run.StartDependencyAsync(_servers.FeedService(FirstWins.ScalePercent(_mode)), cancellationToken);
        _servers.Feeds = feeds.Address;
        List<ExperimentPlan> plans = [.. experiments.Select(e => e.Plan(_mode, _servers))];

        // A quick run has no time to warm new servers for each steady question: those share one server a form. Cold questions never share.
        List<ExperimentPlan> sharing = _mode == RunMode.Quick ? [.. plans.Where(p => p.Experiment.Replicate == Replicate.Round)] : [];
        List<ExperimentPlan> alone = [.. plans.Except(sharing)];
        await using (var lineup = new Lineup(_run, _servers.Site))
        {
            // Computing comes first, on servers that have done nothing else: code of other pages that is still being compiled, and threads that
            // they left behind, are nothing against a wait but a false factor of two against a few milliseconds of computing.
            List<ExperimentPlan> computing = [.. sharing.Where(p => p.Experiment.Workload.UseCase == UseCase.CpuBound)];
            List<ExperimentPlan> waiting = [.. sharing.Except(computing)];
            await RunTogetherAsync(lineup, computing, [.. waiting, .. alone], cancellationToken);
            await RunTogetherAsync(lineup, waiting, alone, cancellationToken);
        }

        for (int i = 0; i < alone.Count; i++)
        {
            if (HasTimeFor(alone[i]))
                await Runner(alone[i], alone[i..]).RunAsync(cancellationToken);
        }
    }

    /// <summary>A run keeps its promised length on a machine that is too busy for it: what does not fit is named, not squeezed in.</summary>
    private bool HasTimeFor(ExperimentPlan plan)
    {
        if (Limit(_mode) is not { } limit || limit - _run.Clock.Elapsed >= plan.EstimatedRound)
            return true;
        _run.Journal.Append(new Doubt(
            "no-time",
            plan.Experiment.Id,
            FormattableString.Invariant($"'{plan.Experiment.Id}' was left out: the run's {limit.TotalSeconds:0} s were over before its first round."),
            "The machine was too busy, or too slow, for all experiments.",
            $"Run it alone: syncopate run {plan.Experiment.Id}"));
        return false;
    }

    private async Task RunTogetherAsync(Lineup lineup, List<ExperimentPlan> sharing, List<ExperimentPlan> later, CancellationToken cancellationToken)
    {
        if (sharing.Count == 0)
            return;
        string first = sharing[0].Experiment.Id;
        TimeSpan left = Budgets([.. sharing, .. later]);
        _run.Report(new RunProgress(first, "starting servers", 0, left, Finished: false));
        await lineup.StartAsync(sharing.SelectMany(p => p.Experiment.Workload.Forms).Select(f => f.Form), cancellationToken);
        _run.Report(new RunProgress(first, "warming up", 0, left, Finished: false));
        await new WarmUp(_run, lineup, sharing[0].SteadyFloor, sharing[0].SteadyCeiling).RunAsync(sharing, cancellationToken);
        for (int i = 0; i < sharing.Count; i++)
        {
            if (HasTimeFor(sharing[i]))
                await Runner(sharing[i], [.. sharing[i..], .. later]).RunOnAsync(lineup, cancellationToken);
        }
    }

    /// <summary>The runner of the first plan that is left, with its share of the time.</summary>
    private ExperimentRunner Runner(ExperimentPlan plan, IReadOnlyList<ExperimentPlan> left)
    {
        TimeSpan planned = Budgets(left);
        TimeSpan remaining = Limit(_mode) is { } limit ? limit - _run.Clock.Elapsed : planned;
        TimeSpan fair = remaining * (plan.Budget / planned);
        TimeSpan allotted = fair < plan.Budget ? fair : plan.Budget;
        return new ExperimentRunner(_run, plan, allotted, (remaining < planned ? remaining : planned) - allotted);
    }

    private static TimeSpan Budgets(IEnumerable<ExperimentPlan> plans) => plans.Aggregate(TimeSpan.Zero, (sum, p) => sum + p.Budget);
}
