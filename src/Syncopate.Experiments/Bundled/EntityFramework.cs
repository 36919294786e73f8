using Syncopate.Reporting.Measured;
using Syncopate.Running.Rounds;

namespace Syncopate.Experiments.Bundled;

/// <summary>A of experiments.md: accesses to a database through EF Core, called inside the site, on every database that is here.</summary>
internal static class EntityFramework
{
    private const string Id = "ef";
    private const int Posts = 1000;

    private const string Compilation =
        "The site runs with DOTNET_TieredCompilation=0: each method is compiled for good at its first call, "
            + "so that no compiler works beside the calls that are timed. "
            + "Without a profile, code is a little slower than in a long-running site; both forms get the same.";

    private const string Turns =
        "The forms take turns of 5 to 20 ms inside one process, and each round draws their order anew: "
            + "what else the machine does in the meantime meets all of them. Garbage is collected before some rounds, not between turns.";

    private static readonly IReadOnlyList<string> ThenAndNow =
    [
        "The article ran all sync repetitions first and all async ones after them, on one context whose list of tracked rows grew, "
            + "and printed one mean. Here every call has a context of its own, and the forms take turns in random order.",
        "Its async Create and Update still called First() synchronously, and its database was SQL Server 2012 behind EF 6: "
            + "the ratios can be put side by side, the milliseconds cannot.",
    ];

    private static readonly IReadOnlyList<Access> Accesses =
    [
        new(
            "list-direct",
            "List, direct",
            "1,000 posts are read as they are stored.",
            "- return context.Posts.AsNoTracking().ToList();\n+ return await context.Posts.AsNoTracking().ToListAsync(token);")
        {
            Then = (2.8, 7.8),
        },
        new(
            "list-dto",
            "List, DTO",
            "1,000 posts are read through a projection, with their blogs and tags.",
            "- return Listed(context).ToList();\n+ return await Listed(context).ToListAsync(token);")
        {
            Then = (16.8, 21),
        },
        new(
            "create",
            "Create",
            "Tags are read and a post is written.",
            "- context.SaveChanges();\n+ await context.SaveChangesAsync(token);")
        {
            Then = (10.4, 8.8),
        },
        new(
            "update",
            "Update",
            "A post and its tags are read, changed as a form that came back would, and written.",
            "- context.SaveChanges();\n+ await context.SaveChangesAsync(token);")
        {
            Then = (15.7, 9.7),
        },
        new(
            "delete",
            "Delete",
            "A post is deleted that was not read before.",
            "- context.SaveChanges();\n+ await context.SaveChangesAsync(token);")
        {
            Then = (0.9, 1.1),
        },
        new(
            "list-pooled",
            "List, pooled + compiled",
            "As “List, direct”, with contexts from a pool and a query that is translated once.",
            "- return Posts(context).ToList();\n+ return await PostsAsync(context).ToListAsync(token);"),
        new(
            "list-reader",
            "List, each row awaited",
            "The same rows through the provider’s own reader, without EF Core between: the async form awaits every row.",
            "- while (reader.Read())\n+ while (await reader.ReadAsync(token))"),
        new(
            "list-hybrid",
            "List, only the command awaited",
            "The same reader: the async form awaits the command, and then reads the rows synchronously.",
            "- using var reader = command.ExecuteReader();\n+ await using var reader = await command.ExecuteReaderAsync(token);\n  while "
                + "(reader.Read())"),
        new(
            "large-columns",
            "Large columns",
            "Ten rows with 200,000 characters each are read.",
            "- return context.Manuscripts.ToList();\n+ return await context.Manuscripts.ToListAsync(token);"),
        new(
            "four-reads",
            "Four reads",
            "Four reads that do not need each other: one after the other, or together, each on a context of its own.",
            "- var posts = await ReadPostsAsync(context);\n- var blogs = await ReadBlogsAsync(context);\n+ var posts = "
                + "ReadPostsAsync(first);\n+ var blogs = ReadBlogsAsync(second);\n+ await Task.WhenAll(posts, blogs, tags, dates);")
        {
            HasParallel = true,
        },
    ];

    public static BundledExperiment Entry { get; } = new(
        Id, "EF Core reads and writes, on every database that is here", Sources.SmithAppendix, Plans)
    {
        Published = [.. Accesses.SelectMany(Published)],
        UsesDatabases = true,
        SendsLoad = false,
        PartOf = RunMode.Default,
        Explanation = new Explanation
        {
            Why = (measured, _) => DataAccessText.Why(measured),
            Reasons = DataAccessText.Reasons,
            IsSilent = SyncInDisguise.Is,
            Costs = DataAccessText.Costs,
            OfRow = row => row.Workload.UseCase == UseCase.Aggregating
                ? SharedExplanations.Aggregating
                : SharedExplanations.DataAccess,
        },
    };

