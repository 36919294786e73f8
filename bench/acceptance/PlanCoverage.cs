using System.Globalization;
using Syncopate.Planning.Formulas;
using Syncopate.Planning.Simulation;

namespace Syncopate.Acceptance;

/// <summary>How often the 90 % band of a plan holds what a new server does, when the plan knows neither the server's
/// luck nor its history: loads that starve and loads that do not, equal waits and waits that vary.</summary>
internal static class PlanCoverage
{
    /// <summary>What the names of its cases begin with.</summary>
    public const string Prefix = "coverage-";

    /// <summary>Below this share the bands are too narrow.</summary>
    public const double Least = 0.85;

    /// <summary>Above it they are so wide that they say too little.</summary>
    public const double Most = 0.95;

    private const int Seeds = 400;
    private const int Seconds = 12;
    private const string Tailed = "60ms,600ms:lognormal";
    private const string TwoModes = "32ms,32ms,32ms,32ms,32ms,32ms,32ms,32ms,32ms,512ms";

    private static readonly PlanFigure[] Figures = [PlanFigure.Throughput, PlanFigure.Median, PlanFigure.P99, PlanFigure.Threads];

    /// <summary>The cases, each measured once, on a server whose history is drawn from its place in this list.</summary>
    public static IReadOnlyList<PlanCase> Cases { get; } =
    [
        .. new (string Name, double Cpu, string Wait, int Waits, WaitStyle Style, double Load)[]
        {
            ("sync-150-40-users", 0, "150ms", 1, WaitStyle.Blocking, 40),
            ("sync-600-20-users", 0, "600ms", 1, WaitStyle.Blocking, 20),
            ("sync-1000-10-users", 0, "1s", 1, WaitStyle.Blocking, 10),
            ("sync-40-16-users", 0, "40ms", 1, WaitStyle.Blocking, 16),
            ("sync-3+60-25-users", 0.003, "60ms", 1, WaitStyle.Blocking, 25),
            ("sync-80-at-60", 0, "80ms", 1, WaitStyle.Blocking, -60),
            ("sync-250-at-15", 0, "250ms", 1, WaitStyle.Blocking, -15),
            ("sync-exp-150-40-users", 0, "150ms:exp", 1, WaitStyle.Blocking, 40),
            ("sync-tailed-30-users", 0, Tailed, 1, WaitStyle.Blocking, 30),
            ("sync-two-modes-20-users", 0, TwoModes, 1, WaitStyle.Blocking, 20),
            ("sync-exp-100-at-40", 0, "100ms:exp", 1, WaitStyle.Blocking, -40),
            ("sync-over-async-300-40-users", 0, "300ms", 1, WaitStyle.BlockingOnTask, 40),
            ("sync-over-async-exp-150-60-users", 0, "150ms:exp", 1, WaitStyle.BlockingOnTask, 60),
            ("sync-over-async-100-20-users", 0, "100ms", 1, WaitStyle.BlockingOnTask, 20),
            ("async-exp-100-40-users", 0, "100ms:exp", 1, WaitStyle.Awaiting, 40),
            ("async-tailed-40-users", 0, Tailed, 1, WaitStyle.Awaiting, 40),
            ("async-two-modes-40-users", 0, TwoModes, 1, WaitStyle.Awaiting, 40),
            ("async-2+40-20-users", 0.002, "40ms", 1, WaitStyle.Awaiting, 20),
            ("parallel-3x50-10-users", 0, "50ms", 3, WaitStyle.AwaitingTogether, 10),
            ("parallel-3xexp-50-10-users", 0, "50ms:exp", 3, WaitStyle.AwaitingTogether, 10),
        }.Select((c, i) => Case(Prefix + c.Name, new PlannedEndpoint(c.Cpu, WaitTime.Parse(c.Wait), c.Waits), c.Style, c.Load, ServerLuck.Draw((ulong)(90_000 + i)).History)),
    ];

    /// <summary>The cases as a table in Markdown with the share of the measured figures that lie in their band, 0 to 1;
    /// null without a measurement.</summary>
    public static (string Table, double Share)? Judge(IReadOnlyList<PlanMeasurement> measurements)
    {
        List<(string Case, PlanFigure Figure, double Low, double High, double Measured, bool IsHeld)> judged = Judged(measurements).ToList();
        if (judged.Count == 0)
            return null;
        double share = judged.Count(j => j.IsHeld) / (double)judged.Count;
        string[] lines =
        [
            "", "| case | figure | band [p5..p95] of a plan | measured | |", "|---|---|---|---|---|",
            .. judged.Select(j => Text($"| {j.Case[Prefix.Length..]} | {PlanTable.Name(j.Figure)} | {PlanTable.Number(j.Low)}..{PlanTable.Number(j.High)} | {PlanTable.Number(j.Measured)} | {(j.IsHeld ? "in" : "**out**")} |")),
            "", Text($"{100 * share:0} % of {judged.Count} measured figures lie in the band that should hold 90 % of them."),
        ];
        return (string.Join('\n', lines) + "\n", share);
    }

    private static IEnumerable<(string Case, PlanFigure Figure, double Low, double High, double Measured, bool IsHeld)> Judged(IReadOnlyList<PlanMeasurement> measurements)
    {
        foreach (PlanCase entry in Cases)
        {
            PlanMeasurement[] found = [.. measurements.Where(m => m.Case == entry.Name)];
            if (found.Length == 0)
                continue;
            PoolOutcome[] outcomes = [.. Enumerable.Range(1, Seeds).Select(seed => Simulate(entry.Scenario, (ulong)seed))];
            foreach (PlanFigure figure in Figures)
            {
                double[] predicted = [.. outcomes.Select(o => PlanTable.Of(o, figure)).Order()];
                (double low, double high) = (predicted[Seeds / 20], predicted[^(Seeds / 20)]);
                foreach (double measured in found.Select(m => m.Of(figure)))
                    yield return (entry.Name, figure, low, high, measured, measured >= low && measured <= high);
            }
        }
    }

    private static PoolOutcome Simulate(PoolScenario scenario, ulong seed)
    {
        ServerLuck luck = ServerLuck.Draw(seed);
        return PoolSimulation.Run(scenario with { WarmRequests = luck.History.Requests, WarmGapSeconds = luck.History.GapSeconds }, luck.Of(PoolConstants.Net10), seed);
    }

    /// <param name="name">Unique.</param>
    /// <param name="request">What each request does.</param>
    /// <param name="style">How it waits.</param>
    /// <param name="load">Users, or below 0 requests a second.</param>
    /// <param name="history">What the measured server does before.</param>
    private static PlanCase Case(string name, PlannedEndpoint request, WaitStyle style, double load, PoolHistory history) => new(
        name,
        new PoolScenario
        {
            Endpoints = [request],
            Style = style,
            Load = load < 0 ? Arrivals.AtRate(-load, TimeSpan.FromSeconds(Seconds)) : new UsersForTime((int)load, TimeSpan.FromSeconds(Seconds)),
            Cores = Environment.ProcessorCount,
            WarmRequests = history.Requests,
            WarmGapSeconds = history.GapSeconds,
        },
        1,
        []);

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
