namespace Syncopate.Docs;

/// <summary>Which documents the site has, in which order, and how their pages are called.</summary>
internal static class SitePlan
{
    private const string Rules = "docs/rules";
    private const string Decisions = "docs/decisions";

    /// <summary>Chapters and their documents. What is in none stands in the last but one, so that no page is forgotten.</summary>
    private static readonly (string Title, string[] Names)[] Chapters =
    [
        ("Start", ["README.md", "docs/which-tool.md", "docs/from-others.md", "docs/packages.md", "docs/shells.md"]),
        ("Compare",
            ["docs/compare.md", "docs/library.md", "docs/ci.md", "docs/agents.md", "docs/scale.md", "docs/serve.md", "docs/telemetry.md"]),
        ("Load", ["docs/load-command.md", "docs/load.md"]),
        ("Look inside", ["docs/watch.md", "docs/blocked.md", "docs/watch-async.md"]),
        ("Change code", ["docs/scan.md", "docs/convert.md"]),
        ("Plan", ["docs/plan.md", "docs/cost.md", "docs/runtime-async.md"]),
        ("Trust", ["docs/method.md", "docs/glossary.md", "docs/report-schema.md", "docs/security.md"]),
        ("More", ["docs/crud.md", "CHANGELOG.md"]),
        ("Work on it", ["ARCHITECTURE.md", "docs/where.md", "STYLE.md"]),
    ];

    /// <summary>Reads the documents of a repository.</summary>
    /// <param name="root">Its folder.</param>
    /// <exception cref="IOException">A document cannot be read.</exception>
    public static IReadOnlyList<SiteChapter> Read(string root)
    {
        string[] found =
        [
            .. new[] { "README.md", "ARCHITECTURE.md", "STYLE.md", "CHANGELOG.md" },
            .. Directory.GetFiles(Path.Combine(root, "docs"), "*.md").Select(file => "docs/" + Path.GetFileName(file)),
        ];
        string[] known = [.. Chapters.SelectMany(chapter => chapter.Names)];
        string[] further = [.. found.Except(known).Order(StringComparer.Ordinal)];
        return
        [
            .. Chapters.Select(chapter => new SiteChapter(
                chapter.Title, "",
                Pages(root, chapter.Names.Where(found.Contains).Concat(chapter.Title == "More" ? further : [])))),
            new SiteChapter("Rules of the scan", "rules/index.html", Pages(root, Below(root, Rules))),
            new SiteChapter("Decisions", "decisions/index.html", Pages(root, Below(root, Decisions))),
        ];
    }

    /// <summary>Name of the page of a document: "docs/rules/SYNC2001.md" is "rules/SYNC2001.html".</summary>
    public static string PageOf(string document) => Path.ChangeExtension(
        document == "README.md" ? "index"
        : document.StartsWith("docs/", StringComparison.Ordinal) ? document["docs/".Length..]
        : document.ToLowerInvariant(), ".html");

    /// <summary>The page that lists a folder's documents; null for a folder that has none.</summary>
    public static string? ListOf(string folder) => folder.TrimEnd('/') switch
    {
        Rules => "rules/index.html",
        Decisions => "decisions/index.html",
        "docs" => "index.html",
        _ => null,
    };

    private static IEnumerable<string> Below(string root, string folder) => Directory.GetFiles(Path.Combine(root, folder), "*.md")
        .Select(file => $"{folder}/{Path.GetFileName(file)}").Order(StringComparer.Ordinal);

    private static IReadOnlyList<SitePage> Pages(string root, IEnumerable<string> documents) =>
        [.. documents.Select(document => SitePage.Read(root, document))];
}

/// <summary>Pages that belong together.</summary>
/// <param name="Title">Heading in the navigation.</param>
/// <param name="List">The page that lists them; empty where the navigation itself does.</param>
/// <param name="Pages">In order.</param>
internal sealed record SiteChapter(string Title, string List, IReadOnlyList<SitePage> Pages);
