using Syncopate.Reporting.Measured;
using Syncopate.Texts;

namespace Syncopate.Reporting.Sentences;

/// <summary>What won and by how much, in one sentence with its interval.</summary>
internal static class ReportSentence
{
    /// <summary>Below this factor a percentage is easier to grasp than a quotient.</summary>
    public const double PlainFactor = 1.25;

    // What two digits round away.
    private const double Rounding = 1.05;

    /// <summary>The sentence on the primary comparison.</summary>
    public static string Of(MeasuredExperiment measured) => measured.Primary switch
    {
        { Verdict: Verdict.Gain or Verdict.Loss, Ratio: { } ratio, Low: { } low, High: { } high } => Difference(measured, ratio, low, high),
        { Verdict: Verdict.NoDifference, Low: { } low, High: { } high } => Same(measured, low, high),
        var primary => Undecided(measured, primary),
    };

    /// <summary>The same without its figures in ms, for a headline.</summary>
    public static string Brief(MeasuredExperiment measured) => measured.Primary switch
    {
        { Verdict: Verdict.NoDifference } => $"{Each(measured)} {PrimaryTime.Of(measured).Take} the same {PrimaryTime.Of(measured).Name}.",
        { Verdict: Verdict.Gain or Verdict.Loss, Ratio: { } ratio, Low: { } low, High: { } high } =>
            Faster(measured, ratio, low, high) + ".",
        { PointsTo: { } form } => $"It points to {measured.Name(form)}: {ReportOpen.Lead(measured)}. Not decided yet.",
        // As in the whole sentence, a gain or a loss without its interval is none.
        { Verdict: Verdict.Undecided or Verdict.Gain or Verdict.Loss } => "Not decided yet. No form leads so far.",
        var primary => throw new ArgumentOutOfRangeException(nameof(measured), primary.Verdict, "Not a verdict."),
    };

    private static string Each(MeasuredExperiment measured) =>
        $"{FirstLetter.Upper(measured.Name(measured.Primary.Baseline))} and {measured.Name(measured.Primary.Candidate)}";

    private static string Difference(MeasuredExperiment measured, double ratio, double low, double high)
    {
        var (winner, loser) = ratio < 1 ? (measured.Candidate, measured.Baseline) : (measured.Baseline, measured.Candidate);
        var (from, to) = ratio < 1 ? (1 / high, 1 / low) : (low, high);
        return $"{Faster(measured, ratio, low, high)}: {Figures(PrimaryTime.Of(measured), winner, loser, (from, to))}.";
    }

    // The factor is that of the typical round. A few slow rounds raise an average, and then the reader's own division
    // would give another factor.
    private static string Figures(PrimaryTime time, MeasuredForm winner, MeasuredForm loser, (double From, double To) factor)
    {
        var (first, second) = (time.Average(winner), time.Average(loser));
        if (Within(second / first, factor))
            return $"{FigureText.Milliseconds(first)} {time.Each} instead of {FigureText.Milliseconds(second)}";
        var (typical, other) = (time.Typical(winner), time.Typical(loser));
        return Within(other / typical, factor)
            ? $"{FigureText.Milliseconds(typical)} in the typical round instead of {FigureText.Milliseconds(other)} (on average "
                + $"{FigureText.Milliseconds(first)} and {FigureText.Milliseconds(second)})"
            : $"that is the typical round; on average {FigureText.Milliseconds(first)} and {FigureText.Milliseconds(second)}";
    }

    private static bool Within(double quotient, (double From, double To) factor) =>
        quotient >= factor.From / Rounding && quotient <= factor.To * Rounding;

    /// <summary>Whether the averages of the primary pair say what its verdict says.</summary>
    public static bool MeansAgree(MeasuredExperiment measured) =>
        measured.Primary is { Low: { } low, High: { } high } && PrimaryTime.Of(measured) is var time
        && Within(time.Average(measured.Candidate) / time.Average(measured.Baseline), (low, high));

    private static string Faster(MeasuredExperiment measured, double ratio, double low, double high)
    {
        var (winner, loser) = ratio < 1 ? (measured.Candidate, measured.Baseline) : (measured.Baseline, measured.Candidate);
        double factor = Math.Max(ratio, 1 / ratio);
        var (from, to) = ratio < 1 ? (1 / high, 1 / low) : (low, high);
        var (first, second) = (FirstLetter.Upper(measured.Name(winner.Form.Form)), measured.Name(loser.Form.Form));
        PrimaryTime time = PrimaryTime.Of(measured);
        return factor >= PlainFactor && time.IsLatency
            ? $"{first} {(measured.Experiment.Load is WholeProcesses ? "ran" : "answered")} {Factor(factor)} times faster than {second} "
                + $"({Factor(from)} to {Factor(to)})"
            : $"{first} {time.Took} {Less(factor)} less {time.Name} than {second} ({Less(from)} to {Less(to)})";
    }

    private static string Same(MeasuredExperiment measured, double low, double high)
    {
        PrimaryTime time = PrimaryTime.Of(measured);
        string baseline = measured.Name(measured.Baseline.Form.Form);
        // Where a floor decided, the interval may be of any width.
        string reach = high < 2 && low > 0.5
            ? $"between {Change(low)} and {Change(high)} {time.Name} than {baseline}"
            : $"{FigureText.Ratio(low)} to {FigureText.Ratio(high)} times the {time.Name} of {baseline}";
        return $"No difference: {measured.Name(measured.Candidate.Form.Form)} {time.Took} {reach} ({Margin(measured)} counts as equal).";
    }

    /// <summary>The margin that decided, and why it is wider than the one that was asked for.</summary>
    private static string Margin(MeasuredExperiment measured)
    {
        double asked = measured.Experiment.MarginPercent;
        return measured.Primary.MarginPercent is { } used && used > asked
            ? $"{FigureText.Margin(used)}, which is {FigureText.Milliseconds(measured.Experiment.FloorMilliseconds)} here,"
            : FigureText.Margin(asked);
    }

    private static string Undecided(MeasuredExperiment measured, Comparison primary)
    {
        string known = ReportOpen.Known(measured);
        return primary.PointsTo is { } form
            ? $"Points to {measured.Name(form)}: {ReportOpen.Ahead(measured)}. Not decided yet: {FirstLetter.Lower(primary.Reason)}"
            : known.Length > 0 ? $"Undecided: {known}. {primary.Reason}"
            : $"Undecided: {FirstLetter.Lower(primary.Reason)}";
    }

    /// <summary>"4.9" of a factor: "1.04", not "1.0", where an interval ends near none.</summary>
    public static string Factor(double factor) => FigureText.Ratio(factor, digits: 2);

    /// <summary>The same as the share of the time that is saved: "4%".</summary>
    public static string Less(double factor) => FigureText.Percent(100 * (1 - 1 / factor));

    private static string Change(double ratio) => FigureText.Percent(100 * Math.Abs(ratio - 1)) + (ratio < 1 ? " less" : " more");
}
