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
        RunMode.Default => TimeSpan.FromSeconds(345),
        _ => null,
    };

    /// <summary>Runs the experiments. Each has its share of what is left of <see cref="Limit"/>, in proportion to its budget.</summary>
    /// <exception cref="TargetFailedException">A sample or a database could not be started or died.</exception>
    public async Task RunAsync(IReadOnlyList<BundledExperiment> experiments, DatabaseChoice databases, CancellationToken cancellationToken)
    {
        if (experiments.Any(e => e.UsesFeeds))
            _servers.Feeds = (await _run.StartDependencyAsync(_servers.FeedService(FirstWins.ScalePercent(_mode)), cancellationToken)).Address;
        if (experiments.Any(e => e.UsesDatabases))
            _servers.Databases = await new DatabaseStart(_run, _servers).StartAsync(databases, cancellationToken);
        if (experiments.FirstOrDefault(e => e.UsesBrowser) is { } paged)
            _servers.Browser = Browser(paged);

        List<ExperimentPlan> left = [.. experiments.SelectMany(e => e.Plans(_mode, _servers))];
        left = await RunInsideAsync(left, cancellationToken);
        left = await RunSharingAsync(left, cancellationToken);
        while (left is [var plan, ..])
        {
            if (HasTimeFor(plan))
                await Runner(plan, left).RunAsync(cancellationToken);
            left = Without(left, [plan]);
        }
    }

    private Chromium? Browser(BundledExperiment experiment)
    {
        Chromium? browser = Chromium.Find();
        if (browser is null)
        {
            _run.Journal.Append(new Doubt(
                "no-browser",
                null,
                $"No browser is on this machine, so '{experiment.Id}' cannot tell where the time of a page goes.",
                "Only a browser knows what a page costs beside the server: its way there, its transfer, its other files.",
                Chromium.HowToGet));
        }

        return browser;
    }

    /// <summary>Work inside a server comes first, as long as nothing else has made the machine warm.</summary>
    private async Task<List<ExperimentPlan>> RunInsideAsync(List<ExperimentPlan> left, CancellationToken cancellationToken)
    {
        foreach (IGrouping<string, ExperimentPlan> table in left.Where(p => p.Experiment.Load is CallsInProcess).GroupBy(p => p.Experiment.ListedId).ToList())
        {
            List<ExperimentPlan> inside = [.. table];
            (TimeSpan allotted, TimeSpan later) = Share(inside, left);
            await new WorkRun(_run, inside, allotted, later).RunAsync(cancellationToken);
            left = Without(left, inside);
        }

        return left;
    }

    /// <summary>A quick run has no time to warm new servers for each steady question: those share one server a form. Cold questions never share.</summary>
    private async Task<List<ExperimentPlan>> RunSharingAsync(List<ExperimentPlan> left, CancellationToken cancellationToken)
    {
        if (_mode != RunMode.Quick)
            return left;
        foreach (IGrouping<Func<Form, IServerSource>, ExperimentPlan> same in left.Where(p => p.Experiment.Replicate == Replicate.Round).GroupBy(p => p.Server).ToList())
        {
            await using var lineup = new Lineup(_run, same.Key);
            // Computing comes first, on servers that have done nothing else: code of other pages that is still being compiled, and threads that
            // they left behind, are nothing against a wait but a false factor of two against a few milliseconds of computing.
            foreach (IGrouping<bool, ExperimentPlan> sharing in same.GroupBy(p => p.Experiment.Workload.UseCase == UseCase.CpuBound).OrderByDescending(g => g.Key))
                left = await RunTogetherAsync(lineup, [.. sharing], left, cancellationToken);
        }

        return left;
    }

    private async Task<List<ExperimentPlan>> RunTogetherAsync(Lineup lineup, List<ExperimentPlan> sharing, List<ExperimentPlan> left, CancellationToken cancellationToken)
    {
        string first = sharing[0].Experiment.ListedId;
        TimeSpan planned = Budgets(left);
        _run.Report(new RunProgress(first, "starting servers", 0, planned, Finished: false));
        await lineup.StartAsync(sharing.SelectMany(p => p.Experiment.Workload.Forms).Select(f => f.Form), cancellationToken);
        await lineup.PrepareAsync(sharing[0], cancellationToken);
        _run.Report(new RunProgress(first, "warming up", 0, planned, Finished: false));
        await new WarmUp(_run, lineup, sharing[0].SteadyFloor, sharing[0].SteadyCeiling).RunAsync(sharing, cancellationToken);
        foreach (ExperimentPlan plan in sharing)
        {
            if (HasTimeFor(plan))
                await Runner(plan, left).RunOnAsync(lineup, cancellationToken);
            left = Without(left, [plan]);
        }

        return left;
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
            $"Run it alone: syncopate run {plan.Experiment.ListedId}"));
        return false;
    }

    /// <summary>The runner of a plan, with its share of the time.</summary>
    private ExperimentRunner Runner(ExperimentPlan plan, List<ExperimentPlan> left)
    {
        (TimeSpan allotted, TimeSpan later) = Share([plan], left);
        return new ExperimentRunner(_run, plan, allotted, later);
    }

    /// <summary>The share of some plans in the time that is left, at most their budget; and what the others may then still take.</summary>
    private (TimeSpan Allotted, TimeSpan Later) Share(List<ExperimentPlan> plans, List<ExperimentPlan> left)
    {
        (TimeSpan own, TimeSpan planned) = (Budgets(plans), Budgets(left));
        TimeSpan remaining = Limit(_mode) is { } limit ? limit - _run.Clock.Elapsed : planned;
        TimeSpan fair = remaining * (own / planned);
        TimeSpan allotted = fair < own ? fair : own;
        return (allotted, (remaining < planned ? remaining : planned) - allotted);
    }

    /// <summary>What is left when some are done; tells when that finishes a table.</summary>
    private List<ExperimentPlan> Without(List<ExperimentPlan> left, List<ExperimentPlan> done)
    {
        List<ExperimentPlan> rest = [.. left.Except(done)];
        if (done[^1].Experiment.Group is { } group && rest.All(p => p.Experiment.Group?.Id != group.Id))
            _run.Report(new RunProgress(group.Id, "done", 1, Budgets(rest), Finished: true));
        return rest;
    }

    private static TimeSpan Budgets(IEnumerable<ExperimentPlan> plans) => plans.Aggregate(TimeSpan.Zero, (sum, p) => sum + p.Budget);
}
