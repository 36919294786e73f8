using System.Globalization;
using Syncopate.Planning.Formulas;
using Syncopate.Planning.Simulation;

namespace Syncopate.Acceptance;

/// <summary>What the model predicts beside what was measured, as the Markdown of bench/results/plan.md. Predictions are
/// made anew each time, from the case alone.</summary>
internal static class PlanTable
{
    private const int Seeds = 400;

    public static string Write(IReadOnlyList<PlanMeasurement> measurements)
    {
        List<string> lines =
        [
            MachineLine.Of(measurements.Select(m => m.AtUtc)),
            "",
            "| case | figure | predicted: median [p5..p95] | measured | error | goal | |",
            "|---|---|---|---|---|---|---|",
            .. PlanCase.Rows.Concat(PlanCase.Dashboard).SelectMany(c => Rows(c, [.. measurements.Where(m => m.Case == c.Name)])),
            "",
            "| onset of | predicted, users | measured, users | p99 at 1, 2, 3, ... users, ms | |",
            "|---|---|---|---|---|",
            .. PlanCase.Onsets.GroupBy(c => c.Name[..c.Name.LastIndexOf('-')]).Select(g => Onset(g.Key, [.. g], measurements)).OfType<string>(),
        ];
        return string.Join('\n', lines) + "\n";
    }

    private static IEnumerable<string> Rows(PlanCase entry, List<PlanMeasurement> found)
    {
        if (found.Count == 0)
            yield break;
        // What a page costs of the processor is an input; the work of the others is known.
        PoolOutcome[] outcomes = Simulate(entry.IsDashboard ? entry.Scenario with { Endpoints = [WithCpu(entry, found)] } : entry.Scenario);
        foreach (PlanGoal goal in entry.Goals)
        {
            double[] predicted = [.. outcomes.Select(o => Of(o, goal.Figure)).Order()];
            double[] measured = [.. found.Select(m => m.Of(goal.Figure)).Order()];
            double middle = (measured[(measured.Length - 1) / 2] + measured[measured.Length / 2]) / 2;
            string asked = goal.Share is { } share ? Text($"{100 * share:0} %") : "in the band";
            yield return Text($"| {entry.Name} | {Name(goal.Figure)} | {Number(predicted[Seeds / 2])} [{Number(predicted[Seeds / 20])}..{Number(predicted[^(Seeds / 20)])}] | {string.Join(", ", measured.Select(Number))} | {100 * (predicted[Seeds / 2] / middle - 1):+0.0;-0.0} % | {asked} | {(goal.IsMet(predicted, middle) ? "meets" : "**misses**")} |");
        }
    }

    /// <summary>The first number of users with a p99 of more than twice the unloaded time, by the model and by the
    /// machine; null before anything is measured.</summary>
    private static string? Onset(string name, List<PlanCase> cases, IReadOnlyList<PlanMeasurement> measurements)
    {
        double[] measured = [.. cases.Select(c => measurements.FirstOrDefault(m => m.Case == c.Name)).OfType<PlanMeasurement>().Select(m => m.P99Milliseconds)];
        if (measured.Length < cases.Count)
            return null;
        double limit = 2_000 * cases[0].Scenario.Endpoints[0].Demand.TotalSeconds;
        int here = 1 + Array.FindIndex(measured, p99 => p99 > limit);
        int there = 1 + cases.FindIndex(c => Simulate(c.Scenario).Select(o => Of(o, PlanFigure.P99)).Order().ElementAt(Seeds / 2) > limit);
        return Text($"| {name["onset-".Length..]} | {there} | {here} | {string.Join(", ", measured.Select(Number))} | {(Math.Abs(here - there) <= 1 ? "meets" : "**misses**")} |");
    }

    private static PlannedEndpoint WithCpu(PlanCase entry, List<PlanMeasurement> found)
    {
        PlannedEndpoint page = entry.Scenario.Endpoints[0];
        return new PlannedEndpoint(new RequestDemand(found.Average(m => m.CpuMicrosecondsPerRequest) / 1e6, page.Demand.WaitSeconds), page.Waits);
    }

    private static PoolOutcome[] Simulate(PoolScenario scenario) => [.. Enumerable.Range(1, Seeds).Select(seed => PoolSimulation.Run(scenario, PoolConstants.Net10, (ulong)seed))];

    /// <summary>A figure of a simulation as it is measured.</summary>
    public static double Of(PoolOutcome outcome, PlanFigure figure) => figure switch
    {
        PlanFigure.Throughput => outcome.RequestsPerSecond,
        PlanFigure.Mean => outcome.MeanMilliseconds,
        PlanFigure.Median => outcome.Latencies.ValueAtQuantile(0.5) / 1e6,
        PlanFigure.P99 => outcome.Latencies.ValueAtQuantile(0.99) / 1e6,
        PlanFigure.Makespan => outcome.MakespanSeconds,
        _ => outcome.Threads,
    };

    /// <summary>A figure with its unit.</summary>
    public static string Name(PlanFigure figure) => figure switch
    {
        PlanFigure.Throughput => "answers/s",
        PlanFigure.Mean => "mean, ms",
        PlanFigure.Median => "median, ms",
        PlanFigure.P99 => "p99, ms",
        PlanFigure.Makespan => "makespan, s",
        _ => "threads at the end",
    };

    /// <summary>Three or four digits.</summary>
    public static string Number(double value) => value >= 1_000 ? Text($"{value:0}") : value >= 100 ? Text($"{value:0.#}") : Text($"{value:0.##}");

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