    private static IReadOnlyList<ExperimentPlan> Plans(RunMode mode, SampleServers servers) =>
        // Row by row: where the machine is too busy for all of them, the first rows are measured on every database.
        [.. from access in Accesses from database in servers.Databases select Plan(access, database, mode, servers)];

    private static ExperimentPlan Plan(Access access, SampleDatabase database, RunMode mode, SampleServers servers)
    {
        // The whole table shares its time, as every round gives each of its cells a turn: the start of servers, and
        // something for each cell.
        int cells = Accesses.Count * servers.Databases.Count;
        double seconds = mode switch { RunMode.Quick => 12 + 0.8 * cells, RunMode.Default => 20 + 1.5 * cells, _ => 60 + 18 * cells };
        return new ExperimentPlan
        {
            Experiment = Describe(access, database, mode),
            Server = database.Together,
            Budget = TimeSpan.FromSeconds(seconds / cells),
            EstimatedRound = TimeSpan.FromSeconds(0.05),
            MaximumRounds = Looks.RoundsAt(Looks.Most),
            // New servers sharpen an interval by less than the rounds that their start would cost.
            RoundsPerProcess = mode == RunMode.Full ? 27 : int.MaxValue,
            SteadyFloor = TimeSpan.FromSeconds(2.5),
            SteadyCeiling = TimeSpan.FromSeconds(mode switch { RunMode.Quick => 4, RunMode.Default => 6, _ => 20 }),
            Work = new TurnWork(
                (place, load, token) =>
                    servers.Calls.MeasureAsync(place.Server, access.Path(place.Form), ((CallsInProcess)load).Calls, token),
                (turns, load, token) => servers.Calls.TakeTurnsAsync(access.Address, turns, load.Calls, token))
            {
                Prepare = (server, token) => servers.Calls.ResetAsync(server, Posts, token),
            },
        };
    }

    private static Experiment Describe(Access access, SampleDatabase database, RunMode mode) => new()
    {
        Id = $"{Id}-{access.Id}-{database.Id}",
        Title = $"{access.Title}, on {database.Title}",
        Group = new ExperimentGroup(
            Id,
            "EF Core reads and writes",
            "Nobody else is waiting: one caller reads and writes a database, sync and async. What does async cost, "
                + "and does it gain anything?",
            access.Title,
            database.Title),
        Question = $"{access.What} What does the async form cost, or gain, when nobody else is waiting?",
        Source = access.Then is null ? "" : Sources.SmithAppendix,
        Workload = new Workload(access.Title, access.HasParallel ? UseCase.Aggregating : UseCase.DataAccess, [.. Forms(access)]),
        Load = new CallsInProcess(1),
        Replicate = Replicate.Round,
        NoiseForm = mode == RunMode.Quick ? null : Form.Sync,
        WaitMilliseconds = 0,
        PublishedWaitMilliseconds = 0,
        Looks = 1,
        MarginPercent = 5,
        FloorMilliseconds = 50e-6,
        Published = [.. Published(access)],
        Change = access.Change,
        Caveats = [.. access.Then is null ? [] : ThenAndNow, Turns, Compilation, .. database.Notes],
    };

    private static IEnumerable<WorkloadForm> Forms(Access access)
    {
        yield return new WorkloadForm(Form.Sync, "Sync", access.Path(Form.Sync), 0);
        yield return new WorkloadForm(Form.Async, "Async", access.Path(Form.Async), 0);
        if (access.HasParallel)
            yield return new WorkloadForm(Form.Parallel, "Async, all at once", access.Path(Form.Parallel), 0);
    }

    private static IEnumerable<PublishedFigure> Published(Access access) => access.Then is not { } then ? [] :
    [
        new PublishedFigure(Form.Sync, "mean", then.Sync, null, Sources.SmithEntityFramework) { Row = access.Title },
        new PublishedFigure(Form.Async, "mean", then.Async, null, Sources.SmithEntityFramework) { Row = access.Title },
    ];

    /// <summary>A row of the table.</summary>
    /// <param name="Id">What the site calls it.</param>
    /// <param name="Title">What the table calls it.</param>
    /// <param name="What">What a call does, one sentence.</param>
    /// <param name="Change">The code change.</param>
    private sealed record Access(string Id, string Title, string What, string Change)
    {
        /// <summary>Means that the article printed, in ms; null when it has no such row.</summary>
        public (double Sync, double Async)? Then { get; init; }

        /// <summary>Whether it can be done all at once.</summary>
        public bool HasParallel { get; init; }

        public string Address => $"/data/{Id}";

        public string Path(Form form) => $"{Address}/{form.InLowerCase()}";
    }
}
