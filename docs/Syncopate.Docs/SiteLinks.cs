using Markdig.Renderers.Html;
using Markdig.Syntax;
using Markdig.Syntax.Inlines;

namespace Syncopate.Docs;

/// <summary>Makes links between documents links between pages. What a document says about a source file stays as words, with
/// its path: the site has documents only.</summary>
/// <param name="root">Folder of the repository.</param>
/// <param name="known">Every document of the site.</param>
internal sealed class SiteLinks(string root, IReadOnlySet<string> known)
{
    private static readonly string[] Pictures = [".png", ".svg", ".jpg"];

    /// <summary>Changes the links of a page.</summary>
    /// <returns>The pictures that it shows: paths in the repository.</returns>
    /// <exception cref="FileNotFoundException">A link leads nowhere.</exception>
    public IReadOnlyList<string> Change(SitePage page)
    {
        List<string> pictures = [];
        foreach (LinkInline link in page.Tree.Descendants<LinkInline>().ToList())
        {
            string url = link.Url ?? "";
            if (url.Length == 0 || url[0] == '#')
                continue;
            if (Uri.TryCreate(url, UriKind.Absolute, out Uri? outside) && outside.Scheme is "http" or "https")
            {
                link.GetAttributes().AddProperty("rel", "noreferrer");
                continue;
            }

            string[] parts = url.Split('#', 2);
            string target = Resolve(page.Document, parts[0]);
            string anchor = parts.Length > 1 ? "#" + parts[1] : "";
            if (!Path.Exists(Path.Combine(root, target)))
                throw new FileNotFoundException($"{page.Document} links to {url}, and there is no {target}.");
            if (known.Contains(target))
            {
                link.Url = page.ToRoot + SitePlan.PageOf(target) + anchor;
                // On a code host the name of a file is a good name for a link; a reader of pages has no files.
                if (link.FirstChild is LiteralInline { NextSibling: null } words && words.Content.ToString() == Path.GetFileName(parts[0]))
                    words.Content = new(Path.GetFileNameWithoutExtension(parts[0]));
            }
            else if (SitePlan.ListOf(target) is { } list)
            {
                link.Url = page.ToRoot + list;
            }
            else if (Pictures.Contains(Path.GetExtension(target)))
            {
                pictures.Add(target);
                link.Url = page.ToRoot + PictureOf(target);
            }
            else
            {
                BecomeWords(link, target);
            }
        }

        return pictures;
    }

    /// <summary>Where the site has a picture.</summary>
    public static string PictureOf(string path) => "images/" + Path.GetFileName(path);

    private static void BecomeWords(LinkInline link, string target)
    {
        string place = System.Net.WebUtility.HtmlEncode($"In the repository: {target}");
        link.InsertBefore(new HtmlInline($"<span class=\"source\" title=\"{place}\">"));
        link.InsertAfter(new HtmlInline("</span>"));
        while (link.FirstChild is { } child)
        {
            child.Remove();
            link.InsertBefore(child);
        }

        link.Remove();
    }

    /// <summary>The path in the repository that a relative link of a document means.</summary>
    private static string Resolve(string document, string url)
    {
        List<string> parts = [.. document.Split('/')[..^1]];
        foreach (string part in Uri.UnescapeDataString(url).Split('/'))
        {
            if (part == ".." && parts.Count > 0)
                parts.RemoveAt(parts.Count - 1);
            else if (part is not ("." or "" or ".."))
                parts.Add(part);
        }

        return string.Join('/', parts);
    }
}
