using Syncopate.Reporting.Measured;

namespace Syncopate.Reporting.Sentences;

/// <summary>What to do, by the class of the work, and whether today's figures confirm what was published.</summary>
internal static class ReportAdvice
{
    // Verdicts that confirm what was published.
    private static readonly Verdict[] Gain = [Verdict.Gain];
    private static readonly Verdict[] NoGain = [Verdict.NoDifference, Verdict.Loss];

    /// <summary>The advice that today's verdict supports, the published advice with its fate, and the published order
    /// with its fate.</summary>
    public static string Of(MeasuredExperiment measured) => measured.Experiment.Workload.UseCase == UseCase.Undescribed
        ? Today(measured)
        : string.Join(' ', new[] { Today(measured), Published(measured), Order(measured) }.Where(s => s.Length > 0));

    /// <summary>What the verdict of today says to do.</summary>
    public static string Today(MeasuredExperiment measured) => (measured.Experiment.Workload.UseCase, measured.Primary.Verdict) switch
    {
        (_, Verdict.Undecided) when measured.Primary.PointsTo is { } form =>
            $"It points to {measured.Name(form)}; get the verdict before you change code.",
        (_, Verdict.Undecided) => "Change nothing on this: it is not decided.",
        (UseCase.Undescribed, Verdict.Gain) => $"Prefer {measured.Name(measured.Primary.Candidate)} under this load.",
        (UseCase.Undescribed, Verdict.Loss) => $"Keep {measured.Name(measured.Primary.Baseline)} under this load.",
        (UseCase.IoBound, Verdict.Gain) => "Make a call that waits async, down to the last one below it.",
        (UseCase.Aggregating, Verdict.Gain) => "Start independent calls together and await them together.",
        (UseCase.Cancellable, Verdict.Gain) =>
            "Ask several, take the first answer, and cancel the rest, so that they stop using the servers.",
        (UseCase.DataAccess, Verdict.Loss) when measured.Experiment.Load.MaximumUsers == 1 =>
            "Where one caller waits for a short access, keep it sync; choose async for the threads that it frees when many wait, not for "
            + "the time of one call.",
        (UseCase.DataAccess, Verdict.NoDifference) when measured.Experiment.Load.MaximumUsers == 1 =>
            "Choose either form for one caller: what decides is how many wait at once.",
        (UseCase.LongRunning, Verdict.Gain) =>
            "Start long work in the background and answer at once; show its progress, and let it be cancelled.",
        (UseCase.TightLoop, Verdict.Loss) =>
            "Await what waits. Where very short calls that wait for nothing are made in a loop, keep them plain, and await the loop as a "
            + "whole.",
        (UseCase.FirstCall, Verdict.Loss) => "Let a program that must answer its first call at once make one such call while it starts.",
        (UseCase.CpuBound, Verdict.NoDifference or Verdict.Loss) =>
            "Leave work that only computes sync: there is no wait in which a thread could do something else.",
        (_, Verdict.Gain) => $"Prefer {measured.Name(measured.Primary.Candidate)} for work of this kind.",
        (_, Verdict.Loss) => $"Keep {measured.Name(measured.Primary.Baseline)} for work of this kind.",
        _ => "Choose either form: under this load it makes no difference.",
    };

    private static string Published(MeasuredExperiment measured)
    {
        (string advice, Verdict[] expected) = measured.Experiment.Workload.UseCase switch
        {
            UseCase.IoBound => ("calls of web services definitely async (Simple-Talk, 2014)", Gain),
            UseCase.Aggregating => ("parallel calls of web services every time (Simple-Talk, 2014)", Gain),
            UseCase.CpuBound => ("no gain in throughput for compute-bound work (Simple-Talk, 2014)", NoGain),
            UseCase.DataAccess => ("a small gain for simple accesses to a database (Simple-Talk, 2014)", Gain),
            UseCase.Cancellable => ("async where work can be cancelled, to free what it uses (Async vs sync actions, 2016)", Gain),
            UseCase.LowThroughput => ("either form at low throughput (Simple-Talk, 2014)", [Verdict.NoDifference]),
            UseCase.TightLoop => ("no await in tight loops (Simple-Talk, 2013)", [Verdict.Loss]),
            UseCase.FirstCall => ("the first await of a program is slow (Simple-Talk, 2013)", [Verdict.Loss]),
            _ => ("async for long work that shows its progress (Simple-Talk, 2014)", Gain),
        };
        Verdict verdict = measured.Primary.Verdict;
        // Equal is not yet the contrary of what was published; only the other form ahead is.
        string fate = verdict == Verdict.Undecided ? "Neither confirmed nor refuted here"
            : expected.Contains(verdict) ? "Confirmed"
            : verdict == Verdict.Gain ? "Refuted here"
            : "Not confirmed under this load";
        return $"Published advice: {advice}. {fate}.";
    }

    /// <summary>Whether the forms came in the order that the article printed.</summary>
    private static string Order(MeasuredExperiment measured)
    {
        List<PublishedFigure> published = measured.Experiment.Published
            .Where(p => p.Measure == "mean" && measured.Forms.Any(f => f.Form.Form == p.Form && f.Count > 0))
            .DistinctBy(p => p.Form)
            .OrderBy(p => p.Value)
            .ToList();
        if (published.Count < 2) return "";

        var (then, now) = Waits(measured.Experiment);
        return $"Published{then}: {string.Join(", ", published.Select(p => $"{measured.Name(p.Form)} {Printed(p)}"))}; "
            + $"today{now}: {string.Join(", ", published.Select(p => FigureText.Milliseconds(measured[p.Form].Mean)))}; "
                + $"{Fate(measured, published)}.";
    }

    private static string Fate(MeasuredExperiment measured, List<PublishedFigure> fastestFirst)
    {
        var (agreed, same, open, opposed) = Fates(measured, fastestFirst);
        if (opposed.Count > 0) return $"that order was not found again: {string.Join("; ", opposed)}";
        if (agreed + same.Count == 0) return "whether in the same order is not decided yet";
        string except = string.Join("; ", same.Concat(open));
        return agreed == 0 ? $"that order can neither be confirmed nor refuted: {except}"
            : except.Length > 0 ? $"that order was found again, except that {except}"
            : "that order was found again";
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
                if (comparison.Verdict == expected) agreed++;
                else if (comparison.Verdict is Verdict.Gain or Verdict.Loss) opposed.Add($"{second} is faster than {first} today");
                else if (comparison.Verdict == Verdict.NoDifference) same.Add($"{first} and {second} do not differ today");
                else open.Add($"{first} against {second} is not decided");
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
