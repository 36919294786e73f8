using System.Net;
using Markdig.Renderers;
using Markdig.Renderers.Html;
using Markdig.Syntax;

namespace Syncopate.Docs;

/// <summary>Code with its language and a place for the button that copies it.</summary>
internal sealed class CodeRenderer : HtmlObjectRenderer<CodeBlock>
{
    /// <inheritdoc/>
    protected override void Write(HtmlRenderer renderer, CodeBlock block)
    {
        string language = (block as FencedCodeBlock)?.Info ?? "";
        string code = CodeColours.Mark(block.Lines.ToString(), language);
        renderer.EnsureLine();
        renderer.Write($"<div class=\"code\" data-language=\"{WebUtility.HtmlEncode(language)}\">");
        renderer.Write($"<pre tabindex=\"0\"><code>{code}\n</code></pre></div>\n");
    }
}
