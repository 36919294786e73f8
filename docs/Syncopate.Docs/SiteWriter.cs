using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;

namespace Syncopate.Docs;

/// <summary>Makes the site: pages, styles, script, pictures and what the search asks. The same documents give the same bytes.</summary>
internal static class SiteWriter
{
    // Only in a script of its own, never in a page: nothing but the quotes needs an escape.
    private static readonly JsonSerializerOptions Readable = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    /// <summary>Writes the site.</summary>
    /// <param name="root">Folder of the repository.</param>
    /// <param name="output">Folder for the site; what was there is replaced.</param>
    /// <returns>How many pages it has.</returns>
    /// <exception cref="IOException">A document cannot be read, a link leads nowhere, or a page cannot be written.</exception>
    /// <exception cref="UnauthorizedAccessException">The same, by rights.</exception>
    public static int Write(string root, string output)
    {
        IReadOnlyList<SiteChapter> chapters = SitePlan.Read(root);
        SitePage[] pages = [.. chapters.SelectMany(chapter => chapter.Pages)];
        // Before links become words.
        IReadOnlyList<IReadOnlyList<SiteSection>> sections = [.. pages.Select(page => page.Sections())];
        SiteLinks links = new(root, pages.Select(page => page.Document).ToHashSet());
        string[] pictures = [.. pages.SelectMany(links.Change).Distinct()];

        if (Directory.Exists(output))
            Directory.Delete(output, recursive: true);
        SiteMarkup markup = new(chapters);
        for (int i = 0; i < pages.Length; i++)
        {
            SitePage? before = i > 0 ? pages[i - 1] : null;
            SitePage? after = i + 1 < pages.Length ? pages[i + 1] : null;
            Save(output, pages[i].Address, markup.Page(pages[i], before, after));
        }

        SiteChapter[] listed = [.. chapters.Where(chapter => chapter.List.Length > 0)];
        foreach (SiteChapter chapter in listed)
            Save(output, chapter.List, markup.List(chapter));
        foreach (string picture in pictures)
            Save(output, SiteLinks.PictureOf(picture), File.ReadAllBytes(Path.Combine(root, picture)));
        Save(output, "site.css", Asset("page.css") + Asset("site.css"));
        Save(output, "site.js", Asset("site.js"));
        Save(output, "search.js", Index(pages, sections));
        return pages.Length + listed.Length;
    }

    /// <summary>A script and not a file of data, since a page from disk may not read files but may run scripts.</summary>
    private static string Index(SitePage[] pages, IReadOnlyList<IReadOnlyList<SiteSection>> sections)
    {
        var index = pages.Select((page, i) => new
        {
            title = page.Title,
            address = page.Address,
            sections = sections[i].Select(section => new[] { section.Anchor, section.Heading, section.Text }),
        });
        return $"window.syncopateIndex = {JsonSerializer.Serialize(index, Readable)};\n";
    }

    private static string Asset(string name)
    {
        using Stream stream = typeof(SiteWriter).Assembly.GetManifestResourceStream(name)
            ?? throw new InvalidOperationException($"The assembly lacks its embedded file {name}; it was built without it.");
        using StreamReader reader = new(stream);
        return reader.ReadToEnd().ReplaceLineEndings("\n");
    }

    private static void Save(string output, string address, string text) => Save(output, address, Encoding.UTF8.GetBytes(text));

    private static void Save(string output, string address, byte[] content)
    {
        string path = Path.Combine(output, address);
        Directory.CreateDirectory(Path.GetDirectoryName(path) ?? output);
        File.WriteAllBytes(path, content);
    }
}
