using Syncopate.Reporting;
using Syncopate.Reporting.Measured;
using Syncopate.Reporting.Sentences;
using Syncopate.Units;
using static Syncopate.Reporting.Sentences.ReportCallCost;

namespace Syncopate.Experiments.Bundled;

/// <summary>What a table of awaits in a loop says: what one costs, what each level adds, when that no longer matters,
/// and what became of the article's figure.</summary>
internal static class TightLoopText
{
    // The article's guideline: async pays for work from this length on.
    private const double GuidelineMilliseconds = 50;

    // In the loop that the article measured.
    private const int PublishedCalls = 1_000;

    /// <summary>The reasons that the figures carry, the most general first.</summary>
    public static IReadOnlyList<GroupReason> Reasons(IReadOnlyList<ExperimentReport> members)
    {
        IReadOnlyList<string> columns = ReportGroups.Columns(members);
        GroupReason?[] reasons = [.. columns.Select(c => Range([.. members.Where(e => e.Group?.Column == c)], c)), .. columns.Select(c =>
            Levels([.. members.Where(e => e.Group?.Column == c)], c)), BreakEven(members), ThenAndNow(members)];
        return [.. reasons.OfType<GroupReason>()];
    }

    /// <summary>The one figure and what it means: how much the article's own loop takes longer today, or how many
    /// awaits have a cost that can be shown.</summary>
    public static (string Figure, string Meaning) Key(IReadOnlyList<ExperimentReport> members)
    {
        ExperimentReport? then = members.FirstOrDefault(IsPublished);
        Comparison? today = then is null ? null : ReportGroups.AsyncAgainstSync(then);
        return then is not null && today is { Ratio: { } ratio }
            ? (Signed(ratio), $"with “{then.Group?.Row}”, {Signed(PublishedRatio(then))} when "
                + $"published{(today.Low is null ? "; not decided" : "")}")
            : ($"{FigureText.Count(members.Count(e => e.Cost?.BreakEvens.Count > 0))} of {FigureText.Count(members.Count)}",
                "awaits with a cost that can be shown");
    }

    /// <summary>What one experiment says of its cost.</summary>
    public static IEnumerable<string> Why(MeasuredExperiment measured)
    {
        if (ReportCallCost.Of(measured) is not { } cost)
            yield break;
        yield return $"A plain call takes {Time(cost.SyncNanoseconds)}, an awaited one {Time(cost.AsyncNanoseconds)}: awaiting adds "
            + $"{Added(cost)} of elapsed time in the typical round{Also(cost)}.";
        if (cost.BreakEvens is [_, .., var one])
        {
            yield return $"That is below {FigureText.Percent(one.Percent)} of whatever takes longer than "
                + $"{FigureText.Milliseconds(one.Milliseconds)} ({FigureText.Milliseconds(one.LowMilliseconds)} to "
                + $"{FigureText.Milliseconds(one.HighMilliseconds)}).";
        }
        else if (cost.HighNanoseconds <= 0)
        {
            yield return "All of that interval is below 0: here awaiting costs no time.";
        }
        else if (cost.LowNanoseconds is not null)
        {
            yield return "The interval of that contains 0, so that no cost is shown.";
        }
    }

    private static GroupReason? Range(List<ExperimentReport> members, string column)
    {
        List<ExperimentReport> shown = Shown(members);
        if (shown.Count == 0)
            return null;
        var (least, most) = (Added(shown[0].Cost!), Added(shown[^1].Cost!)); // shown are only those with a cost
        return new($"What an await costs, {column}",
            $"Of {Wording.Plural(members.Count, "form")} the cheapest with a cost that can be shown is “{shown[0].Group?.Row}”, "
                + $"{least} per call; the most expensive is “{shown[^1].Group?.Row}”, {most}.");
    }

    /// <summary>The slope between the shallowest and the deepest chain of each kind.</summary>
    private static GroupReason? Levels(List<ExperimentReport> members, string column)
    {
        List<string> chains = members
            .Where(e => e.Cost?.LowNanoseconds is not null && Counter(e, "awaitsDeep") is not null)
            .GroupBy(e => Counter(e, "waitsOnce") == 1)
            .Select(g => (Waits: g.Key, Steps: g.OrderBy(e => Counter(e, "awaitsDeep")).ToList()))
            .Where(c => Counter(c.Steps[^1], "awaitsDeep") > Counter(c.Steps[0], "awaitsDeep"))
            .Select(c => $"{Level(c.Steps[0], c.Steps[^1])} when {(c.Waits ? "the last one waits" : "all are done when they return")}")
            .ToList();
        return chains.Count == 0 ? null
            : new($"Each level deeper, {column}", $"One more async method between caller and work adds {string.Join(", and ", chains)}.");
    }

    private static string Level(ExperimentReport shallow, ExperimentReport deep)
    {
        double levels = (Counter(deep, "awaitsDeep") - Counter(shallow, "awaitsDeep")) ?? 1;
        var (first, last) = (shallow.Cost!, deep.Cost!); // the caller has looked
        double slope = (last.AddedNanoseconds - first.AddedNanoseconds) / levels;
        // Two intervals that know nothing of each other.
        double half = Math.Sqrt(Math.Pow(Half(first), 2) + Math.Pow(Half(last), 2)) / levels;
        return $"{Time(slope)} ({Time(slope - half)} to {Time(slope + half)})";
    }

