using System.Globalization;
using System.Text;
using Syncopate.Reporting;

namespace Syncopate.Scan.Reporting;

/// <summary>A scan as lines for a terminal or a log: a line a finding, what costs most first, then the summary.</summary>
internal static class ScanText
{
    private const string Nowhere = "Reached by no entry that the scan knows";

    /// <summary>All lines, from the first finding to the last notice.</summary>
    public static IEnumerable<ScanLine> Lines(ScanResult result, ScanGrouping grouping)
    {
        Finding[] counted = [.. result.Counted()];
        IEnumerable<ScanLine> findings = grouping switch
        {
            ScanGrouping.Entry => ByEntry(result, counted),
            ScanGrouping.Rule => Groups(counted.GroupBy(f => f.Rule).OrderBy(g => g.Key, StringComparer.Ordinal), rule =>
                $"{rule} {ScanRule.Of(rule).Title}"),
            ScanGrouping.File => Groups(counted.OrderBy(f => f.Place.Line).ThenBy(f => f.Place.Column).GroupBy(f => f.Place.File)
                .OrderBy(g => g.Key, StringComparer.Ordinal), file => file),
            ScanGrouping.None => counted.Length == 0 ? [] : counted.Select(f => Line(f)).Append(ScanLine.Of("")),
            _ => throw new ArgumentOutOfRangeException(nameof(grouping), grouping, "Not a grouping."),
        };
        return findings.Concat(ScanSummary.Lines(result, counted)).Select(Plain);
    }

    private static IEnumerable<ScanLine> Groups(IEnumerable<IGrouping<string, Finding>> groups, Func<string, string> head)
    {
        foreach (IGrouping<string, Finding> group in groups)
        {
            yield return ScanLine.Of(head(group.Key), ScanTone.Bold);
            foreach (Finding finding in group)
                yield return Line(finding, "  ");
            yield return ScanLine.Of("");
        }
    }

    /// <summary>What several entries reach stands under the first of them, and is counted there alone.</summary>
    private static IEnumerable<ScanLine> ByEntry(ScanResult result, Finding[] counted)
    {
        HashSet<Finding> left = new(counted, ReferenceEqualityComparer.Instance);
        foreach (ScanEntry entry in result.Entries.DistinctBy(e => e.Name))
        {
            Finding[] reached = [.. counted.Where(f => f.Entries.Contains(entry.Name) && left.Remove(f))];
            if (reached.Length == 0)
                continue;
            yield return new ScanLine("", entry.Name, $"  {entry.Place}", ScanTone.Bold);
            foreach (ScanLine line in reached.SelectMany(f => WithChain(f, entry.Name)))
                yield return line;
            yield return ScanLine.Of("");
        }

        if (left.Count == 0)
            yield break;
        yield return ScanLine.Of(Nowhere, ScanTone.Bold);
        foreach (Finding finding in counted.Where(left.Contains))
            yield return Line(finding, "  ");
        yield return ScanLine.Of("");
    }

    private static IEnumerable<ScanLine> WithChain(Finding finding, string entry)
    {
        yield return Line(finding, "  ");
        // A way of one step says no more than the line above it.
        for (int i = 0; i < finding.Chain.Count && finding.Chain.Count > 1; i++)
        {
            yield return ScanLine.Of(
                $"    {new string(' ', 2 * i)}{ScanSentences.Step(finding, i)}  {finding.Chain[i].Place}", ScanTone.Faint);
        }

        if (finding.Entries.Where(e => e != entry).ToArray() is { Length: > 0 } others)
            yield return ScanLine.Of($"    also reached by "
                + $"{string.Join(", ", others.Take(5))}{(others.Length > 5 ? $" and {FigureText.Count(others.Length - 5)} more" : "")}",
                ScanTone.Faint);
    }

    /// <summary>As compilers print it, so that editors and logs make a link of it. Warnings are the usual thing; what is more or less says
    /// so.</summary>
    private static ScanLine Line(Finding finding, string indent = "")
    {
        string level = finding.Level == FindingLevel.Warning ? "" : $" {finding.Level.ToString().ToLowerInvariant()}:";
        return new($"{indent}{finding.Place}: ", finding.Rule, $":{level} {finding.Message}{(finding.NotSeen ? " [not seen]" : "")}",
            Tone(finding.Level));
    }

    private static ScanTone Tone(FindingLevel level) => level switch
    {
        FindingLevel.Note => ScanTone.Note,
        FindingLevel.Error => ScanTone.Error,
        FindingLevel.Warning => ScanTone.Warning,
        _ => throw new ArgumentOutOfRangeException(nameof(level), level, "Not a level."),
    };

    private static ScanLine Plain(ScanLine line) =>
        line with { Before = Plain(line.Before), Mark = Plain(line.Mark), After = Plain(line.After) };

    // Names come from the scanned files, and a terminal obeys what it is sent.
    private static string Plain(string text)
    {
        if (text.All(c => c is >= ' ' and <= '~'))
            return text;
        StringBuilder plain = new(text.Length);
        foreach (Rune rune in text.EnumerateRunes())
            plain.Append(Rune.GetUnicodeCategory(rune)
                is UnicodeCategory.Control or UnicodeCategory.Format or UnicodeCategory.LineSeparator or UnicodeCategory.ParagraphSeparator
                    ? "\uFFFD" : rune.ToString());
        return plain.ToString();
    }
}
