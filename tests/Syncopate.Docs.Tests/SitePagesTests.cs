using System.Text.RegularExpressions;
using Xunit;

namespace Syncopate.Docs.Tests;

/// <summary>The pages as files: all there, linked, and alone.</summary>
/// <param name="site">The site.</param>
[Trait("Judges", "behaviour")]
public sealed class SitePagesTests(MadeSite site)
{
    [Fact]
    public void Every_document_has_its_page()
    {
        string docs = Path.Combine(Built.RepositoryRoot, "docs");
        string[] expected =
        [
            "architecture.html", "changelog.html", "decisions/index.html", "index.html", "rules/index.html", "style.html",
            .. Directory.GetFiles(docs, "*.md", SearchOption.AllDirectories)
                .Select(file => Path.ChangeExtension(Path.GetRelativePath(docs, file), ".html")),
        ];

        Assert.Equal(expected.Order(StringComparer.Ordinal), site.Pages);
        Assert.StartsWith($"{expected.Length} pages: ", site.Output, StringComparison.Ordinal);
    }

    [Fact]
    public void Every_link_leads_to_a_page_or_a_heading_that_is_there()
    {
        Dictionary<string, string> texts = site.Pages.ToDictionary(page => page, page => File.ReadAllText(Path.Combine(site.Folder, page)));
        List<string> broken = [];
        foreach ((string page, string text) in texts)
        {
            foreach (Match link in Regex.Matches(text, "(?:href|src)=\"([^\"]*)\""))
            {
                string url = System.Net.WebUtility.HtmlDecode(link.Groups[1].Value);
                if (url is "data:," || url.StartsWith("http", StringComparison.Ordinal))
                    continue;
                string[] parts = url.Split('#', 2);
                string target = parts[0].Length == 0 ? page
                    : Path.GetRelativePath(site.Folder, Path.Combine(site.Folder, Path.GetDirectoryName(page) ?? "", parts[0]));
                string heading = parts.Length == 1 ? "" : $"id=\"{Uri.UnescapeDataString(parts[1])}\"";
                bool isThere = File.Exists(Path.Combine(site.Folder, target))
                    && (heading.Length == 0 || texts[target].Contains(heading, StringComparison.Ordinal));
                if (!isThere)
                    broken.Add($"{page}: {url}");
            }
        }

        Assert.Empty(broken);
    }

    /// <summary>What a page loads by itself is in the site; another host is only where a reader chooses to go.</summary>
    [Fact]
    public void No_page_asks_for_anything_from_elsewhere()
    {
        Assert.All(site.Pages, page => Assert.DoesNotMatch(
            "<[^>]+(?:src|srcset)=\"(?:https?:)?//|<link[^>]+href=\"(?:https?:)?//", File.ReadAllText(Path.Combine(site.Folder, page))));
        Assert.DoesNotMatch("@import|url\\(", File.ReadAllText(Path.Combine(site.Folder, "site.css")));
    }

    [Fact]
    public async Task The_same_documents_give_the_same_bytes()
    {
        string again = Path.Combine(Path.GetDirectoryName(site.Folder)!, "again");

        await MadeSite.MakeAsync(Built.RepositoryRoot, again);

        foreach (string file in Directory.GetFiles(site.Folder, "*", SearchOption.AllDirectories))
        {
            string twin = Path.Combine(again, Path.GetRelativePath(site.Folder, file));
            byte[] expected = await File.ReadAllBytesAsync(file, TestContext.Current.CancellationToken);
            Assert.Equal(expected, await File.ReadAllBytesAsync(twin, TestContext.Current.CancellationToken));
        }
    }

    [Fact]
    public async Task A_link_that_leads_nowhere_is_named_and_no_site_is_made()
    {
        DirectoryInfo root = Directory.CreateTempSubdirectory("syncopate-broken-");
        foreach (string folder in new[] { "docs/rules", "docs/decisions" })
            root.CreateSubdirectory(folder);
        foreach (string name in new[] { "README.md", "ARCHITECTURE.md", "STYLE.md", "CHANGELOG.md" })
        {
            await File.WriteAllTextAsync(Path.Combine(root.FullName, name), "# Title\n\n[a](docs/gone.md)\n",
                TestContext.Current.CancellationToken);
        }

        (int code, string output) = await MadeSite.MakeAsync(root.FullName, Path.Combine(root.FullName, "site"));
        (int usage, string help) = await MadeSite.MakeAsync();
        bool isMade = Directory.Exists(Path.Combine(root.FullName, "site"));
        root.Delete(recursive: true);

        Assert.Equal((4, 2, false), (code, usage, isMade));
        Assert.Contains("README.md links to docs/gone.md, and there is no docs/gone.md.", output, StringComparison.Ordinal);
        Assert.Contains("./docs-site", help, StringComparison.Ordinal);
    }
}
