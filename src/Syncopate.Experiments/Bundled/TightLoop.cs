using System.Globalization;
using Syncopate.Reporting.Measured;
using Syncopate.Running.Rounds;
using Syncopate.Running.Servers;

namespace Syncopate.Experiments.Bundled;

/// <summary>F of experiments.md, second half: a loop of calls, plain and awaited in every way there is, timed inside a
/// process of its own.</summary>
internal static class TightLoop
{
    private const string Id = "tight-loop";
    private const int ShortLoop = 1000;

    // That an await costs something is decided after four; how much it costs, and so the break-even, has no interval by then.
    private const int FewestRounds = 8;

    private static readonly IReadOnlyList<string> Caveats =
    [
        "The short method takes a nanosecond or two and may not be inlined, so that a call stays a call. "
            + "A loop is timed as a whole: the clock itself costs more than such a call.",
        "The process runs as programs run, with tiered compilation and its profiles, and is measured once it is steady; "
            + "a new process is taken now and then.",
        "Nothing else is queued: a wait that ends at once goes on at once. On a busy pool a continuation also queues, "
            + "which is no cost of await but of the queue.",
    ];

    private static readonly IReadOnlyList<string> ThenAndNow =
    [
        "The article timed one loop of each form with a profiler attached, in a desktop program on .NET 4.5; "
            + "how long its method was it says only roughly, so that the ratio is what can be compared.",
    ];

    public static BundledExperiment Entry { get; } = new(Id, "1,000 awaited calls in a loop, in every form of await", Sources.Hurley, Plans)
    {
        Published = [.. LoopRows.All.SelectMany(Published)],
        SendsLoad = false,
        ComparesRuntimes = true,
        PartOf = RunMode.Full,
        Explanation = new Explanation
        {
            Why = (measured, _) => TightLoopText.Why(measured),
            Advice = measured => measured.Primary.Verdict == Verdict.Loss
                ? "Await what waits. Where very short calls that wait for nothing are made in a loop, keep them plain, and await the loop "
                    + "as a whole."
                : null,
            Published = new PublishedAdvice("no await in tight loops (Simple-Talk, 2013)", Verdict.Loss),
            Headline = HeadlineClass.Computing,
            Key = TightLoopText.Key,
            Reasons = TightLoopText.Reasons,
        },
    };

    private static IReadOnlyList<ExperimentPlan> Plans(RunMode mode, SampleServers servers)
    {
        // A quick run asks the main rows.
        List<(LoopRow Row, SampleRuntime Runtime)> cells =
        [
            .. from row in LoopRows.All
               where mode != RunMode.Quick || row.IsQuick
               from runtime in servers.Runtimes
               select (row, runtime),
        ];
        Dictionary<SampleRuntime, Func<Form, IServerSource>> sources = servers.Runtimes.Select((runtime, i) => (runtime, i + 1))
            .ToDictionary(r => r.runtime, r => Always(servers.Loops(r.runtime, r.Item2)));
        int columns = servers.Runtimes.Count;
        double seconds = mode switch { RunMode.Quick => 6 + 6 * columns, RunMode.Default => 55 * columns, _ => 200 * columns };
        return [.. cells.Select(c => Plan(c.Row, c.Runtime, mode, servers) with
        {
            Server = sources[c.Runtime],
            Budget = TimeSpan.FromSeconds(seconds / cells.Count),
        })];
    }

    private static Func<Form, IServerSource> Always(ServerCommand command) => _ => command;

    private static ExperimentPlan Plan(LoopRow row, SampleRuntime runtime, RunMode mode, SampleServers servers) => new()
    {
        Experiment = Describe(row, runtime, mode),
        Server = servers.Site,
        Budget = TimeSpan.Zero,
        EstimatedRound = TimeSpan.FromSeconds(0.05),
        MaximumRounds = mode switch { RunMode.Quick => 8, RunMode.Default => 12, _ => 27 },
        MinimumRounds = FewestRounds,
        RoundsPerProcess = mode switch { RunMode.Quick => 8, RunMode.Default => 6, _ => 9 },
        SteadyFloor = TimeSpan.FromSeconds(mode == RunMode.Quick ? 3 : 6),
        SteadyCeiling = TimeSpan.FromSeconds(mode == RunMode.Quick ? 5 : 15),
        Work = new CallWork((place, load, token) =>
            servers.Calls.LoopAsync(place.Server, Path(row, place.Form), (CallsInProcess)load, row.Counters, token)),
    };

    private static Experiment Describe(LoopRow row, SampleRuntime runtime, RunMode mode) => new()
    {
        Id = $"{Id}-{row.Id}{runtime.Ending}",
        Title = runtime.Ending.Length == 0 ? row.Title : $"{row.Title}, {runtime.Name}",
        Group = new ExperimentGroup(
            Id,
            "Awaits in a loop",
            "A method is called many times in a loop, as plain code and awaited. What does one await cost, "
                + "and from which length of work on does that not matter?",
            row.Title,
            runtime.Name),
        Question = $"{row.What} What does that cost per call?",
        Source = row.Then is null ? "" : Sources.Hurley,
        Workload = new Workload(row.IsMillisecond ? "A method of 1 ms in a loop" : "A very short method in a loop", UseCase.TightLoop,
        [
            new WorkloadForm(Form.Sync, "Sync", Path(row, Form.Sync), 0),
            new WorkloadForm(Form.Async, "Async", Path(row, Form.Async), 0),
        ]),
        // A loop of a second for each form and round is for a run that has hours.
        Load = new CallsInProcess(
            1, row.IsMillisecond ? mode switch { RunMode.Quick => 20, RunMode.Default => 50, _ => ShortLoop } : ShortLoop),
        Replicate = Replicate.Round,
        NoiseForm = null,
        WaitMilliseconds = 0,
        PublishedWaitMilliseconds = 0,
        Looks = 1,
        MarginPercent = 2,
        FloorMilliseconds = 50e-6,
        Published = [.. Published(row)],
        Change = row.Change,
        Caveats = [.. row.Then is null ? [] : ThenAndNow, .. row.Caveats, .. Caveats],
    };

    private static string Path(LoopRow row, Form form) =>
        string.Create(CultureInfo.InvariantCulture, $"/loops/{row.Id}/{form.InLowerCase()}");

    private static IEnumerable<PublishedFigure> Published(LoopRow row) => row.Then is not { } then ? [] :
    [
        new PublishedFigure(Form.Sync, "mean", then.Sync, null, Sources.HurleyMachine) { Row = row.Title },
        new PublishedFigure(Form.Async, "mean", then.Async, null, Sources.HurleyMachine) { Row = row.Title },
    ];
}
