using System.Globalization;
using Syncopate.Reporting;

namespace Syncopate.Scan.Reporting;

/// <summary>What stands below the findings: how many of which rule, which entries lose most, how much was understood.</summary>
internal static class ScanSummary
{
    private const int MostEntries = 5;

    /// <summary>The lines.</summary>
    /// <param name="result">The scan.</param>
    /// <param name="counted">Its findings that count.</param>
    public static IEnumerable<ScanLine> Lines(ScanResult result, IReadOnlyList<Finding> counted)
    {
        yield return ScanLine.Of(Sentence(result, counted), ScanTone.Bold);
        foreach (IGrouping<string, Finding> rule in counted.GroupBy(f => f.Rule).OrderBy(g => g.Key, StringComparer.Ordinal))
            yield return ScanLine.Of(string.Create(CultureInfo.InvariantCulture,
                $"  {rule.Count(),5}  {rule.Key}  {ScanRule.Of(rule.Key).Title}  ({ScanRule.Of(rule.Key).Page})"));
        if (ScanSentences.ChangesLeft(counted) is { } left)
            yield return ScanLine.Of(left, ScanTone.Faint);
        foreach (ScanLine line in Entries(result))
            yield return line;
        foreach (ScanLine line in Unknown(result).Concat(Evidence(result)))
            yield return line;
        yield return ScanLine.Of("");
        yield return ScanLine.Of($"{ScanSentences.Resolved(result.Size)} {ScanSentences.Size(result.Size)}");
        foreach (string notice in result.Notices)
            yield return new ScanLine("", "Note:", $" {notice}", ScanTone.Note);
    }

    /// <summary>Such as <c>10 warnings and 2 notes in 9 files. Not counted: 3 silenced in the source, 4 known from the
    /// baseline.</c></summary>
    public static string Sentence(ScanResult result, IReadOnlyList<Finding> counted)
    {
        int files = counted.Select(f => f.Place.File).Distinct().Count();
        string found = counted.Count == 0 ? Nothing(result) : $"{ScanSentences.Levels(counted)} in {Wording.Plural(files, "file")}.";
        int suppressed = result.Findings.Count(f => f.Suppressed is not null);
        int known = result.Findings.Count(f => f is { Suppressed: null, IsKnown: true });
        string[] besides =
        [
            .. suppressed > 0 ? [$"{FigureText.Count(suppressed)} silenced in the source"] : Array.Empty<string>(),
            .. known > 0 ? [$"{FigureText.Count(known)} known from the baseline"] : Array.Empty<string>(),
        ];
        return besides.Length == 0 ? found : $"{found} Not counted: {string.Join(", ", besides)}.";
    }

    /// <summary>What is said where no finding counts.</summary>
    public static string Nothing(ScanResult result) => result.IsNarrowed ? "Nothing found of what was asked for."
        : result.Findings.Count == 0 ? "Nothing found." : "Nothing found that counts.";

    private static IEnumerable<ScanLine> Entries(ScanResult result)
    {
        if (result.Entries.Count == 0)
            yield break;
        yield return ScanLine.Of("");
        yield return ScanLine.Of(result.Entries.Count > 1 ? "Entries that lose most"
            : result.Entries[0].Findings == result.Counted().Count() ? "The entry that reaches them" : "The only entry that reaches any",
            ScanTone.Bold);
        foreach (ScanEntry entry in result.Entries.Take(MostEntries))
            yield return ScanLine.Of(string.Create(CultureInfo.InvariantCulture, $"  {entry.Findings,5}  {entry.Name}  {entry.Place}"));
        if (result.Entries.Count > MostEntries)
            yield return ScanLine.Of($"         and {FigureText.Count(result.Entries.Count - MostEntries)} more: --by entry",
                ScanTone.Faint);
    }

    private static IEnumerable<ScanLine> Evidence(ScanResult result)
    {
        if (result.Evidence is not { } evidence)
            yield break;
        yield return ScanLine.Of("");
        yield return ScanLine.Of(ScanSentences.Evidence(result, evidence));
        foreach (string sentence in evidence.Sentences)
            yield return ScanLine.Of(sentence);
    }

    private static IEnumerable<ScanLine> Unknown(ScanResult result)
    {
        if (result.Unknown.Count == 0)
            yield break;
        yield return ScanLine.Of("");
        yield return ScanLine.Of("Seen to block, and unknown to the scan", ScanTone.Bold);
        foreach (UnknownPlace place in result.Unknown)
            yield return ScanLine.Of($"  {place.Call} in {place.Where}: "
                + $"{ScanSentences.Seen(place.Seen)}{(place.Seen.Route is { } route ? $", {route}" : "")}");
    }
}
