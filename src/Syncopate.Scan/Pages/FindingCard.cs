using Syncopate.Reporting;
using Syncopate.Reporting.Drawing;
using Syncopate.Scan.Reporting;
using static Syncopate.Reporting.Drawing.PageMarkup;

namespace Syncopate.Scan.Pages;

/// <summary>A finding on the page: what it is, the code, the way to it, what to think of, and the change.</summary>
/// <param name="sources">The scanned files.</param>
internal sealed class FindingCard(SourceText sources)
{
    private const int Around = 2;
    private const int MostLines = 14;
    private const int MostColumns = 220;
    private const int MostDiff = 80;

    /// <summary>The card.</summary>
    public PageMarkup Draw(Finding finding, string anchor)
    {
        ScanRule rule = ScanRule.Of(finding.Rule);
        string note = finding.Level == FindingLevel.Note ? " note" : "";
        return Html($"""
            <article class="card finding" id="{anchor}" aria-labelledby="{anchor}-title">
            <header><span class="rule{note}">{finding.Rule} {finding.Level.ToString().ToLowerInvariant()}</span>
            <h3 id="{anchor}-title">{rule.Title}</h3>{Seen(finding)}</header>
            <p class="answer">{Message(finding.Message)}</p>
            <p class="at"><code>{finding.Place.ToString()}</code> in {finding.Member}, project {finding.Project}{Reach(finding)}.
            <small>Explained in {rule.Page}</small></p>
            {Code(finding, note)}{Chain(finding)}{Cautions(finding)}{Change(finding)}</article>

            """);
    }

    /// <summary>What stands between backticks is code; a backtick without a partner is a backtick.</summary>
    private static PageMarkup Message(string message)
    {
        string[] parts = message.Split('`');
        return parts.Length % 2 == 0
            ? Html($"{message}")
            : PageMarkup.Join(parts.Select((part, i) => i % 2 == 0 ? Html($"{part}") : Html($"<code>{part}</code>")));
    }

    private static string Reach(Finding finding) =>
        finding.Entries.Count > 1 ? $"; reached by {Wording.Plural(finding.Entries.Count, "entry", "entries")}" : "";

    private static PageMarkup Seen(Finding finding) => finding switch
    {
        { Seen: not null } => Html($"""<span class="chip loss">{ScanSentences.Seen(finding)}</span>"""),
        { NotSeen: true } => Html($"""<span class="chip same">not seen</span>"""),
        _ => None,
    };

    private PageMarkup Code(Finding finding, string note)
    {
        Place place = finding.Place;
        // The file may have changed since: then its text is not what was scanned, and the call's own must do.
        if (sources.Lines(place.File) is not { } lines || place.Line < 1 || place.EndLine > lines.Count || place.EndLine < place.Line)
            return Code(place, note, [Html($"""<span class="l hit"><i>{place.Line}</i>{finding.Call}</span>""")]);
        int from = Math.Max(1, place.Line - Around);
        int to = Math.Min(lines.Count, Math.Min(place.EndLine + Around, from + MostLines - 1));
        return Code(place, note, Enumerable.Range(from, to - from + 1).Select(n => Line(lines[n - 1], n, place)));
    }

    private static PageMarkup Code(Place place, string note, IEnumerable<PageMarkup> lines) => Html($"""
        <pre class="code{note}" tabindex="0" role="region" aria-label="Code at {place.ToString()}"><code>{lines}</code></pre>

        """);

    private static PageMarkup Line(string text, int number, Place place)
    {
        if (number < place.Line || number > place.EndLine)
            return Html($"""<span class="l"><i>{number}</i>{Cut(text)}</span>""");
        int from = Math.Clamp(number == place.Line ? place.Column - 1 : text.Length - text.TrimStart().Length, 0, text.Length);
        int to = Math.Clamp(number == place.EndLine ? place.EndColumn - 1 : text.Length, from, text.Length);
        // Of a long line what is around the call, which else might be far to the right.
        string before = from > MostColumns ? "…" + text[(from - 40)..from] : text[..from];
        return Html($"""<span class="l hit"><i>{number}</i>{before}<mark>{Cut(text[from..to])}</mark>{Cut(text[to..])}</span>""");
    }

    private static string Cut(string text) => text.Length > MostColumns ? text[..MostColumns] + "…" : text;

    private static PageMarkup Chain(Finding finding) => When(finding.Chain.Count > 1, Html($"""
        <h4>The way to it</h4><ol class="steps">{finding.Chain.Select((step, i) => Step(finding, step, i))}</ol>

        """));

    private static PageMarkup Step(Finding finding, ChainStep step, int index) => Html($"""
        <li><b>{step.Member}</b> {ScanSentences.Does(finding, index)} <code>{step.Call}</code> <small>{step.Place.ToString()}</small></li>
        """);

    private static PageMarkup Cautions(Finding finding) => When(finding.Cautions.Count > 0, Html($"""
        <h4>Before you change it</h4><ul class="caveats">{finding.Cautions.Select(c => Html($"<li>{c}</li>"))}</ul>

        """));

    private PageMarkup Change(Finding finding)
    {
        if (finding.Fix is not { } fix)
            return None;
        IReadOnlyList<string> diff = SourceDiff.Lines(fix, sources);
        return diff.Count == 0
            ? Html($"""
                <h4>The change</h4><p class="note">{fix.Title}. The file is not what was scanned any more, so it is not shown.</p>

                """)
            : Html($"""
                <h4>The change: {fix.Title}</h4>
                <pre class="code diff" tabindex="0" role="region"
                aria-label="The change: {fix.Title}"><code>{diff.Take(MostDiff).Select(Sign)}{Rest(diff)}</code></pre>

                """);
    }

    private static PageMarkup Rest(IReadOnlyList<string> diff) => When(diff.Count > MostDiff, Html($"""
        <span class="l head">… {Wording.Plural(diff.Count - MostDiff, "more line")}; report.sarif has all of it.</span>
        """));

    private static PageMarkup Sign(string line) => line switch
    {
        ['-', '-', '-', ..] or ['+', '+', '+', ..] or ['@', ..] => Html($"""<span class="l head">{line}</span>"""),
        ['-', ..] => Html($"""<del>{Cut(line)}</del>"""),
        ['+', ..] => Html($"""<ins>{Cut(line)}</ins>"""),
        _ => Html($"""<span class="l">{Cut(line)}</span>"""),
    };
}