    private static double Half(CallCost cost) => ((cost.HighNanoseconds - cost.LowNanoseconds) ?? 0) / 2;

    private static GroupReason? BreakEven(IReadOnlyList<ExperimentReport> members)
    {
        List<ExperimentReport> shown = Shown(members);
        if (shown.Count == 0)
            return null;
        IEnumerable<string> told = new[] { shown[0], shown.LastOrDefault(IsPublished),
            shown[^1] }.OfType<ExperimentReport>().Distinct().Select(e =>
            $"“{e.Title}” {Lengths(e.Cost!)}"); // shown are only those with a cost
        BreakEven costliest = shown[^1].Cost!.BreakEvens[^1]; // as above
        return new("Break-even",
            $"The cost is below 15%, 5% and 1% of work that takes longer than: {string.Join("; ", told)}. "
            + $"The article’s guideline is {FigureText.Milliseconds(GuidelineMilliseconds)}: "
            + (costliest.HighMilliseconds < GuidelineMilliseconds
                ? "even the most expensive of these stays below 1% from "
                    + $"{FigureText.Factor(GuidelineMilliseconds / costliest.Milliseconds)} shorter work on."
                : $"the most expensive of these needs {FigureText.Milliseconds(costliest.Milliseconds)} to stay below 1%."));
    }

    /// <summary>Those in which each call is awaited, at a cost that can be shown; the cheapest first.</summary>
    private static List<ExperimentReport> Shown(IEnumerable<ExperimentReport> members) =>
        [.. members.Where(e => e.Cost?.BreakEvens.Count > 0
            && Counter(e, "awaitsPerLoop") is null).OrderBy(e => e.Cost!.AddedNanoseconds)]; // filtered to those with a cost

    private static string Lengths(CallCost cost) =>
        string.Join(", ", cost.BreakEvens.Select(b =>
            $"{FigureText.Milliseconds(b.Milliseconds)} ({FigureText.Milliseconds(b.LowMilliseconds)} to "
            + $"{FigureText.Milliseconds(b.HighMilliseconds)})"));

    private static GroupReason? ThenAndNow(IReadOnlyList<ExperimentReport> members)
    {
        List<ExperimentReport> told = members.Where(e => IsPublished(e) && e.Cost is not null
            && ReportGroups.AsyncAgainstSync(e)?.Ratio is not null).ToList();
        if (told.Count == 0)
            return null;
        IEnumerable<string> today = told.Select(e =>
            (Cost: e.Cost!, Pair: ReportGroups.AsyncAgainstSync(e)!, e.Title)) // filtered to those with both
            .Select(e => $"{Signed(e.Pair.Ratio ?? 1)}{Span(e.Pair)}, {Added(e.Cost)} per call ({e.Title}; "
                + $"{Wording.Name(e.Pair.Verdict)})");
        Dictionary<Form, double> published = told[0].Published.Where(p => p.Measure == "mean").ToDictionary(p => p.Form, p => p.Value);
        double added = Nanoseconds.FromMilliseconds(published[Form.Async] - published[Form.Sync]) / PublishedCalls;
        return new("Then and now", $"Published: {FigureText.Milliseconds(published[Form.Sync])} for 1,000 plain calls of 1 ms and "
            + $"{FigureText.Milliseconds(published[Form.Async])} awaited, {Signed(PublishedRatio(told[0]))}: "
            + $"{Time(added)} per call, with a profiler attached. Today: "
                + $"{string.Join("; ", today)}. "
            + "What is left is handing the work to a thread and waking the one that waits; both cost a busy machine more than a quiet "
                + "one.");
    }

    private static string Also(CallCost cost)
    {
        string?[] parts =
        [
            cost.AddedCpuNanoseconds is { } cpu ? $"{Time(cpu)} of processor time" : null,
            cost.AddedBytes is { } bytes ? $"{FigureText.Significant(bytes)} bytes" : null,
        ];
        return string.Join("", parts.OfType<string>().Select(p => $", {p}"));
    }

    private static bool IsPublished(ExperimentReport experiment) =>
        experiment.Published.Any(p => p is { Measure: "mean", Form: Form.Sync })
            && experiment.Published.Any(p => p is { Measure: "mean", Form: Form.Async });

    private static double PublishedRatio(ExperimentReport experiment) =>
        experiment.Published.First(p => p is { Measure: "mean", Form: Form.Async }).Value / experiment.Published.First(p =>
            p is { Measure: "mean", Form: Form.Sync }).Value;

    private static double? Counter(ExperimentReport experiment, string name) =>
        experiment.Forms.FirstOrDefault(f => f.Form == Form.Async)?.Counter(name);

    private static string Span(Comparison pair) => pair is { Low: { } low, High: { } high } ? $" ({Signed(low)} to {Signed(high)})" : "";

    private static string Signed(double ratio) => (ratio < 1 ? "−" : "+") + FigureText.Percent(100 * Math.Abs(ratio - 1));
}
