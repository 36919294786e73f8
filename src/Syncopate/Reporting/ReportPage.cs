using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;
using static Syncopate.Reporting.PageMarkup;

namespace Syncopate.Reporting;

/// <summary><c>report.html</c>: one file that needs no network and no script, and carries its own data.</summary>
public static class ReportPage
{
    /// <summary>The whole page. The same arguments give the same bytes; lines end with a line feed. Everything in the document may be hostile: it is encoded.</summary>
    /// <param name="document">What the page says and draws.</param>
    /// <param name="json">The same document as <c>report.json</c>; it goes into the page without its pictures, for programs to read.</param>
    /// <param name="markdown">The same document as <c>report.md</c>; it goes into the page for the reader to copy.</param>
    /// <exception cref="System.Text.Json.JsonException"><paramref name="json"/> is not JSON.</exception>
    public static string Write(ReportDocument document, string json, string markdown)
    {
        ArgumentNullException.ThrowIfNull(document);
        ArgumentNullException.ThrowIfNull(json);
        ArgumentNullException.ThrowIfNull(markdown);

        var style = Compact(Asset("page.css"));
        var script = Asset("page.js");
        PageAnchors anchors = new(document.Experiments);
        // With the hashes in the policy no other style or script can run, whatever a name in the data says.
        return Html($"""
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '{Verbatim(Hash(style))}'; script-src '{Verbatim(Hash(script))}'; img-src data:; base-uri 'none'; form-action 'none'">
            <meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark">
            <title>Syncopate report: {document.Headline}</title>
            <link rel="icon" href="data:,">
            <style>{Verbatim(style)}</style></head><body>
            <a class="skip" href="#report-main">Skip to the verdict</a>
            {PageHead.Bar(document)}{PageHead.Partial(document)}<main id="report-main" class="wrap">
            {PageHero.Answer(document)}{PageHero.KeyFigures(document, anchors)}{Sections(document, anchors)}{PageTrust.Section(document, markdown)}</main>
            <footer class="wrap"><p>Made by {document.Tool.Name} {document.Tool.Version} from run.jsonl alone. One file, no network: safe to mail or attach to a build.</p></footer>
            <script type="application/json" id="report-data">{Verbatim(PageData.Json(json))}</script>
            <script>{Verbatim(script)}</script></body></html>

            """).ToString();
    }

    // A table stands where its first experiment ran.
    private static IEnumerable<PageMarkup> Sections(ReportDocument document, PageAnchors anchors)
    {
        for (var i = 0; i < document.Experiments.Count; i++)
        {
            var experiment = document.Experiments[i];
            var group = document.Groups.FirstOrDefault(g => g.Id == experiment.Group?.Id);
            if (group is null)
                yield return PageExperiment.Section(experiment, anchors[i]);
            else if (group.Experiments[0] == experiment.Id)
                yield return PageGroup.Section(group, document);
        }
    }

    private static string Hash(string asset) => "sha256-" + Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(asset)));

    // A fifth of the style sheet is layout for those who edit it.
    private static string Compact(string style) => Regex.Replace(Regex.Replace(style, @"/\*.*?\*/|\s+", " ", RegexOptions.Singleline), @"\s*([{};])\s*|([:,]) ", "$1$2");

    private static string Asset(string name)
    {
        using var stream = typeof(ReportPage).Assembly.GetManifestResourceStream($"Syncopate.Reporting.{name}")
            ?? throw new InvalidOperationException($"The assembly lacks its embedded file {name}; it was built without it.");
        using StreamReader reader = new(stream, Encoding.UTF8);
        // A checkout with CRLF must not change the page.
        return reader.ReadToEnd().Replace("\r", "", StringComparison.Ordinal);
    }
}
