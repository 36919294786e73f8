using System.Globalization;
using Syncopate.Reporting;

namespace Syncopate;

/// <summary>What a comparison of forms has shown.</summary>
public sealed class FormsResult
{
    internal FormsResult(IReadOnlyList<FormsRow> rows, string folder)
    {
        Rows = rows;
        Report = Path.Combine(folder, "report.html");
    }

    /// <summary>A row for each value of <c>With</c>, in order; one without it.</summary>
    public IReadOnlyList<FormsRow> Rows { get; }

    /// <summary>The report, a page that any browser shows.</summary>
    public string Report { get; }

    /// <summary>The verdict of the first row.</summary>
    public Verdict Verdict => Rows[0].Verdict;

    /// <summary>The ratio of the first row: mean time of the last form over that of the first; null when nothing can be said.</summary>
    public double? Ratio => Rows[0].Ratio;

    /// <summary>Lower end of its interval; null when there is none.</summary>
    public double? Low => Rows[0].Low;

    /// <summary>Upper end of its interval; null when there is none.</summary>
    public double? High => Rows[0].High;

    /// <summary>The first row in a sentence.</summary>
    public string Sentence => Rows[0].Sentence;

    /// <summary>The forms of the first row, the baseline first; empty when not one round was finished.</summary>
    public IReadOnlyList<FormFigures> Forms => Rows[0].Forms;

    /// <summary>Throws when the verdict of any row is that the last form is slower than the first, and its whole interval says by
    /// more than this; and when the last form failed in more than 0.1 % of its calls, as a fast failure is no fast answer. What is
    /// undecided, or no difference, passes: noise is no reason for a red test.</summary>
    /// <param name="most">By how much it may be slower.</param>
    /// <returns>This result.</returns>
    /// <exception cref="FormsException">It is slower, or it failed.</exception>
    public FormsResult EnsureNotSlower(Percent most)
    {
        foreach (FormsRow row in Rows)
        {
            if (row.Forms is [.., { FailedShare: > SlotRules.MostErrorShare } failing])
                throw new FormsException(Failing(row, failing));
            // An interval beyond the limit is not enough: the judge also asks whether the difference is above the floor and the noise.
            if (row is { Verdict: Verdict.Loss, Low: { } low } && low > 1 + most.Value / 100)
                throw new FormsException(Slower(row, string.Create(CultureInfo.InvariantCulture, $"{100 * (low - 1):0.#}%"), most));
        }

        return this;
    }

    private string Slower(FormsRow row, string atLeast, Percent most) =>
        $"{row.Title}: {row.Forms[^1].Name} is slower than {row.Forms[0].Name} by at least {atLeast}, and at most {most} was allowed. "
        + $"{row.Sentence} Report: {Report}";

    private string Failing(FormsRow row, FormFigures failing)
    {
        string thrown = string.Concat(row.Thrown.Select(what => $" {what}"));
        return $"{row.Title}: {failing.Name} failed in {FigureText.Percent(100 * failing.FailedShare)} of its {row.Piece}s "
            + $"({FigureText.Count(failing.Failed)} of {FigureText.Count(failing.Failed + failing.Calls)}), and at most "
            + $"{FigureText.Percent(100 * SlotRules.MostErrorShare)} may fail: failed calls make the comparison invalid."
            + $"{thrown} Report: {Report}";
    }
}
