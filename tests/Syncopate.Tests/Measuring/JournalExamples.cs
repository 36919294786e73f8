using Syncopate.Journaling;

namespace Syncopate.Tests.Measuring;

/// <summary>Records with every member filled, awkward values among them.</summary>
internal static class JournalExamples
{
    public static RunHeader Header { get; } = new()
    {
        Schema = 1,
        ToolVersion = "0.1.0",
        Command = "syncopate run --quick --seed 18446744073709551615",
        Mode = "quick",
        Seed = ulong.MaxValue,
        StartedUtc = new DateTimeOffset(2026, 11, 21, 2, 48, 30, TimeSpan.Zero).AddTicks(1_234_567),
        Machine = new Machine(".NET 10.0.12", "Zürich Linux \u2028 \"12\"", "X64", 2, 8_589_934_592, 0.1 + 0.2),
        Experiments = ["delay", "dashboard"],
    };

    public static Doubt Doubt { get; } = new(
        "clock-jump", null, "The wall clock went back by 3,600 s.\r\n", "A label is wrong.\0\u001b[31m",
        "Nothing: durations are monotonic. 😀");

    public static RunEnd End { get; } = new(RunOutcome.TargetFailed, "The server died.", 12_345_678_901);

    public static Experiment Experiment(LoadShape load, LoadShape? profile = null) => new()
    {
        Id = "io-bound",
        Title = "One wait",
        Question = "Does <b>async</b> help?",
        Source = "Adam Freeman, 2012",
        Workload = new Workload(
            "Wait for 200 ms", UseCase.IoBound,
            [new WorkloadForm(Form.Sync, "Sync", "/a?b=c&d", 200), new WorkloadForm(Form.Async, "Async", "/b", 200)]),
        Load = load,
        Profile = profile,
        Replicate = Replicate.ProcessStart,
        NoiseForm = Form.Parallel,
        WaitMilliseconds = 200,
        PublishedWaitMilliseconds = 200.5,
        Looks = 3,
        MarginPercent = 5,
        FloorMilliseconds = 0.1,
        Published = [new PublishedFigure(Form.Sync, "mean", 1.5, null, "2012"), new PublishedFigure(Form.Async, "served", 10, 20, "2012")],
        Change = "- Thread.Sleep(200);\n+ await Task.Delay(200);",
        Caveats = ["The pool of today grows faster."],
    };

    public static Slot Slot(int number) => new()
    {
        Experiment = "io-bound",
        Round = number,
        Position = 2,
        Conditions = new SlotConditions(0.75, 0.125, 1_000_000, 2_000_000, 7),
        Form = Form.Async,
        Kind = SlotKind.WarmUp,
        Process = 3,
        Users = 50,
        StartedNanoseconds = 9_876_543_210,
        StartedUtc = new DateTimeOffset(2026, 11, 21, 4, 48, 31, TimeSpan.FromHours(2)),
        DurationNanoseconds = long.MaxValue,
        Count = 250,
        Discarded = 5,
        Errors = new Dictionary<string, long> { ["status 500"] = 3, ["length"] = 1, ["crc32c"] = 2 },
        Histogram = "HISTFAAAAB542pNpmSzMwMDAxAABzFCaEUoz2X+AMIKZAEARAtM+/w==",
        LatencySumNanoseconds = 5.0000000000000010e10,
        BodyBytes = 4096,
        InFlightShare = 0.99999999999999989,
        GeneratorCpuNanoseconds = 1,
        Target = new TargetUse(1, 2, 3, 4, 5, 6, 7, 8, 9),
        Pool = [new PoolSample(-1, 2, 3, 4, 5, 6, 7), new PoolSample(100_000_000, 20, 30, 40, 50, 60, 70)],
        Traces = [new RequestTrace(0, 1, -1, 3, [new RequestPart("emails", 1, 2)]), new RequestTrace(1, 1, 2, 3, [])],
        Counters = new Dictionary<string, double> { ["length"] = double.Epsilon, ["losersStopped"] = -0.0 },
    };

    /// <summary>Where a form blocked its threads: one place that is known in full, and one of which little is.</summary>
    public static FormProbe Probe { get; } = new("delay", Form.Sync, new BlockedSites
    {
        WindowMilliseconds = 1000.25,
        Threads = 13,
        LostEvents = 2,
        Sites =
        [
            Site with
            {
                Kind = BlockingKind.TaskWait,
                Call = "Task.Wait",
                File = "/src/Orders.cs",
                Line = 12,
                Route = "GET /orders",
                IsSyncOverAsync = true,
            },
            Site with { BlockedMilliseconds = 0.5, Frames = [] },
        ],
    });

    /// <summary>What a server ran on: one whose assemblies were read, and one in a single file.</summary>
    public static IReadOnlyList<ServerRuntime> Runtimes { get; } =
        [new("delay", Form.Sync, ".NET 11.0.0", 14, 1), new(null, null, ".NET 10.0.12", null, null)];

    private static BlockedSite Site => new()
    {
        Kind = BlockingKind.Sleep,
        Call = "Thread.Sleep",
        Place = "Orders.Pay",
        IsSyncOverAsync = false,
        IsSampled = true,
        Threads = 12,
        Waits = 60,
        BlockedMilliseconds = 11_000,
        LongestMilliseconds = 201,
        Share = 0.9,
        Frames = ["System.Threading.Thread.Sleep", "Shop.Orders.Pay"],
    };

    /// <summary>One record of every kind and every load shape.</summary>
    public static IReadOnlyList<JournalRecord> All { get; } =
    [
        Header,
        Experiment(new UsersTimesLoops(50, 5), new SteppedUsers(1, 2, 10, TimeSpan.FromSeconds(60))),
        Slot(1),
        Slot(2) with
        {
            Target = null,
            Pool = [],
            Traces = [],
            Errors = new Dictionary<string, long>(),
            Counters = new Dictionary<string, double>(),
        },
        Experiment(new UsersForTime(10_000, TimeSpan.FromMilliseconds(1.5))),
        Doubt,
        Probe,
        .. Runtimes,
        End,
    ];

    /// <summary>The bytes of a journal with these records.</summary>
    public static byte[] Journal(params IEnumerable<JournalRecord> records) =>
        [.. records.SelectMany(r => JournalLine.Write(JournalCodec.Write(r)))];
}
