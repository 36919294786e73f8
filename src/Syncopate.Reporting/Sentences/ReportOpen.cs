using Syncopate.Reporting.Measured;
using Syncopate.Texts;

namespace Syncopate.Reporting.Sentences;

/// <summary>What an experiment without a verdict says of its rounds, and what is missing.</summary>
internal static class ReportOpen
{
    /// <summary>The open verdict; null when the primary comparison is decided.</summary>
    /// <param name="measured">The experiment.</param>
    /// <param name="command">What goes on from there; empty when nobody knows.</param>
    public static OpenVerdict? Of(MeasuredExperiment measured, string command) => measured.Primary.Verdict == Verdict.Undecided
        ? new(measured.Primary.PointsTo, Known(measured) is { Length: > 0 } known ? FirstLetter.Upper(known) + "."
            : "", measured.Primary.Reason, command)
        : null;

    /// <summary>"async was faster in 7 of 7 rounds, about 4.9 times (57 ms on average instead of 279 ms)"; empty
    /// without a valid round, and where both took the same.</summary>
    public static string Known(MeasuredExperiment measured) =>
        Ahead(measured) is { Length: > 0 } ahead ? $"{measured.Name(Leader(measured.Primary).Form)} was {ahead}" : "";

    /// <summary>The same without the name of the form.</summary>
    public static string Ahead(MeasuredExperiment measured)
    {
        // Of two that took the same neither is ahead.
        if (measured.Primary is not { Ratio: > 0 and not 1, Rounds: > 0 } open)
            return "";
        var (form, other) = Leader(open);
        int won = (form == open.Candidate ? open.RoundsWon : open.RoundsLost) ?? 0;
        PrimaryTime time = PrimaryTime.Of(measured);
        return $"{(time.IsLatency ? "faster" : "cheaper")} in {Rounds(won, open.Rounds)}{By(time, Factor(open))}"
            + Figures(time, measured[form], measured[other], Factor(open));
    }

    /// <summary>"about 4.9 times faster", for a headline.</summary>
    public static string Lead(MeasuredExperiment measured) => IsTimes(PrimaryTime.Of(measured), Factor(measured.Primary))
        ? $"about {ReportSentence.Factor(Factor(measured.Primary))} times faster"
        : $"about {ReportSentence.Less(Factor(measured.Primary))} less {PrimaryTime.Of(measured).Name}";

    private static bool IsTimes(PrimaryTime time, double factor) => time.IsLatency && factor >= ReportSentence.PlainFactor;

    // The form that is ahead in the typical round, and the other one.
    private static (Form Form, Form Other) Leader(Comparison open) =>
        open.Ratio < 1 ? (open.Candidate, open.Baseline) : (open.Baseline, open.Candidate);

    private static double Factor(Comparison open) => Math.Max(open.Ratio ?? 1, 1 / (open.Ratio ?? 1));

    private static string Rounds(int won, int of) => (won, of) switch
    {
        (1, 1) => "the only round",
        (2, 2) => "both rounds",
        _ => $"{FigureText.Count(won)} of {Wording.Plural(of, "round")}",
    };

    private static string By(PrimaryTime time, double factor) => IsTimes(time, factor)
        ? $", about {ReportSentence.Factor(factor)} times"
        : $", with about {ReportSentence.Less(factor)} less {time.Name}";

    // A few long rounds move the plain averages; then they would contradict the factor that they stand beside.
    private static string Figures(PrimaryTime time, MeasuredForm first, MeasuredForm second, double factor)
    {
        double rounding = factor >= ReportSentence.PlainFactor ? 0.05 : 0.01;
        return Agrees(time.Average(second) / time.Average(first))
            ? $" ({FigureText.Milliseconds(time.Average(first))} {time.Each} instead of {FigureText.Milliseconds(time.Average(second))})"
            : Agrees(time.Typical(second) / time.Typical(first))
            ? $" ({FigureText.Milliseconds(time.Typical(first))} in the typical round instead of "
                + $"{FigureText.Milliseconds(time.Typical(second))})"
            : "";

        bool Agrees(double quotient) => Math.Abs(Math.Log(quotient / factor)) <= rounding;
    }
}
