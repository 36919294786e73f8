using System.Globalization;
using Syncopate.Reporting;
using Syncopate.Statistics;
using Syncopate.Texts;

namespace Syncopate.Watch.Reporting;

/// <summary>What another minimum of threads did in the watched process itself.</summary>
/// <param name="Threads">The minimum that was tried.</param>
/// <param name="Minimum">The minimum that the process had; null when that was not reported.</param>
/// <param name="PerSecondAsItIs">Work items completed per second as it is, mean of the turns; null when there is none.</param>
/// <param name="PerSecondChanged">Work items completed per second with the other minimum, mean of the turns.</param>
/// <param name="Ratio">How many times as many with the other minimum: the Hodges-Lehmann estimate over the pairs of turns, as
/// <c>compare</c> has it; null where a turn completed nothing, or there are too few.</param>
/// <param name="Low">Lower end of its 95 % interval.</param>
/// <param name="High">Upper end of it.</param>
/// <param name="Turns">The turns.</param>
/// <param name="Sentence">All that in words.</param>
internal sealed record WhatIfReport(
    int Threads,
    int? Minimum,
    double? PerSecondAsItIs,
    double? PerSecondChanged,
    double? Ratio,
    double? Low,
    double? High,
    IReadOnlyList<WhatIfTurn> Turns,
    string Sentence)
{
    private const double ErrorLevel = 0.05;

    /// <summary>The report of an experiment, whole or not.</summary>
    public static WhatIfReport Of(WatchWhatIf made)
    {
        ArgumentNullException.ThrowIfNull(made);
        double[] ratios = [.. made.Turns.Chunk(2).Where(pair => pair.Length == 2).Select(LogRatio)];
        IntervalEstimate? estimate = made.Failure is null && ratios.Length >= WatchWhatIf.Pairs && Array.TrueForAll(ratios, double.IsFinite)
            ? HodgesLehmann.Estimate(ratios, ErrorLevel)
            : null;
        WhatIfReport report = new(
            made.Threads, made.Minimum, made.PerSecondAsItIs, made.PerSecondChanged,
            Exp(estimate?.Theta), Exp(estimate?.Low), Exp(estimate?.High), made.Turns, "");
        return report with { Sentence = made.Failure is { } failure ? Undecided(report, failure) : Describe(report) };
    }

    private static double LogRatio(WhatIfTurn[] pair)
    {
        (WhatIfTurn asItIs, WhatIfTurn changed) = pair[0].IsChanged ? (pair[1], pair[0]) : (pair[0], pair[1]);
        return asItIs.CompletedPerSecond > 0 && changed.CompletedPerSecond > 0
            ? Math.Log(changed.CompletedPerSecond / asItIs.CompletedPerSecond)
            : double.NaN;
    }

    private static double? Exp(double? logarithm) => logarithm is { } value ? Math.Exp(value) : null;

    private static string Undecided(WhatIfReport report, string failure) =>
        $"Whether a minimum of {Wording.Plural(report.Threads, "thread")} helps was not measured to the end: {failure}"
        + (report.Turns.Count == 0 ? "" : $" Until then {Figures(report)}, in {Wording.Plural(report.Turns.Count, "turn")}.");

    private static string Describe(WhatIfReport report)
    {
        string where = $"Measured in this process, in {Wording.Plural(report.Turns.Count, "turn")} under its actual load: ";
        if (report is not { Ratio: { } ratio, Low: { } low, High: { } high })
        {
            int untold = 2 * WatchWhatIf.Pairs - report.Turns.Count;
            string why = untold > 0 ? $"too little was reported of {Wording.Plural(untold, "turn")}" : "in a turn nothing completed at all";
            return $"{where}{Figures(report)}; {why}, so there is no ratio.";
        }

        string times = $"{Times(ratio)} times as many ({Times(low)} to {Times(high)})";
        return low > 1 || high < 1
            ? $"{where}{Figures(report)}, {times}."
            : $"{where}no significant difference. {FirstLetter.Upper(Figures(report))}, {times}.";
    }

    private static string Figures(WhatIfReport report) =>
        $"with a minimum of {Wording.Plural(report.Threads, "thread")} {Rate(report.PerSecondChanged)} work items completed per second "
        + $"instead of {Rate(report.PerSecondAsItIs)}{(report.Minimum is { } before ? $" with {FigureText.Count(before)}" : "")}";

    private static string Rate(double? rate) => rate is { } known ? Significant(known) : FigureText.Missing;

    // On which side of 1 it lies is what it is read for.
    private static string Times(double ratio)
    {
        string shown = Significant(ratio);
        return shown == "1" && ratio != 1 ? FigureText.Ratio(ratio) : shown;
    }

    // Three digits of 999.7 are 1E+03, and of 0.00001 1E-05.
    private static string Significant(double value) =>
        value >= 999.5 ? FigureText.Count((long)Math.Round(value))
        : value is > 0 and < 0.001 ? FigureText.Significant(value)
        : value.ToString("G3", CultureInfo.InvariantCulture);
}
