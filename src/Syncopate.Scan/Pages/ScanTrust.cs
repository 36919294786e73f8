using Syncopate.Reporting;
using Syncopate.Reporting.Drawing;
using Syncopate.Scan.Reporting;

namespace Syncopate.Scan.Pages;

/// <summary>How far a scan can be trusted: what it read, what it did not understand, what was left out on purpose.</summary>
internal static class ScanTrust
{
    // Below it so much is unknown that silence says little.
    private const double EnoughResolved = 0.95;

    /// <summary>The conditions, in the order in which they are shown.</summary>
    public static IEnumerable<PageCondition> Conditions(ScanResult result)
    {
        ScanSize size = result.Size;
        bool understood = size.Calls == 0 || size.ResolvedCalls >= EnoughResolved * size.Calls;
        string title = size.ResolvedCalls == size.Calls ? "Calls were understood"
            : understood ? "Nearly all calls were understood" : "Many calls were not understood";
        yield return new(understood, title, ScanSentences.Resolved(size));
        foreach (string notice in result.Notices)
            yield return new(false, "Not everything could be read", notice);
        if (result.Notices.Count == 0)
            yield return new(true, "Everything could be read", ScanSentences.Size(size));
        int silenced = result.Findings.Count(f => f.Suppressed is not null);
        int known = result.Findings.Count(f => f is { Suppressed: null, IsKnown: true });
        if (silenced + known > 0)
            yield return new(true, "Left out on purpose",
                $"{Wording.Plural(silenced, "finding is", "findings are")} silenced in the source, {FigureText.Count(known)} known "
                    + "from the baseline; report.sarif has them.");
        if (ScanSentences.ChangesLeft([.. result.Counted()]) is { } left)
            yield return new(true, "Not every change is shown", left);
        if (result.Evidence is { } evidence)
            yield return new(evidence.LookedSeconds > 0, "Compared with a running process",
                string.Join(' ', evidence.Sentences.Prepend(ScanSentences.Evidence(result, evidence))));
        yield return new(true, "What no scan can see",
            "Reflection, waits inside libraries, and drivers whose asynchronous calls are synchronous. A watched process shows them: "
                + "syncopate watch, then syncopate scan --evidence.");
    }
}
