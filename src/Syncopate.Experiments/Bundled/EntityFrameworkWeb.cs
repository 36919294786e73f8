using Syncopate.Reporting;
using Syncopate.Reporting.Drawing;
using Syncopate.Reporting.Sentences;
using Syncopate.Running.Rounds;

namespace Syncopate.Experiments.Bundled;

/// <summary>B of experiments.md: the list of 17 posts as a page, for one user and for fifty, and where its time goes in
/// a browser.</summary>
internal static class EntityFrameworkWeb
{
    private const string Id = "ef-web";
    private const string OneUser = "One user, a request at a time";
    private const string Crowd = "50 users, 2 requests each";
    private const string Browser = "The page in a browser";
    private const int Posts = 17;

    private static readonly IReadOnlyList<PublishedFigure> Published =
    [
        .. Then(OneUser, Sources.WebWiz, 90, 95), .. Then(OneUser, Sources.Azure, 110, 120),
        .. Then(Crowd, Sources.WebWiz, 1065, 1050), .. Then(Crowd, Sources.Azure, 1200, 1200),
    ];

    /// <summary>What a page takes in a browser.</summary>
    internal static TimeSplit InBrowser { get; } = new("Where the time of one page goes, in a browser", "load",
    [
        new TimePart("databaseMilliseconds", "database"),
        new TimePart("serverMilliseconds", "server without the database"),
        new TimePart("connectionMilliseconds", "network and queueing"),
        new TimePart("transferMilliseconds", "transfer"),
        new TimePart("otherFilesMilliseconds", "other files"),
    ]);

    public static BundledExperiment Entry { get; } = new(
        Id, "a page of 17 posts, for one user and for 50, and where its time goes", Sources.SmithAppendix, Plans)
    {
        Published = Published,
        UsesDatabases = true,
        UsesBrowser = true,
        PartOf = RunMode.Full,
        Explanation = SharedExplanations.DataAccess with { Split = InBrowser, Reasons = Reasons },
    };

    private static IReadOnlyList<ExperimentPlan> Plans(RunMode mode, SampleServers servers) =>
        [.. servers.Databases.SelectMany(d => Plans(mode, servers, d))];

    private static IEnumerable<ExperimentPlan> Plans(RunMode mode, SampleServers servers, SampleDatabase database)
    {
        bool quick = mode == RunMode.Quick;
        Task Reset(Uri server, CancellationToken token) => servers.Calls.ResetAsync(server, Posts, token);
        HttpWork requests = new() { Prepare = Reset };
        yield return Plan("one", OneUser, new UsersTimesLoops(1, quick ? 30 : 100), database, mode) with { Work = requests };
        ExperimentPlan crowd = Plan("crowd", Crowd, new UsersTimesLoops(50, 2), database, mode) with { Work = requests };
        // The article's load is over after a twentieth of a second, and says little: many of them decide.
        yield return quick ? crowd : crowd with
        {
            Budget = TimeSpan.FromSeconds(mode == RunMode.Default ? 45 : 120),
            EstimatedRound = TimeSpan.FromSeconds(0.35),
            MaximumRounds = Looks.RoundsAt(Looks.Most),
            RoundsPerProcess = 45,
        };
        if (servers.Browser is not { } browser)
            yield break;
        ExperimentPlan page = Plan("page", Browser, new UsersTimesLoops(1, 1), database, mode);
        yield return page with
        {
            Experiment = page.Experiment with
            {
                NoiseForm = null,
                Question = "A browser opens the page with nothing kept from before. Where does the time go?",
            },
            Budget = TimeSpan.FromSeconds(mode switch { RunMode.Quick => 5, RunMode.Default => 12, _ => 40 }),
            EstimatedRound = TimeSpan.FromSeconds(2.2),
            MaximumRounds = mode switch { RunMode.Quick => 2, RunMode.Default => 4, _ => 12 },
            Work = new CallWork((place, _, token) => browser.OpenAsync(new Uri(place.Server, Path(place.Form)), token))
            {
                Prepare = Reset,
            },
        };
    }

