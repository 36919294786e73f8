using Syncopate.Reporting;
using Syncopate.Scan.Reporting;
using Syncopate.Units;
using Syncopate.Watch.Starvation;

namespace Syncopate.Scan.Evidence;

/// <summary>Joins what a scan found with what a watch saw: confirmed, not seen, or seen and unknown to the scan.</summary>
internal static class EvidenceJoin
{
    private const string NeverLooked =
        "The watch never sampled threads, which it does when work queues: nothing can be said of a place. Watch the process under "
            + "load, or with --where.";

    private const string Contended = "Those that wait here wait for one another: awaiting gives their threads back, and makes none of "
        + "them faster.";

    /// <summary>The result with what was seen of each finding.</summary>
    public static ScanResult Join(ScanResult result, WatchEvidence evidence)
    {
        string process = evidence.Header?.Process.ToString() ?? "an unknown process";
        if (evidence.Blocked is not { WindowMilliseconds: > 0 } blocked)
            return result with { Evidence = new(process, 0, [NeverLooked]) };
        double seconds = Milliseconds.ToSeconds(blocked.WindowMilliseconds);
        SiteMatch match = new([.. result.Findings.Where(f => f.Suppressed is null && ScanRule.Of(f.Rule).IsOfBlocking)]);
        Dictionary<Finding, List<BlockedSite>> seen = new(ReferenceEqualityComparer.Instance);
        List<UnknownPlace> unknown = [];
        List<string> sentences = [];
        foreach (BlockedSite site in blocked.Sites)
        {
            if (match.Find(site) is not (var finding, var others))
            {
                unknown.Add(new(site.CallText(), Where(site), Sum([site], seconds)));
                continue;
            }

            if (!seen.TryGetValue(finding, out List<BlockedSite>? sites))
                seen[finding] = sites = [];
            sites.Add(site);
            if (others > 0)
                sentences.Add($"{site.Place} blocks in {site.CallText()}, and {Wording.Plural(others + 1, "finding")} may be meant, as "
                    + "the watch knows no line there; it is listed with the first.");
        }

        if (blocked.LostEvents > 0)
            sentences.Add($"The watched process could not deliver {Wording.Plural(blocked.LostEvents, "event")}: what was seen is "
                + "too little.");
        return result with
        {
            Findings = [.. result.Findings.Select(f => seen.GetValueOrDefault(f) is { } sites ? Confirmed(f, sites, seconds) : Unseen(f))],
            Unknown = unknown,
            Evidence = new(process, seconds, sentences),
        };
    }

    private static Finding Unseen(Finding finding) =>
        finding with { NotSeen = finding.Suppressed is null && ScanRule.Of(finding.Rule).IsOfBlocking };

    private static Finding Confirmed(Finding finding, IReadOnlyList<BlockedSite> sites, double seconds)
    {
        SeenBlocking seen = Sum(sites, seconds);
        string[] cures = [.. sites.Select(WaitLimits.Cure).OfType<string>().Distinct()];
        return finding with
        {
            Seen = seen,
            Message = $"{finding.Message.TrimEnd('.')}. "
                + $"{ScanSentences.Gain(seen, seconds, sites.All(s => WaitLimits.Of(s) != WaitLimit.Writer))}",
            Cautions = [.. finding.Cautions, .. cures.Length == 0 && sites.Any(WaitLimits.IsContended) ? [Contended] : cures],
        };
    }

    // Little's law: threads that wait are waits a second times the seconds of each, which is the blocked time over the time of looking.
    private static SeenBlocking Sum(IReadOnlyList<BlockedSite> sites, double seconds)
    {
        double blocked = sites.Sum(s => s.BlockedMilliseconds);
        long waits = sites.Sum(s => (long)s.Waits);
        string? route = sites.MaxBy(s => s.Route is null ? -1 : s.BlockedMilliseconds)?.Route;
        return new(waits, waits > 0 ? blocked / waits : 0, blocked, Milliseconds.ToSeconds(blocked) / seconds, route);
    }

    private static string Where(BlockedSite site) =>
        site.File is { } file ? FormattableString.Invariant($"{site.Place} ({file[(file.LastIndexOfAny(['/', '\\']) + 1)..]}:{site.Line})")
            : site.Place;
}
