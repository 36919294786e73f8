using Syncopate.Running;
using Syncopate.Running.Comparing;
using Syncopate.Running.Rounds;
using Syncopate.Running.Servers;

namespace Syncopate.Experiments.Bundled;

/// <summary>Runs bundled experiments on the bundled samples.</summary>
internal sealed class BundledRun
{
    /// <summary>Code of the doubt that names what agents had no part in.</summary>
    public const string NotDivided = "not-divided";

    private readonly RunContext _run;
    private readonly SampleServers _servers;
    private readonly RunMode _mode;
    private readonly TimeSpan? _limit;

    /// <param name="run">The run.</param>
    /// <param name="servers">How to start the samples.</param>
    /// <param name="mode">How large.</param>
    /// <param name="limit">When it ends at the latest, on the clock of the run; null for when it is done.</param>
    public BundledRun(RunContext run, SampleServers servers, RunMode mode, TimeSpan? limit)
    {
        _run = run;
        _servers = servers;
        _mode = mode;
        _limit = limit;
    }

    /// <summary>Whether agents send the loads; default false, for this process.</summary>
    public bool HasAgents { get; init; }

    /// <summary>The longest a run may take, whatever is named; null for the articles' own sizes, which take what they take.</summary>
    /// <param name="mode">How large the run is.</param>
    /// <param name="isBusy">Whether other programs use the processors: servers then start and answer later, and no
    /// figure is worth less time.</param>
    public static TimeSpan? Limit(RunMode mode, bool isBusy) => mode switch
    {
        RunMode.Quick => TimeSpan.FromSeconds(isBusy ? 57 : 37),
        RunMode.Default => TimeSpan.FromSeconds(345),
        _ => null,
    };

    /// <summary>Runs the experiments within one time budget: each in its turn until it is decided or its share is used up,
    /// then whichever can still reach its next look.</summary>
    /// <exception cref="TargetFailedException">A sample or a database could not be started or died.</exception>
    public async Task RunAsync(IReadOnlyList<BundledExperiment> experiments, DatabaseChoice databases, CancellationToken cancellationToken)
    {
        if (experiments.Any(e => e.UsesFeeds))
        {
            _servers.Feeds = (await _run.StartDependencyAsync(
                _servers.FeedService(FirstWins.ScalePercent(_mode)), cancellationToken)).Address;
        }

        if (experiments.Any(e => e.UsesDatabases))
            _servers.Databases = await new DatabaseStart(_run, _servers).StartAsync(databases, cancellationToken);
        if (experiments.FirstOrDefault(e => e.UsesBrowser) is { } paged)
            _servers.Browser = Browser(paged);
        if (experiments.Any(e => e.ComparesRuntimes))
        {
            _servers.Runtimes = SampleRuntime.Beside(
                await InstalledRuntimes.ReadAsync(AppBuild.Host, AppContext.BaseDirectory, cancellationToken));
        }

        List<ExperimentPlan> plans = [.. experiments.SelectMany(e => e.Plans(_mode, _servers))];
        ReportUndivided(experiments);
        await using BudgetScheduler scheduler = new(
            _run, plans, _limit - _run.Clock.Elapsed ?? Budgets(plans), sharesServers: _mode == RunMode.Quick);
        await scheduler.RunAsync(cancellationToken);
    }

    private void ReportUndivided(IReadOnlyList<BundledExperiment> experiments)
    {
        string[] alone = [.. experiments.Where(experiment => !experiment.SendsLoad).Select(experiment => experiment.Id)];
        if (!HasAgents || alone.Length == 0)
            return;
        _run.Journal.Append(new Doubt(
            NotDivided,
            null,
            $"The agents had no part in: {string.Join(", ", alone)}.",
            "What is measured there happens within one process, and nobody sends it anything.",
            "Read its figures as those of a run without --agents."));
    }

    private static TimeSpan Budgets(IEnumerable<ExperimentPlan> plans) => plans.Aggregate(TimeSpan.Zero, (sum, p) => sum + p.Budget);

    private Chromium? Browser(BundledExperiment experiment)
    {
        Chromium? browser = Chromium.Find();
        if (browser is null)
        {
            _run.Journal.Append(new Doubt(
                "no-browser",
                null,
                $"No browser is on this machine, so '{experiment.Id}' cannot measure where the time of a page goes.",
                "Only a browser knows what a page costs beside the server: its way there, its transfer, its other files.",
                Chromium.HowToGet));
        }

        return browser;
    }
}
