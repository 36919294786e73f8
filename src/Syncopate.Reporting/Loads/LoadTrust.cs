using Syncopate.Reporting.Drawing;

namespace Syncopate.Reporting.Loads;

/// <summary>"Validity checks" of a load: each condition, and whether the load met it; then how to repeat it.</summary>
internal static class LoadTrust
{
    // Of the processors: with more at work than this, a generator and a server have not one each of two.
    private const double MostLoad = 0.5;

    /// <summary>The section.</summary>
    public static PageMarkup Section(LoadReport report, string markdown) =>
        PageTrust.Section(Conditions(report), report.Run.Command, markdown);

    private static IEnumerable<PageCondition> Conditions(LoadReport report)
    {
        if (report.Partial)
            yield return new(false, "Something is missing", string.Join(' ', report.Missing));
        var (inFlight, generator) = (report.InFlight, report.Generator);
        if (double.IsFinite(inFlight.Share) && (report.Rate is not null || inFlight.Share >= SlotRules.LeastInFlightShare))
        {
            yield return new(
                true,
                "Little’s law",
                $"On average {Wording.PluralOf(inFlight.Mean, "request was", "requests were")} in flight; "
                    + $"{FigureText.Percent(100 * Math.Min(1, inFlight.Share), 3)} "
                    + $"of the time {(report.Rate is null ? "in which users should have had one there" : "since they were due")}.");
        }

        if (generator.WasTheLimit == false && double.IsFinite(generator.Cores) && !report.Agents.Any(agent => agent.WasTheLimit))
        {
            string each = generator.CpuMicrosecondsPerRequest is { } cpu ? $", {FigureText.Significant(cpu)} µs per request" : "";
            yield return new(
                true,
                "The generator was not the limit",
                $"It used {LoadAgents.Used(report)}{each}.");
        }

        if (report.Figures.Runtime is { } runtime)
            yield return new(true, "What the server ran on", $"{runtime.Words}.");
        if (report.Machine.LoadAverage is { } load && load <= MostLoad * report.Machine.Cores)
        {
            yield return new(
                true,
                report.Agents.Count == 0 ? "The machine was not busy" : "The coordinator’s machine was not busy",
                $"Load average {FigureText.Significant(load, 2)} on {Wording.Plural(report.Machine.Cores, "core")} before the load.");
        }

        yield return new(
            true, "All figures are measured", "Every figure is of requests that were sent, except the row that says corrected.");
        foreach (Doubt warning in report.Warnings)
            yield return new(false, warning.What, $"{warning.Why} {warning.Try}");
    }
}
