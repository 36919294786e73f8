using Syncopate.Reporting.Measured;
using Syncopate.Texts;

namespace Syncopate.Reporting.Sentences;

/// <summary>The result of a whole run in two short sentences, and with its figures in two or three more. It claims only
/// what a verdict shows.</summary>
internal static class ReportHeadline
{
    /// <summary>At most two sentences.</summary>
    public static string Of(IReadOnlyList<MeasuredExperiment> experiments)
    {
        if (experiments.All(e => e.Rounds.Count == 0))
            return "Nothing was measured.";
        if (experiments.All(e => e.Primary.Ratio is null))
            return "Nothing valid was measured.";
        if (experiments.All(e => e.Primary.Verdict == Verdict.Undecided))
            return experiments is [var one] ? ReportSentence.Brief(one) : Direction(experiments);
        if (experiments is [var own] && own.Experiment.Workload.Traits.IsUserDefined)
            return ReportSentence.Brief(own);
        if (experiments.Count(e => e.Primary.Verdict == Verdict.Undecided) > experiments.Count / 2)
            return Few(experiments);

        string?[] known = [OnWaiting(experiments), OnComputing(experiments) ?? OnDataAccess(experiments)];
        List<string> sentences = known.OfType<string>().ToList();
        return sentences.Count > 0 ? string.Join(' ', sentences)
            : experiments.Any(e => e.Primary.Verdict is Verdict.Gain or Verdict.Loss) ? "The forms differ; see each experiment."
            : "No form is faster in any decided experiment.";
    }

    /// <summary>The sentence with the most telling figures of the run, then what the others say.</summary>
    public static string Summary(IReadOnlyList<MeasuredExperiment> experiments)
    {
        List<MeasuredExperiment> decided = experiments.Where(e => e.Primary.Verdict != Verdict.Undecided).ToList();
        MeasuredExperiment? strongest = decided.Where(e => e.Primary.Verdict == Verdict.Gain).MinBy(e => e.Primary.Ratio);
        MeasuredExperiment? calm = decided.FirstOrDefault(e => e != strongest && (e.Primary.Verdict != Verdict.Gain));
        MeasuredExperiment? open = decided.Count > 0 ? null
            // What points to a form has a ratio.
            : experiments.Where(e => e.Primary.PointsTo is not null)
                .MaxBy(e => Math.Abs(Math.Log(e.Primary.Ratio ?? 1)));
        string?[] sentences =
        [
            strongest is null ? null : Figures(strongest),
            calm is null ? null : Figures(calm),
            open is null ? null : Lead(open),
            Rest(experiments),
        ];
        return string.Join(' ', sentences.OfType<string>());
    }

    /// <summary>What the few say that are decided: a sentence about all would be wider than they are.</summary>
    private static string Few(IReadOnlyList<MeasuredExperiment> experiments)
    {
        List<Verdict> decided = experiments.Select(e => e.Primary.Verdict).Where(v => v != Verdict.Undecided).ToList();
        IEnumerable<string> parts = decided.GroupBy(v => v).OrderBy(g => g.Key).Select(g =>
            $"{FigureText.Count(g.Count())} {Wording.Name(g.Key)}");
        return $"{FigureText.Count(decided.Count)} of {Wording.Plural(experiments.Count, "experiment")} "
            + $"{(decided.Count == 1 ? "is" : "are")} decided: {string.Join(", ", parts)}.";
    }

    /// <summary>Where several experiments point to of which none is decided.</summary>
    private static string Direction(IReadOnlyList<MeasuredExperiment> experiments)
    {
        List<IGrouping<string, MeasuredExperiment>> sides = experiments
            .Where(e => e.Primary.PointsTo is not null)
            .GroupBy(e => Wording.Side(e.Primary.PointsTo ?? default)) // filtered to those with one
            .OrderByDescending(g => g.Count())
            .ToList();
        if (sides.Count == 0)
            return "Nothing is decided yet. No form leads so far.";
        string point = $" of {Wording.Plural(experiments.Count, "experiment")} {(sides[0].Count() == 1 ? "points" : "point")}";
        IEnumerable<string> told = sides.Select((s, i) => $"{FigureText.Count(s.Count())}{(i > 0 ? "" : point)} to {s.Key}");
        return $"{string.Join(", ", told)}. None is decided yet.";
    }

