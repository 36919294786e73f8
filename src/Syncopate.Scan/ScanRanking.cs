namespace Syncopate.Scan;

/// <summary>Puts first what costs most: what was seen to block longest, then what weighs more and what more entries reach.</summary>
internal static class ScanRanking
{
    /// <summary>The same result with its findings and entries in order, and each entry with the number of counted findings that it
    /// reaches.</summary>
    public static ScanResult Sort(ScanResult result)
    {
        ScanEntry[] entries =
        [
            .. result.Entries.Select(e => (Entry: e with { Findings = Reached(result, e).Count() }, Cost: Reached(result, e)
                .Sum(f => f.Seen?.BlockedMilliseconds ?? 0)))
                .Where(e => e.Entry.Findings > 0)
                .OrderByDescending(e => e.Cost).ThenByDescending(e => e.Entry.Findings).ThenBy(e => e.Entry.Name, StringComparer.Ordinal)
                    .ThenBy(e => e.Entry.Place.ToString(), StringComparer.Ordinal)
                .Select(e => e.Entry),
        ];
        Dictionary<string, int> ranks = [];
        foreach (ScanEntry entry in entries)
            ranks.TryAdd(entry.Name, ranks.Count);
        return result with
        {
            Entries = entries,
            Findings =
            [
                .. result.Findings
                    .OrderByDescending(f => f.Seen?.BlockedMilliseconds ?? 0)
                    .ThenBy(f => f.Entries.Select(e => ranks.GetValueOrDefault(e, int.MaxValue)).DefaultIfEmpty(int.MaxValue).Min())
                    .ThenByDescending(f => f.Level)
                    .ThenBy(f => f.Place.File, StringComparer.Ordinal).ThenBy(f => f.Place.Line).ThenBy(f => f.Place.Column)
                        .ThenBy(f => f.Rule, StringComparer.Ordinal),
            ],
        };
    }

    /// <summary>The findings that count: neither silenced in the source nor known from the baseline.</summary>
    public static IEnumerable<Finding> Counted(this ScanResult result) =>
        result.Findings.Where(f => f is { Suppressed: null, IsKnown: false });

    private static IEnumerable<Finding> Reached(ScanResult result, ScanEntry entry) =>
        result.Counted().Where(f => f.Entries.Contains(entry.Name));
}
