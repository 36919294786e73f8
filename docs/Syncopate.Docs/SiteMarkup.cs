using System.Globalization;
using System.Net;
using System.Text;
using Markdig.Renderers;
using Markdig.Renderers.Html;
using Markdig.Syntax;

namespace Syncopate.Docs;

/// <summary>The pages as HTML: the bar with the search, the chapters, the document, its headings.</summary>
/// <param name="chapters">Of the whole site.</param>
internal sealed class SiteMarkup(IReadOnlyList<SiteChapter> chapters)
{
    private const string Logo = """
        <svg class="logo" viewBox="0 0 32 32" aria-hidden="true"><g class="sync"><rect x="2" y="6" width="13" height="5" rx="2.5"/>
        <rect x="17" y="6" width="13" height="5" rx="2.5"/></g><g class="async"><rect x="2" y="14" width="6" height="5" rx="2.5"/>
        <rect x="10" y="14" width="13" height="5" rx="2.5"/><rect x="25" y="14" width="5" height="5" rx="2.5"/></g><g class="par">
        <rect x="6" y="22" width="13" height="5" rx="2.5"/><rect x="21" y="22" width="8" height="5" rx="2.5"/></g></svg>
        """;

    private const string Theme = """
        <button id="theme" type="button" aria-label="Switch colour theme" hidden>
        <svg viewBox="0 0 20 20" width="16" height="16" aria-hidden="true">
        <circle cx="10" cy="10" r="7.2" fill="none" stroke="currentColor" stroke-width="1.6"/>
        <path fill="currentColor" d="M10 2.8a7.2 7.2 0 0 1 0 14.4z"/></svg></button>
        """;

    // Before the first stroke is drawn, or a dark page would begin with a white flash.
    private const string Remembered =
        "try { document.documentElement.dataset.theme = localStorage.getItem('syncopate-theme') || '' } catch { }";

    /// <summary>The page of a document, with those before and after it.</summary>
    public string Page(SitePage page, SitePage? before, SitePage? after)
    {
        StringBuilder body = new();
        body.Append("<article class=\"card doc\">\n").Append(Rendered(page.Tree)).Append("</article>\n");
        body.Append("<nav class=\"turn\" aria-label=\"Neighbours\">");
        if (before is not null)
            body.Append(Neighbour(page, before, "prev", "Before"));
        if (after is not null)
            body.Append(Neighbour(page, after, "next", "Next"));
        body.Append("</nav>\n");
        return Shell(page.Title, page.Address, page.ToRoot, body.ToString(), Contents(page));
    }

    /// <summary>The page that lists the documents of a chapter.</summary>
    public string List(SiteChapter chapter)
    {
        IEnumerable<string> lines = chapter.Pages.Select(page => $"<li><a href=\"../{page.Address}\">{Text(page.Title)}</a></li>\n");
        string body = $"<article class=\"card doc\"><h1>{Text(chapter.Title)}</h1>\n<ul>\n{string.Concat(lines)}</ul></article>\n";
        return Shell(chapter.Title, chapter.List, "../", body, "");
    }

    private string Shell(string title, string address, string toRoot, string body, string contents) => $"""
        <!doctype html>
        <html lang="en"><head><meta charset="utf-8">
        <meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark">
        <title>{Text(title)}{(address == "index.html" ? "" : " · Syncopate")}</title>
        <link rel="icon" href="data:,">
        <link rel="stylesheet" href="{toRoot}site.css">
        <script>{Remembered}</script>
        </head><body data-root="{toRoot}">
        <a class="skip" href="#main">Skip to the text</a>
        <header class="top"><div class="wrap">
        <a class="brand" href="{toRoot}index.html">{Logo} syncopate</a>
        <search class="find" hidden><input id="find" type="search" placeholder="Search the documentation"
        aria-label="Search the documentation" role="combobox" aria-expanded="false" aria-controls="found" aria-autocomplete="list"
        autocomplete="off" spellcheck="false"><kbd aria-hidden="true">/</kbd>
        <div id="found" role="listbox" aria-label="Found" hidden></div></search>
        <span class="tools">{Theme}</span>
        </div></header>
        <div class="wrap site">
        <nav class="chapters" aria-label="Chapters"><details open><summary>Chapters</summary>
        {Chapters(address, toRoot)}</details></nav>
        <main id="main">
        {body}</main>
        {contents}</div>
        <span class="unseen" id="said" role="status"></span>
        <script src="{toRoot}site.js"></script></body></html>

        """;

    private string Chapters(string address, string toRoot)
    {
        StringBuilder text = new();
        foreach (SiteChapter chapter in chapters)
        {
            bool isOpen = chapter.List.Length == 0 || chapter.List == address || chapter.Pages.Any(page => page.Address == address);
            string title = chapter.List.Length == 0 ? Text(chapter.Title) : Link(chapter.List, chapter.Title);
            text.Append(CultureInfo.InvariantCulture, $"<h2>{title}</h2>\n<ul>");
            foreach (SitePage page in isOpen ? chapter.Pages : [])
                text.Append(CultureInfo.InvariantCulture, $"<li>{Link(page.Address, Short(page))}</li>");
            text.Append("</ul>\n");
        }

        return text.ToString();

        string Link(string to, string words)
        {
            string current = to == address ? " aria-current=\"page\"" : "";
            return $"<a href=\"{toRoot}{to}\"{current}>{Text(words)}</a>";
        }
    }

    private static string Neighbour(SitePage page, SitePage other, string relation, string word) =>
        $"<a rel=\"{relation}\" href=\"{page.ToRoot}{other.Address}\"><small>{word}</small>{Text(other.Title)}</a>";

    private static string Short(SitePage page) => page.Document switch
    {
        "README.md" => "What it is",
        var document when document.StartsWith("docs/rules/", StringComparison.Ordinal) => page.Title,
        _ => page.Title.Split(": syncopate ")[0],
    };

    private static string Contents(SitePage page)
    {
        if (page.Headings.Count < 2)
            return "";
        IEnumerable<string> lines = page.Headings.Select(heading =>
            $"<li class=\"l{heading.Level}\"><a href=\"#{heading.GetAttributes().Id}\">{Text(SitePage.TextOf(heading))}</a></li>\n");
        return $"<nav class=\"here\" aria-label=\"On this page\"><h2>On this page</h2><ul>\n{string.Concat(lines)}</ul></nav>\n";
    }

    /// <summary>Tables may be wider than the page, and code has its colours.</summary>
    private static string Rendered(MarkdownDocument tree)
    {
        using StringWriter writer = new() { NewLine = "\n" };
        HtmlRenderer renderer = new(writer);
        renderer.ObjectRenderers.Replace<CodeBlockRenderer>(new CodeRenderer());
        renderer.ObjectRenderers.Add(new Markdig.Extensions.Tables.HtmlTableRenderer());
        renderer.Render(tree);
        return writer.ToString()
            .Replace("<table>", "<div class=\"wide\" role=\"region\" aria-label=\"Table\" tabindex=\"0\"><table>", StringComparison.Ordinal)
            .Replace("</table>", "</table></div>", StringComparison.Ordinal);
    }

    private static string Text(string text) => WebUtility.HtmlEncode(text);
}