    private static string Lead(MeasuredExperiment measured) => $"{measured.Experiment.Title}: {ReportOpen.Known(measured)}.";

    /// <summary>What was found where work waits; null when nothing was decided there.</summary>
    private static string? OnWaiting(IReadOnlyList<MeasuredExperiment> experiments)
    {
        List<MeasuredExperiment> waiting = Waiting(experiments);
        if (waiting.Count == 0)
            return null;
        bool isOpen = waiting.Count < experiments.Count(e => IsWaiting(e, experiments));
        if (waiting.All(e => e.Primary.Verdict != Verdict.Gain))
        {
            string found = waiting.All(e => e.Primary.Verdict == Verdict.Loss) ? "Sync was faster even where it waited."
                : waiting.Any(e => e.Primary.Verdict == Verdict.Loss) ? "Async gained nothing where it waited."
                : "Async made no difference where it waited.";
            return InDecided(found, isOpen);
        }

        if (waiting.Any(e => e.Primary.Verdict != Verdict.Gain))
            return "Async helped in some places where code waits, not in all.";
        // A slogan speaks for all that waits.
        return isOpen ? InDecided("Async helped where code waits.", isOpen) : SloganOf(waiting)?.Text ?? "Async helped where code waits.";
    }

    private static Slogan? SloganOf(List<MeasuredExperiment> gained) =>
        gained.Select(e => e.Own.Slogan).OfType<Slogan>().MinBy(slogan => slogan.Rank);

    /// <summary>What was found where work computes; null when nothing was decided there.</summary>
    private static string? OnComputing(IReadOnlyList<MeasuredExperiment> experiments)
    {
        List<MeasuredExperiment> computing = Decided(experiments, IsComputing);
        if (computing.Count == 0)
            return null;
        if (computing.Any(e => e.Primary.Verdict == Verdict.Gain))
            return "Async gained even where nothing waits.";
        List<MeasuredExperiment> waiting = Waiting(experiments);
        bool isOpen = computing.Count < experiments.Count(IsComputing);
        if (!isOpen
            && waiting.Count == experiments.Count(e => IsWaiting(e, experiments))
            && waiting.All(e => e.Primary.Verdict == Verdict.Gain)
            && SloganOf(waiting)?.OfComputing is { } half)
        {
            return half;
        }

        return InDecided("Async gained nothing where nothing waits.", isOpen);
    }

    /// <summary>What was found where a database is asked; null when nothing was decided there.</summary>
    private static string? OnDataAccess(IReadOnlyList<MeasuredExperiment> experiments)
    {
        List<MeasuredExperiment> accesses = Decided(experiments, e => IsDataAccess(e, experiments));
        if (accesses.Count == 0)
            return null;
        bool isOpen = accesses.Count < experiments.Count(e => IsDataAccess(e, experiments));
        if (accesses.All(e => e.Primary.Verdict == Verdict.Gain))
            return InDecided("Async made every database access faster.", isOpen);
        if (accesses.Any(e => e.Primary.Verdict == Verdict.Gain))
            return "Async helped in some database accesses, not in all.";
        if (isOpen)
            return InDecided("Async did not speed up database access.", isOpen);
        return accesses.Any(e => e.Primary.Verdict == Verdict.Loss) ? "Async did not speed up database access."
            : "Async made no difference to database access.";
    }

    private static List<MeasuredExperiment> Waiting(IReadOnlyList<MeasuredExperiment> experiments) =>
        Decided(experiments, e => IsWaiting(e, experiments));

    private static bool IsWaiting(MeasuredExperiment measured, IReadOnlyList<MeasuredExperiment> all) =>
        measured.Own.Headline == HeadlineClass.Waiting && !IsDataAccess(measured, all);

