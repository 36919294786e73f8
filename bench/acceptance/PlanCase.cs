using Syncopate.Planning.Formulas;
using Syncopate.Planning.Simulation;

namespace Syncopate.Acceptance;

/// <summary>A load whose course the capacity model predicts, measured on new processes of the sample site.</summary>
/// <param name="Name">Unique, such as "sleep-200-warm-60".</param>
/// <param name="Scenario">What is simulated; for the cores of this machine.</param>
/// <param name="Runs">New processes to measure.</param>
/// <param name="Goals">What is predicted, and how well it should be.</param>
internal sealed record PlanCase(string Name, PoolScenario Scenario, int Runs, IReadOnlyList<PlanGoal> Goals)
{
    private const double StarvedShare = 0.15;
    private const int MostUsers = 10;

    private static readonly PlanGoal[] Starved =
    [
        new(PlanFigure.Makespan, StarvedShare), new(PlanFigure.Mean, StarvedShare), new(PlanFigure.Threads, StarvedShare),
    ];

    private static readonly PlanGoal[] Calm = [new(PlanFigure.Makespan, 0.05), new(PlanFigure.Median, 0.05)];
    private static readonly PlanGoal[] Throughput = [new(PlanFigure.Throughput, 0.05), new(PlanFigure.Median, 0.10)];
    private static readonly PlanGoal[] Unstable = [new(PlanFigure.Threads, null), new(PlanFigure.Mean, null)];

    /// <summary>The rows of research/statistics.md 4.3.</summary>
    public static IReadOnlyList<PlanCase> Rows { get; } =
    [
        new("sleep-200-warm-300", Waiting(0, 200, WaitStyle.Blocking, new UsersTimesLoops(50, 5)) with { WarmRequests = 300, WarmGapSeconds = 0.003 }, 4, Starved),
        new("sleep-200-warm-60", Waiting(0, 200, WaitStyle.Blocking, new UsersTimesLoops(50, 5)), 4, Starved),
        new("await-200", Waiting(0, 200, WaitStyle.Awaiting, new UsersTimesLoops(50, 5)), 3, Calm),
        new("sync-over-async-200", Waiting(0, 200, WaitStyle.BlockingOnTask, new UsersTimesLoops(50, 5)), 4, Starved),
        new("sleep-200-min-50", Waiting(0, 200, WaitStyle.Blocking, new UsersTimesLoops(50, 5)) with { MinimumThreads = 50 }, 3, Calm),
        new("1+49-async", Fixed(1, 49, WaitStyle.Awaiting, new UsersForTime(40, TimeSpan.FromSeconds(10))), 3, Throughput),
        new("1+49-sync", Fixed(1, 49, WaitStyle.Blocking, new UsersForTime(40, TimeSpan.FromSeconds(10))), 3, Throughput),
        new("open-80-sleep-100", Fixed(0, 100, WaitStyle.Blocking, Arrivals.AtRate(80, TimeSpan.FromSeconds(20))), 3, [new(PlanFigure.Mean, 0.10), new(PlanFigure.Median, 0.10), new(PlanFigure.P99, 0.20)]),
        new("feeds-sync", Waiting(0, 500, WaitStyle.Blocking, new UsersTimesLoops(10, 3), waits: 4), 3, Starved[..2]),
        new("feeds-async", Waiting(0, 500, WaitStyle.Awaiting, new UsersTimesLoops(10, 3), waits: 4), 2, Calm),
        new("feeds-parallel", Waiting(0, 500, WaitStyle.AwaitingTogether, new UsersTimesLoops(10, 3), waits: 4), 2, Calm),
        new("open-20-sleep-200", Waiting(0, 200, WaitStyle.Blocking, Arrivals.AtRate(20, TimeSpan.FromSeconds(40))), 2, Unstable),
        new("open-9-sleep-1000", Waiting(0, 1_000, WaitStyle.Blocking, Arrivals.AtRate(9, TimeSpan.FromSeconds(40))), 2, Unstable),
        new("open-50-sync-over-async-200", Waiting(0, 200, WaitStyle.BlockingOnTask, Arrivals.AtRate(50, TimeSpan.FromSeconds(40)) with { MaximumInFlight = 5_000 }), 3, Unstable),
        new("open-20-sync-over-async-200", Waiting(0, 200, WaitStyle.BlockingOnTask, Arrivals.AtRate(20, TimeSpan.FromSeconds(40))), 2, [new(PlanFigure.P99, 0.20)]),
    ];

    /// <summary>The dashboard of four feeds (experiment D), users joining one by one.</summary>
    public static IReadOnlyList<PlanCase> Dashboard { get; } =
    [
        .. from style in new[] { WaitStyle.Blocking, WaitStyle.Awaiting, WaitStyle.AwaitingTogether }
           select new PlanCase(
               $"dashboard-{PlanSite.Form(style)}",
               Waiting(0, 500, style, new SteppedUsers(1, 1, 10, TimeSpan.FromSeconds(6)), waits: 4),
               2,
               [new(PlanFigure.Mean, 0.05), new(PlanFigure.Throughput, 0.05)]),
    ];

    /// <summary>Four kinds of work, each at 1 to 10 users: from how many on is the 99th percentile more than twice the
    /// unloaded time?</summary>
    public static IReadOnlyList<PlanCase> Onsets { get; } =
    [
        .. from work in new[]
           {
               (Name: "sleep-200", Cpu: 0, Wait: 200, Style: WaitStyle.Blocking),
               (Name: "sync-over-async-200", Cpu: 0, Wait: 200, Style: WaitStyle.BlockingOnTask),
               (Name: "1+49", Cpu: 1, Wait: 49, Style: WaitStyle.Blocking),
               (Name: "20+180", Cpu: 20, Wait: 180, Style: WaitStyle.Blocking),
           }
           from users in Enumerable.Range(1, MostUsers)
           select new PlanCase($"onset-{work.Name}-{users}", Waiting(work.Cpu, work.Wait, work.Style, new UsersForTime(users, TimeSpan.FromSeconds(6))), 1, [new(PlanFigure.P99, null)]),
    ];

    /// <summary>All of them, in the order of the table.</summary>
    public static IReadOnlyList<PlanCase> All { get; } = [.. Rows, .. Dashboard, .. Onsets];

    /// <summary>Whether the site's own dashboard is measured, with the feed service behind it.</summary>
    public bool IsDashboard => Dashboard.Contains(this);

    private static PoolScenario Waiting(double cpuMilliseconds, double waitMilliseconds, WaitStyle style, LoadShape load, int waits = 1) => new()
    {
        Endpoints = [new PlannedEndpoint(new RequestDemand(cpuMilliseconds / 1_000, waitMilliseconds / 1_000), waits)],
        Style = style,
        Load = load,
        Cores = Environment.ProcessorCount,
        WarmRequests = 60,
        WarmGapSeconds = 0.001,
    };

    private static PoolScenario Fixed(double cpuMilliseconds, double waitMilliseconds, WaitStyle style, LoadShape load) =>
        Waiting(cpuMilliseconds, waitMilliseconds, style, load) with { MinimumThreads = 10, MaximumThreads = 10 };
}
