using System.Text;

namespace Syncopate.Reporting.Drawing;

/// <summary>A piece of HTML or SVG that is safe to write into the page. It is only made by <see cref="Html"/>, where the literal text is
/// trusted and every hole is encoded; so a name from a server can never become markup.</summary>
internal readonly struct PageMarkup
{
    private readonly string? _text;

    private PageMarkup(string text) => _text = text;

    /// <summary>Nothing.</summary>
    public static PageMarkup None => default;

    /// <summary>True when nothing would be written.</summary>
    public bool IsEmpty => string.IsNullOrEmpty(_text);

    /// <summary>Markup from an interpolated string: literals as they stand, holes encoded.</summary>
    public static PageMarkup Html(PageMarkupHandler markup) => new(markup.Text);

    /// <summary>The markup when the condition holds, else nothing.</summary>
    public static PageMarkup When(bool condition, PageMarkup markup) => condition ? markup : None;

    /// <summary>The pieces one after another, with nothing between them.</summary>
    public static PageMarkup Join(IEnumerable<PageMarkup> pieces)
    {
        StringBuilder text = new();
        foreach (var piece in pieces)
            text.Append(piece._text);
        return new(text.ToString());
    }

    /// <summary>A drawing that is not shown itself but wherever a <c>use</c> element names its id: axes that several pictures share cost their bytes once.</summary>
    public static PageMarkup Shared(string id, PageMarkup drawing) => Html($"""
        <svg class="shared" aria-hidden="true"><defs><g id="{id}">{drawing}</g></defs></svg>

        """);

    /// <summary>A style sheet or script of ours, which stands in its element as it is; never text that came from outside.</summary>
    public static PageMarkup Verbatim(string asset) => new(asset);

    /// <inheritdoc/>
    public override string ToString() => _text ?? "";
}
