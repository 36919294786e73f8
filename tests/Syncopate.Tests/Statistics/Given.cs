namespace Syncopate.Tests.Statistics;

/// <summary>Small, complete records to start an arrangement from.</summary>
internal static class Given
{
    public static readonly DateTimeOffset Start = new(2026, 11, 21, 12, 0, 0, TimeSpan.Zero);

    public static Experiment Experiment(params Form[] forms) => new()
    {
        Id = "io-bound",
        Title = "Waiting under load",
        Question = "What does async gain when every request waits?",
        Source = "Async vs sync actions (2016)",
        Workload = new Workload("Wait 200 ms", UseCase.IoBound, [.. forms.Select(f => new WorkloadForm(f, f.ToString(), "/" + f, 200))]),
        Load = new UsersTimesLoops(50, 5),
        Replicate = Replicate.Round,
        NoiseForm = forms[^1],
        WaitMilliseconds = 200,
        PublishedWaitMilliseconds = 200,
        Looks = 4,
        MarginPercent = 5,
        FloorMilliseconds = 0.1,
        Published = [],
        Change = "- Thread.Sleep(200);\n+ await Task.Delay(200);",
        Caveats = [],
    };

    /// <summary>100 answers with the same latency, in a slot of one second.</summary>
    public static Slot Slot(int round, int position, Form form, double meanMilliseconds, SlotKind kind = SlotKind.Measured) => new()
    {
        Experiment = "io-bound",
        Round = round,
        Position = position,
        Form = form,
        Kind = kind,
        Process = (int)form + 1,
        Users = 50,
        StartedNanoseconds = (round * 10L + position) * 1_000_000_000,
        StartedUtc = Start.AddSeconds(round * 10 + position),
        DurationNanoseconds = 1_000_000_000,
        Count = 100,
        Discarded = 0,
        Errors = new Dictionary<string, long>(),
        Histogram = "",
        LatencySumNanoseconds = 100 * meanMilliseconds * 1e6,
        BodyBytes = 0,
        InFlightShare = 1,
        GeneratorCpuNanoseconds = 0,
        Target = null,
        Pool = [],
        Traces = [],
        Counters = new Dictionary<string, double>(),
    };
}
