using Syncopate.Reporting;
using Syncopate.Reporting.Drawing;
using Syncopate.Scan.Reporting;
using static Syncopate.Reporting.Drawing.PageMarkup;

namespace Syncopate.Scan.Pages;

/// <summary><c>report.html</c> of a scan: one file that needs no network and no script, and carries its own data.</summary>
internal static class ScanPage
{
    /// <summary>Findings that get a card with their code.</summary>
    internal const int MostCards = 100;

    /// <summary>Findings beyond those that get a line.</summary>
    internal const int MostLines = 400;

    private const string Trust = "#report-trust";

    /// <summary>The whole page. Names and code come from the scanned files: everything is encoded.</summary>
    /// <param name="result">The scan, in order.</param>
    /// <param name="tool">Who made it.</param>
    /// <param name="command">What scans like this again.</param>
    public static string Write(ScanResult result, ReportTool tool, string command)
    {
        Finding[] counted = [.. result.Counted()];
        Dictionary<Finding, string> anchors = new(ReferenceEqualityComparer.Instance);
        foreach (Finding finding in counted.Take(MostCards))
            anchors[finding] = FormattableString.Invariant($"finding-{anchors.Count + 1}");
        FindingCard card = new(new SourceText(result.Root));
        // The data of what is drawn: those of thousands of findings would be most of the page, and report.json has them.
        string json = ScanJson.Write(ScanDocument.Of(result, tool) with { Findings = [.. counted.Take(MostCards)] });
        string[] facts = ["a scan: read, not run", Path.GetFileName(result.Target), ScanSentences.Size(result.Size).TrimEnd('.')];
        PageMarkup[] sections =
        [
            Hero(result, counted),
            Keys(result, counted),
            When(counted.Length == 0, Nothing(result)),
            new TreeSection(anchors).Draw(counted),
            Unknown(result),
            .. counted.Take(MostCards).Select(f => card.Draw(f, anchors[f])),
            Rest([.. counted.Skip(MostCards)]),
            PageTrust.Section(ScanTrust.Conditions(result), command, ScanMarkdown.Write(result)),
        ];
        return PageShell.Write($"Syncopate scan: {ScanHeadline.Of(result, counted)}", Html($"""
            {PageHead.Bar(facts)}<main id="report-main" class="wrap">
            {PageMarkup.Join(sections)}</main>
            """), tool, json, "scan.css");
    }

    private static PageMarkup Hero(ScanResult result, Finding[] counted) => Html($"""
        <section class="hero" aria-labelledby="report-verdict">
        <h1 id="report-verdict" class="long">{ScanHeadline.Of(result, counted)}</h1>
        <p class="lede">{string.Join(' ', ScanHeadline.Rest(result, counted))}</p>
        </section>

        """);

    private static PageMarkup Keys(ScanResult result, Finding[] counted)
    {
        int warnings = counted.Count(f => f.Level > FindingLevel.Note);
        double share = result.Size.Calls == 0 ? 1 : (double)result.Size.ResolvedCalls / result.Size.Calls;
        string understood = result.Size.Calls == 0 ? FigureText.Missing : FigureText.Percent(Math.Floor(1_000 * share) / 10, 3);
        string meaning = $"of {Wording.Plural(result.Size.Calls, "call")} that a rule asked about";
        string finding = counted.Length > 0 ? "#finding-1" : Trust;
        string tree = Array.Exists(counted, f => f.Chain.Count > 0) ? "#scan-tree" : finding;
        return Html($"""
            <nav class="keys" aria-label="Key figures">
            {Key("Warnings", FigureText.Count(warnings), warnings > 0 ? "c-loss" : "c-same", "cost threads, time or errors", finding)}
            {Key("Notes", FigureText.Count(counted.Length - warnings), "c-same", "worth knowing; right as they stand for many", finding)}
            {Key("Entries", FigureText.Count(result.Entries.Count), "c-par", "requests, jobs and messages that reach a finding", tree)}
            {Key("Understood", understood, share > 0.95 ? "c-async" : "c-open", meaning, Trust)}
            </nav>

            """);
    }

    private static PageMarkup Key(string title, string figure, string style, string meaning, string to) =>
        Html($"""<a href="{to}"><span>{title}</span><b class="{style}">{figure}</b><small>{meaning}</small></a>""");

    private static PageMarkup Nothing(ScanResult result) => Html($"""
        <section class="card nothing" aria-labelledby="scan-nothing-title">
        <header><h2 id="scan-nothing-title">{ScanSummary.Nothing(result).TrimEnd('.')}, which means</h2></header>
        <ul><li>{Nobody(result)}</li>
        <li>{ScanSentences.Resolved(result.Size)}</li>
        <li>What is called by reflection, what blocks inside a library, and drivers whose asynchronous calls are synchronous cannot be
        seen in source code: syncopate watch sees them in a running process.</li></ul></section>

        """);

    private static string Nobody(ScanResult result) => $"{(result.IsNarrowed ? "What was asked for has nothing" : "No rule has anything")} "
        + $"{(result.Findings.Count == 0 ? "" : "new ")}to report in {Wording.Plural(result.Size.Files, "file")} of "
        + $"{Wording.Plural(result.Size.Projects, "project")}"
        + $"{(result.IsNarrowed ? "; the other rules and entries were not asked" : "")}.";

    private static PageMarkup Unknown(ScanResult result) => When(result.Unknown.Count > 0, Html($"""
        <section class="card" id="scan-unknown" aria-labelledby="scan-unknown-title">
        <header><h2 id="scan-unknown-title">Seen to block, and unknown to the scan</h2>
        <p>The watched process stood here, and no rule reports it: a lock, a call by reflection, one inside a library, or code that was
        not scanned.</p></header>
        {PageTables.Wrap("Places unknown to the scan", Html($"""
            <thead><tr><th scope="col">Place</th><th scope="col">Waits in</th><th scope="col">Seen</th>
            <th scope="col" class="num">Threads</th></tr></thead>
            <tbody>{result.Unknown.Take(MostLines).Select(Row)}</tbody>
            """))}</section>

        """));

    private static PageMarkup Row(UnknownPlace place) => Html($"""
        <tr><th scope="row">{place.Where}{(place.Seen.Route is { } route ? $", {route}" : "")}</th><td>{place.Call}</td>
        <td>{ScanSentences.Seen(place.Seen)}</td><td class="num">{FigureText.Significant(place.Seen.Threads)}</td></tr>
        """);

    private static PageMarkup Rest(Finding[] rest) => When(rest.Length > 0, Html($"""
        <section class="card" id="scan-rest" aria-labelledby="scan-rest-title">
        <header><h2 id="scan-rest-title">{Wording.Plural(rest.Length, "more finding")}</h2>
        <p>{Left(rest.Length - MostLines)} in report.json and report.sarif beside this page.</p></header>
        {PageTables.Wrap("More findings", Html($"""
            <thead><tr><th scope="col">Place</th><th scope="col">Finding</th></tr></thead>
            <tbody>{rest.Take(MostLines).Select(Row)}</tbody>
            """))}</section>

        """));

    private static string Left(int beyond) =>
        beyond > 0
            ? $"The next {FigureText.Count(MostLines)} are listed; the other {FigureText.Count(beyond)} are"
            : "What they call and their ways are";

    private static PageMarkup Row(Finding finding) => Html($"""
        <tr><th scope="row">{finding.Place.ToString()}</th><td>{finding.Rule}: {finding.Message}</td></tr>
        """);
}
