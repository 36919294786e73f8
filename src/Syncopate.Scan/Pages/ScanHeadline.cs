using Syncopate.Reporting;
using Syncopate.Scan.Reporting;

namespace Syncopate.Scan.Pages;

/// <summary>What a scan says first.</summary>
internal static class ScanHeadline
{
    /// <summary>The result in one short sentence.</summary>
    public static string Of(ScanResult result, IReadOnlyList<Finding> counted)
    {
        Finding[] blocking = [.. counted.Where(f => ScanRule.Of(f.Rule).IsOfBlocking)];
        Finding[] reached = [.. blocking.Where(f => f.Entries.Count > 0)];
        int entries = reached.SelectMany(f => f.Entries).Distinct().Count();
        if (counted.Count == 0)
            return ScanSummary.Nothing(result);
        if (blocking.Length == 0)
            return $"No blocking call; {Wording.Plural(counted.Count, "other finding")}.";
        return reached.Length == 0
            ? $"{Wording.Plural(blocking.Length, "call blocks", "calls block")}, reached by no entry that the scan knows."
            : $"{Wording.Plural(entries, "entry leads", "entries lead")} to {Wording.Plural(reached.Length, "blocking call")}.";
    }

    /// <summary>What stands below it: the worst place, how many there are, how much was understood.</summary>
    public static IEnumerable<string> Rest(ScanResult result, IReadOnlyList<Finding> counted)
    {
        if (counted.Count == 0)
            yield return $"Which means: no rule{(result.IsNarrowed ? " that was asked" : "")} reports anything"
                + $"{(result.Findings.Count == 0 ? "" : " new")} in what was understood. It does not mean that nothing blocks.";
        else if (result.Entries is [var worst, ..])
            yield return $"First comes {worst.Name}, which reaches {Wording.Plural(worst.Findings, "finding")}.";
        if (counted.FirstOrDefault(f => f.Seen is not null) is { Seen: { } seen } blocked)
            yield return $"Seen to block most: {blocked.Call}, {ScanSentences.Seen(seen)}.";
        yield return ScanSummary.Sentence(result, counted);
        yield return ScanSentences.Resolved(result.Size);
    }
}
