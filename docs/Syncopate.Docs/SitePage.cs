using System.Text;
using Markdig;
using Markdig.Extensions.AutoIdentifiers;
using Markdig.Renderers.Html;
using Markdig.Syntax;
using Markdig.Syntax.Inlines;

namespace Syncopate.Docs;

/// <summary>One document, read.</summary>
/// <param name="Document">Its path in the repository.</param>
/// <param name="Title">Its first heading.</param>
/// <param name="Tree">What it says.</param>
internal sealed record SitePage(string Document, string Title, MarkdownDocument Tree)
{
    private static readonly MarkdownPipeline Grammar = new MarkdownPipelineBuilder()
        .UsePipeTables().UseAutoIdentifiers(AutoIdentifierOptions.GitHub).Build();

    /// <summary>Path of its page in the site.</summary>
    public string Address => SitePlan.PageOf(Document);

    /// <summary>From its page back to the root of the site: "" or "../".</summary>
    public string ToRoot => string.Concat(Enumerable.Repeat("../", Address.Count(c => c == '/')));

    /// <summary>Its headings below the title, in order.</summary>
    public IReadOnlyList<HeadingBlock> Headings => [.. Tree.OfType<HeadingBlock>().Where(heading => heading.Level is 2 or 3)];

    /// <exception cref="IOException">It cannot be read.</exception>
    public static SitePage Read(string root, string document)
    {
        MarkdownDocument tree = Markdown.Parse(File.ReadAllText(Path.Combine(root, document)), Grammar);
        string title = tree.OfType<HeadingBlock>().FirstOrDefault() is { } first ? TextOf(first) : document;
        return new SitePage(document, title, tree);
    }

    /// <summary>The page's parts for the search: each heading with all up to the next one.</summary>
    public IReadOnlyList<SiteSection> Sections()
    {
        List<(HeadingBlock? Heading, StringBuilder Text)> sections = [(null, new())];
        foreach (Block block in Tree)
        {
            if (block is HeadingBlock heading)
                sections.Add((heading, new()));
            else
                sections[^1].Text.Append(TextOf(block)).Append(' ');
        }

        return
        [
            .. sections.Where(section => section.Heading is not null || section.Text.Length > 0).Select(section => new SiteSection(
                section.Heading?.GetAttributes().Id ?? "",
                section.Heading is null ? Title : TextOf(section.Heading),
                string.Join(' ', section.Text.ToString().Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries)))),
        ];
    }

    /// <summary>What a reader sees of a part, without how it looks.</summary>
    public static string TextOf(MarkdownObject part)
    {
        StringBuilder text = new();
        IEnumerable<MarkdownObject> parts = part is LeafBlock { Inline: { } line }
            ? line.Descendants()
            : part.Descendants().Prepend(part);
        foreach (MarkdownObject inner in parts)
        {
            string piece = inner switch
            {
                LiteralInline literal => literal.Content.ToString(),
                CodeInline code => code.Content,
                LineBreakInline => " ",
                CodeBlock code => code.Lines + " ",
                HtmlEntityInline entity => entity.Transcoded.ToString(),
                ParagraphBlock => " ",
                _ => "",
            };
            text.Append(piece);
        }

        return text.ToString().Trim();
    }
}

/// <summary>A part of a page that can be found.</summary>
/// <param name="Anchor">Where it begins; empty for the top.</param>
/// <param name="Heading">Its heading.</param>
/// <param name="Text">What it says, in one line.</param>
internal sealed record SiteSection(string Anchor, string Heading, string Text);
