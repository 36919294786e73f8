using Syncopate.Reporting.Measured;

namespace Syncopate.Reporting.Sentences;

/// <summary>What to do, by the experiment itself or in general, and whether today's figures confirm what was published.</summary>
internal static class ReportAdvice
{
    /// <summary>The advice that today's verdict supports, the published advice with its fate, and the published order
    /// with its fate.</summary>
    public static string Of(MeasuredExperiment measured) => measured.Experiment.Workload.Traits.IsUserDefined
        ? Today(measured)
        : string.Join(' ', new[] { Today(measured), Published(measured), Order(measured) }.Where(s => s.Length > 0));

    /// <summary>What the verdict of today says to do.</summary>
    public static string Today(MeasuredExperiment measured)
    {
        string where = measured.Experiment.Workload.Traits.IsUserDefined ? "under this load" : "for work of this kind";
        return measured.Primary switch
        {
            { Verdict: Verdict.Undecided, PointsTo: { } form } =>
                $"It points to {measured.Name(form)}; get the verdict before you change code.",
            { Verdict: Verdict.Undecided } => "Undecided: do not change code because of this result.",
            _ when measured.Own.Advice?.Invoke(measured) is { } advice => advice,
            { Verdict: Verdict.Gain } => $"Prefer {measured.Name(measured.Primary.Candidate)} {where}.",
            { Verdict: Verdict.Loss } => $"Keep {measured.Name(measured.Primary.Baseline)} {where}.",
            { Verdict: Verdict.NoDifference } => "Choose either form: under this load it makes no difference.",
            var primary => throw new ArgumentOutOfRangeException(nameof(measured), primary.Verdict, "Not a verdict."),
        };
    }

    private static string Published(MeasuredExperiment measured)
    {
        if (measured.Own.Published is not { } advice)
            return "";
        Verdict verdict = measured.Primary.Verdict;
        // Equal is not yet the contrary of what was published; only the other form ahead is.
        string fate = verdict == Verdict.Undecided ? "Inconclusive here"
            : advice.Expected.Contains(verdict) ? "Confirmed"
            : verdict == Verdict.Gain ? "Refuted here"
            : "Not confirmed under this load";
        return $"Published advice: {advice.Text}. {fate}.";
    }

    /// <summary>Whether the forms came in the order that the article printed.</summary>
    private static string Order(MeasuredExperiment measured)
    {
        List<PublishedFigure> published = measured.Experiment.Published
            .Where(p => p.Measure == "mean" && measured.Forms.Any(f => f.Form.Form == p.Form && f.Count > 0))
            .DistinctBy(p => p.Form)
            .OrderBy(p => p.Value)
            .ToList();
        if (published.Count < 2)
            return "";

        var (then, now) = Waits(measured.Experiment);
        return $"Published{then}: {string.Join(", ", published.Select(p => $"{measured.Name(p.Form)} {Printed(p)}"))}; "
            + $"today{now}: {string.Join(", ", published.Select(p => FigureText.Milliseconds(measured[p.Form].Mean)))}; "
            + $"{Fate(measured, published)}.";
    }

    private static string Fate(MeasuredExperiment measured, List<PublishedFigure> fastestFirst)
    {
        var (agreed, same, open, opposed) = Fates(measured, fastestFirst);
        if (opposed.Count > 0)
            return $"that order was not reproduced: {string.Join("; ", opposed)}";
        if (agreed + same.Count == 0)
            return "whether in the same order is not decided yet";
        string except = string.Join("; ", same.Concat(open));
        return agreed == 0 ? $"that order can neither be confirmed nor refuted: {except}"
            : except.Length > 0 ? $"that order was reproduced, except that {except}"
            : "that order was reproduced";
    }

    private static (int Agreed, List<string> Same, List<string> Open, List<string> Opposed) Fates(MeasuredExperiment measured,
        List<PublishedFigure> fastestFirst)
    {
        var (agreed, same, open, opposed) = (0, new List<string>(), new List<string>(), new List<string>());
        for (int i = 0; i < fastestFirst.Count; i++)
        {
            for (int j = i + 1; j < fastestFirst.Count; j++)
            {
                var (faster, slower) = (fastestFirst[i].Form, fastestFirst[j].Form);
                Comparison comparison = measured.Comparisons.First(c =>
                    c.Metric == measured.Experiment.PrimaryMetric && ((c.Baseline, c.Candidate) == (slower, faster)
                        || (c.Baseline, c.Candidate) == (faster, slower)));
                Verdict expected = comparison.Candidate == faster ? Verdict.Gain : Verdict.Loss;
                var (first, second) = (measured.Name(faster), measured.Name(slower));
                if (comparison.Verdict == expected)
                    agreed++;
                else if (comparison.Verdict is Verdict.Gain or Verdict.Loss)
                    opposed.Add($"{second} is faster than {first} today");
                else if (comparison.Verdict == Verdict.NoDifference)
                    same.Add($"{first} and {second} do not differ today");
                else
                    open.Add($"{first} against {second} is not decided");
            }
        }

        return (agreed, same, open, opposed);
    }

    /// <summary>The bundled experiments wait less in a quick run than the articles did; then only the order can be compared.</summary>
    private static (string Then, string Now) Waits(Experiment experiment) =>
        experiment.PublishedWaitMilliseconds == experiment.WaitMilliseconds
        ? ("", "")
        : ($", with waits of {FigureText.Milliseconds(experiment.PublishedWaitMilliseconds)}",
            $", with waits of {FigureText.Milliseconds(experiment.WaitMilliseconds)}");

    private static string Printed(PublishedFigure figure) => figure.UpperValue is { } upper
        ? $"{FigureText.Milliseconds(figure.Value)} to {FigureText.Milliseconds(upper)}"
        : (figure.IsOver ? "over " : "") + FigureText.Milliseconds(figure.Value);
}