    private static ExperimentPlan Plan(string id, string row, LoadShape load, SampleDatabase database, RunMode mode) => new()
    {
        Experiment = new Experiment
        {
            Id = $"{Id}-{id}-{database.Id}",
            Title = $"{row}, {database.Title}",
            Group = new ExperimentGroup(
                Id,
                "A database behind a page",
                "The list of 17 posts is a page of a site. Does it matter to its visitors whether the controller is sync or async?",
                row,
                database.Title),
            Question = "The same list of posts, by a sync and by an async controller. How long does a visitor wait?",
            Source = Sources.SmithAppendix,
            Workload = new Workload("The list of posts", UseCase.DataAccess,
            [
                new WorkloadForm(Form.Sync, "Sync", Path(Form.Sync), 0),
                new WorkloadForm(Form.Async, "Async", Path(Form.Async), 0),
            ]),
            Load = load,
            Replicate = Replicate.Round,
            NoiseForm = mode == RunMode.Quick ? null : Form.Sync,
            WaitMilliseconds = 0,
            PublishedWaitMilliseconds = 0,
            Looks = 1,
            MarginPercent = 5,
            FloorMilliseconds = 0.1,
            Published = [.. Published.Where(p => p.Row == row)],
            Change = "- var page = posts.List(request);\n+ var page = await posts.ListAsync(request, cancellationToken);",
            Caveats =
            [
                "The article measured over the internet on shared hosting, with its spread as large as half the mean; "
                    + "here the browser, the site and the database are on one machine.",
            ],
        },
        Server = database.Site,
        Budget = TimeSpan.FromSeconds(mode switch { RunMode.Quick => 5, RunMode.Default => 25, _ => 60 }),
        EstimatedRound = TimeSpan.FromSeconds(mode == RunMode.Quick ? 0.4 : 1.2),
        MaximumRounds = mode switch { RunMode.Quick => 8, RunMode.Default => 12, _ => 40 },
        RoundsPerProcess = mode == RunMode.Quick ? int.MaxValue : 10,
        SteadyFloor = TimeSpan.FromSeconds(mode == RunMode.Quick ? 2 : 3),
        SteadyCeiling = TimeSpan.FromSeconds(mode == RunMode.Quick ? 3 : 8),
    };

    private static string Path(Form form) => "/posts/" + form.InLowerCase();

    private static PublishedFigure[] Then(string row, string where, double sync, double async) =>
        [new(Form.Sync, "mean", sync, null, where) { Row = row }, new(Form.Async, "mean", async, null, where) { Row = row }];

    /// <summary>Each comparison in a sentence, and where the time of a page goes.</summary>
    private static IReadOnlyList<GroupReason> Reasons(IReadOnlyList<ExperimentReport> members) =>
        [.. ReportGroups.Sentences(members.Where(e => !PageSplit.Is(e))), .. members.Where(PageSplit.Is).Select(Split)];

    private static GroupReason Split(ExperimentReport experiment)
    {
        IEnumerable<string> forms = experiment.Forms.Where(f => f.Count > 0)
            .Select(f => $"{f.Label.ToLowerInvariant()} {FigureText.Milliseconds(f.Mean)}, of it {Parts(f)}");
        double database = experiment.Forms.Sum(f => f.Counters.GetValueOrDefault("databaseMilliseconds"));
        double whole = experiment.Forms.Sum(f => f.Mean);
        return new($"Where the time goes, {experiment.Group?.Column}", $"In a browser: {string.Join("; ", forms)}. "
            + (database > whole / 2
                ? "Most of it is the database."
                : $"The database is {FigureText.Percent(100 * database / whole)} of it, and that share is all that the form of the "
                    + "access can change."));
    }

    private static string Parts(FormReport form) =>
        string.Join(", ", InBrowser.Parts.Select(p =>
            $"{p.Name} {FigureText.Percent(100 * form.Counters.GetValueOrDefault(p.Counter) / Math.Max(1e-9, form.Mean))}"));
}
