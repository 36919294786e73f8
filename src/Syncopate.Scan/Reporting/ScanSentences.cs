using System.Globalization;
using Syncopate.Reporting;

namespace Syncopate.Scan.Reporting;

/// <summary>What the parts of a scan are called, in text, on the page and in SARIF.</summary>
internal static class ScanSentences
{
    /// <summary>What a step of the chain does, such as <c>POST /orders calls store.Save(order)</c>.</summary>
    public static string Step(Finding finding, int step)
    {
        ChainStep at = finding.Chain[step];
        return $"{at.Member} {Does(finding, step)} {at.Call}";
    }

    /// <summary>What stands between the member and the call of a step.</summary>
    public static string Does(Finding finding, int step) =>
        step < finding.Chain.Count - 1 ? "calls" : ScanRule.Of(finding.Rule).IsOfBlocking ? "blocks in" : "runs";

    /// <summary>What a watched process showed of the place, such as <c>seen 37 times, 412 ms each</c>; empty without evidence.</summary>
    public static string Seen(Finding finding) => finding switch
    {
        { Seen: { } seen } => Seen(seen),
        { NotSeen: true } => "not seen",
        _ => "",
    };

    /// <summary>Such as <c>seen 37 times, 412 ms each</c>.</summary>
    public static string Seen(SeenBlocking seen) =>
        $"seen {(seen.Waits == 1 ? "once" : $"{FigureText.Count(seen.Waits)} times")}, "
            + $"{FigureText.Milliseconds(seen.MeanMilliseconds)}{(seen.Waits == 1 ? "" : " each")}";

    /// <summary>What was seen of a place, and what awaiting there would give back, such as
    /// <c>Seen 37 times in 60 s, 412 ms each: awaiting gives 0.254 threads back to the pool.</c></summary>
    /// <param name="seen">What was seen.</param>
    /// <param name="seconds">How long threads were looked at.</param>
    /// <param name="isFreed">False where awaiting gives no thread back, as the driver blocks either way.</param>
    public static string Gain(SeenBlocking seen, double seconds, bool isFreed)
    {
        string times = seen.Waits == 1 ? "once" : $"{FigureText.Count(seen.Waits)} times";
        string each = $"{FigureText.Milliseconds(seen.MeanMilliseconds)}{(seen.Waits == 1 ? "" : " each")}";
        string threads = FigureText.Significant(seen.Threads);
        string count = $"{threads} {(threads == "1" ? "thread" : "threads")}";
        return $"Seen {times} in {FigureText.OfSeconds(seconds)}, {each}: "
            + $"{(isFreed ? $"awaiting gives {count} back to the pool" : $"{count} stood here on average")}.";
    }

    /// <summary>How the findings fared against what a watch saw.</summary>
    public static string Evidence(ScanResult result, ScanEvidence evidence)
    {
        if (evidence.LookedSeconds <= 0)
            return $"Evidence of {evidence.Process}: none.";
        Finding[] counted = [.. result.Counted()];
        return $"Evidence of {evidence.Process}, whose threads were sampled for "
            + $"{FigureText.OfSeconds(evidence.LookedSeconds)}: "
            + $"{Wording.Plural(counted.Count(f => f.Seen is not null), "finding")} confirmed, "
            + $"{FigureText.Count(counted.Count(f => f.NotSeen))} not seen, {Wording.Plural(result.Unknown.Count, "blocked place")} "
            + "unknown to the scan.";
    }

    /// <summary>That changes were not worked out for all findings, and where the others are; null where nothing is left.</summary>
    public static string? ChangesLeft(IReadOnlyCollection<Finding> counted)
    {
        int left = counted.Count(f => f.IsChangeLeft);
        return left == 0 ? null
            : $"Changes were worked out for the {Wording.Plural(counted.Count - left, "finding")} that most entries reach; "
                + $"{FigureText.Count(left)} {(left == 1 ? "is" : "are")} left: syncopate scan --fix shows them.";
    }

    /// <summary>How much of what the rules asked about was understood; the sentence that says how far silence can be trusted.</summary>
    public static string Resolved(ScanSize size) => size.Calls == 0
        ? "No rule had to ask where a call goes."
        : $"Resolved {ResolvedPercent(size)}% of "
            + $"{Wording.Plural(size.Calls, "call")}{(size.ResolvedCalls < size.Calls ? "; about the rest nothing is said" : "")}.";

    /// <summary>Such as <c>3 projects, 120 files, 14,200 lines in 2.1 s (3.4 s of processor time).</c></summary>
    public static string Size(ScanSize size) =>
        $"{Wording.Plural(size.Projects, "project")}, {Wording.Plural(size.Files, "file")}, {Wording.Plural(size.Lines, "line")} "
            + $"in {FigureText.Milliseconds(size.Elapsed.TotalMilliseconds)}"
        + (size.CpuTime > TimeSpan.Zero ? $" ({FigureText.Milliseconds(size.CpuTime.TotalMilliseconds)} of processor time)." : ".");

    /// <summary>Such as <c>3 warnings and 1 note</c>; <c>nothing</c> for none.</summary>
    public static string Levels(IEnumerable<Finding> findings)
    {
        string[] parts =
        [
            .. findings.GroupBy(f => f.Level).OrderByDescending(g => g.Key)
                .Select(g => Wording.Plural(g.Count(), g.Key.ToString().ToLowerInvariant())),
        ];
        return parts.Length == 0 ? "nothing" : parts.Length == 1 ? parts[0] : $"{string.Join(", ", parts[..^1])} and {parts[^1]}";
    }

    // Rounded down: "100 %" must not be said while a single call is not understood.
    private static string ResolvedPercent(ScanSize size) =>
        (Math.Floor(1_000.0 * size.ResolvedCalls / size.Calls) / 10).ToString("0.#", CultureInfo.InvariantCulture);
}
