using System.Globalization;
using Syncopate.Judging;
using Syncopate.Reporting;
using Syncopate.Running;
using Syncopate.Texts;

namespace Syncopate.Cli.Screens;

/// <summary>What is said of a question while others are still measured.</summary>
internal static class ProgressText
{
    /// <summary>Such as "async is 3.4 times faster than sync (2.8 to 4.1), with 3 threads instead of 9. Decided after 5 rounds."</summary>
    /// <param name="standing">The round with which the decision fell.</param>
    /// <param name="decision">On the first and the last form: a verdict, or one that is not believed, with the reason.</param>
    public static string Verdict(RoundStanding standing, Decision decision)
    {
        (FormProgress first, FormProgress last) = (standing.Forms[0], standing.Forms[^1]);
        bool isCpu = standing.Metric == Metric.CpuPerRequest;
        string what = decision.Verdict switch
        {
            Syncopate.Verdict.Gain or Syncopate.Verdict.Loss when isCpu => Cpu(first, last, decision),
            Syncopate.Verdict.Gain => $"{Name(last)} is {Factor(1 / decision.Ratio)} times faster than "
                + $"{Name(first)}{Span(1 / decision.High, 1 / decision.Low)}{Threads(first, last)}.",
            Syncopate.Verdict.Loss => $"{Name(last)} is {Factor(decision.Ratio)} times slower than "
                + $"{Name(first)}{Span(decision.Low, decision.High)}{Threads(first, last)}.",
            Syncopate.Verdict.NoDifference => $"no difference of {FigureText.Difference(decision.MarginPercent)} or more "
                + $"{(isCpu ? "in processor time " : "")}between {Name(first)} and {Name(last)}.",
            // The rounds would decide, but something else may have made them so.
            Syncopate.Verdict.Undecided when decision.Basis == DecisionBasis.IdleUsers => $"{Name(first)} and {Name(last)}: the users of "
                + "one were idle more than those of the other, which may explain what was measured.",
            Syncopate.Verdict.Undecided => $"{Name(first)} and {Name(last)}: a server was not steady, so that code which was not compiled "
                + "yet may explain what was measured.",
            _ => throw new ArgumentOutOfRangeException(nameof(decision), decision.Verdict, "Not a verdict."),
        };
        string end = decision.Verdict == Syncopate.Verdict.Undecided ? "No verdict" : "Decided";
        return string.Create(CultureInfo.InvariantCulture, $"{what} {end} after {decision.Rounds} rounds.");
    }

    private static string Name(FormProgress form) => form.Form.InLowerCase();

    private static string Cpu(FormProgress first, FormProgress last, Decision decision)
    {
        (double? from, double? to) = decision.Ratio < 1 ? (decision.High, decision.Low) : (decision.Low, decision.High);
        return $"{Name(last)} used {Percent(decision.Ratio)}% {(decision.Ratio < 1 ? "less" : "more")} processor time than {Name(first)} "
            + $"({Percent(from)} to {Percent(to)}).";
    }

    private static string Percent(double? ratio) =>
        Math.Abs(100 * ((ratio ?? 1) - 1)).ToString("0.#", CultureInfo.InvariantCulture);

    private static string Threads(FormProgress first, FormProgress last) =>
        (first.Threads, last.Threads) is ({ } before, { } after) && before != after
        ? string.Create(CultureInfo.InvariantCulture, $", with {Counted.Of(after, "thread")} instead of {before}")
        : "";

    private static string Span(double? from, double? to) => from is null || to is null ? "" : $" ({Factor(from)} to {Factor(to)})";

    /// <summary>Two digits, but never "1.0": a factor of 1.04, or of 1.004, is said as it is.</summary>
    private static string Factor(double? value) => value switch
    {
        null => "?",
        >= 9.95 => string.Create(CultureInfo.InvariantCulture, $"{value:#,0}"),
        < 1.195 and { } small => FigureText.Ratio(small),
        _ => string.Create(CultureInfo.InvariantCulture, $"{value:0.0}"),
    };
}
