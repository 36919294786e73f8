using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;
using static Syncopate.Reporting.Drawing.PageMarkup;

namespace Syncopate.Reporting.Drawing;

/// <summary>What all pages share: one file with its own style, script and data, which needs no network and runs nothing else.</summary>
internal static class PageShell
{
    /// <summary>The whole page; lines end with a line feed.</summary>
    /// <param name="title">Title of the window.</param>
    /// <param name="body">From the bar at the top to the end of the main part, which has the id "report-main".</param>
    /// <param name="tool">Who made it.</param>
    /// <param name="json">The same content for programs.</param>
    /// <param name="styles">Style sheets of this page beside the one of all pages.</param>
    public static string Write(string title, PageMarkup body, ReportTool tool, string json, params string[] styles)
    {
        string style = Compact(string.Concat(styles.Prepend("page.css").Select(Asset)));
        string script = Asset("page.js");
        // With the hashes in the policy no other style or script can run, whatever a name in the data says.
        return Html($"""
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '{Verbatim(Hash(style))}'; script-src '{Verbatim(Hash(script))}'; img-src data:; base-uri 'none'; form-action 'none'">
            <meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark">
            <title>{title}</title>
            <link rel="icon" href="data:,">
            <style>{Verbatim(style)}</style></head><body>
            <a class="skip" href="#report-main">Skip to the verdict</a>
            {body}
            <footer class="wrap"><p>Made by {Wording.Name(tool)} from the data in this file. One file, no network: safe to mail or attach to a build.</p></footer>
            <script type="application/json" id="report-data">{Verbatim(PageData.Json(json))}</script>
            <script>{Verbatim(script)}</script></body></html>

            """).ToString();
    }

    private static string Hash(string asset) => "sha256-" + Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(asset)));

    // A fifth of the style sheet is layout for those who edit it.
    private static string Compact(string style) =>
        Regex.Replace(Regex.Replace(style, @"/\*.*?\*/|\s+", " ", RegexOptions.Singleline), @"\s*([{};])\s*|([:,]) ", "$1$2");

    /// <summary>A style sheet or script of ours, by its file name.</summary>
    public static string Asset(string name)
    {
        using Stream stream = typeof(PageShell).Assembly.GetManifestResourceStream($"Syncopate.Reporting.{name}")
            ?? throw new InvalidOperationException($"The assembly lacks its embedded file {name}; it was built without it.");
        using StreamReader reader = new(stream, Encoding.UTF8);
        // A checkout with CRLF must not change the page.
        return reader.ReadToEnd().Replace("\r", "", StringComparison.Ordinal);
    }
}