    /// <summary>A sentence about all of a kind, where some of it are undecided and may be otherwise.</summary>
    private static string InDecided(string sentence, bool isOpen) =>
        isOpen ? $"In the decided experiments, {FirstLetter.Lower(sentence)}" : sentence;

    private static bool IsComputing(MeasuredExperiment measured) =>
        measured.Own.Headline == HeadlineClass.Computing;

    /// <summary>Several reads put together are one more row of a table of accesses to a database: for them a caller
    /// waits no longer than for the others.</summary>
    private static bool IsDataAccess(MeasuredExperiment measured, IReadOnlyList<MeasuredExperiment> all) =>
        measured.Own.Headline == HeadlineClass.DataAccess
        || (measured.Experiment.Group is { } group
            && all.Any(e => e.Experiment.Group?.Id == group.Id && e.Own.Headline == HeadlineClass.DataAccess));

    private static List<MeasuredExperiment> Decided(IReadOnlyList<MeasuredExperiment> experiments, Func<MeasuredExperiment, bool> kind) =>
        [.. experiments.Where(e => kind(e) && e.Primary.Verdict != Verdict.Undecided)];

    private static string Figures(MeasuredExperiment measured)
    {
        if (ReportCallCost.Of(measured) is { } cost)
            return $"{measured.Experiment.Title}: awaiting adds {ReportCallCost.Added(cost)} to a call.";
        string crowd = Crowd(measured.Experiment.Load);
        PrimaryTime time = PrimaryTime.Of(measured);
        var (candidate, baseline) = (measured.Candidate, measured.Baseline);
        var (first, second) = (measured.Name(candidate.Form.Form), measured.Name(baseline.Form.Form));
        // A few slow rounds move an average, and then it would contradict the verdict that it stands beside.
        if (!ReportSentence.MeansAgree(measured))
            return $"{measured.Experiment.Title}{crowd}, in the typical round: {ReportSentence.Brief(measured)}";
        return measured.Primary.Verdict == Verdict.NoDifference
            ? $"{measured.Experiment.Title}{crowd}: {first} and {second} {time.Took} the same {time.Name}, "
                + $"{FigureText.Milliseconds(time.Average(candidate))} {time.Each}."
            : $"{measured.Experiment.Title}{crowd}: {first} {time.Took} {FigureText.Milliseconds(time.Average(candidate))}{Kind(time)} "
                + $"where {second} {time.Took} {FigureText.Milliseconds(time.Average(baseline))}.";
    }

    private static string Kind(PrimaryTime time) => time.IsLatency ? "" : " of processor time for a request";

    // How many there were; nothing where one call or one process follows the other.
    private static string Crowd(LoadShape load) => load switch
    {
        CallsInProcess or WholeProcesses => "",
        Arrivals rate when rate.FromPerSecond == rate.ToPerSecond => $" at {FigureText.Significant(rate.ToPerSecond)} per second",
        Arrivals ramp => $" at {FigureText.Significant(ramp.FromPerSecond)} to {FigureText.Significant(ramp.ToPerSecond)} per second",
        SteppedUsers steps when steps.Start < steps.Maximum =>
            $" with {FigureText.Count(steps.Start)} to {Wording.Plural(steps.Maximum, "user")}",
        _ => $" with {Wording.Plural(load.MaximumUsers, "user")}",
    };

    private static string? Rest(IReadOnlyList<MeasuredExperiment> experiments)
    {
        int undecided = experiments.Count(e => e.Primary.Verdict == Verdict.Undecided);
        if (experiments.Count == 0)
            return "No experiment was measured.";
        return undecided == 0 ? null
            : experiments is [var one] ? one.Primary.Reason
            : undecided == experiments.Count ? "No comparison is decided; each experiment says what is missing."
            : $"{FigureText.Count(undecided)} of {Wording.Plural(experiments.Count, "experiment")} {(undecided == 1 ? "is" : "are")} "
                + "undecided.";
    }
}
