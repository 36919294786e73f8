using System.Globalization;
using System.Runtime.CompilerServices;
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
        foreach (PageMarkup piece in pieces)
            text.Append(piece._text);
        return new(text.ToString());
    }

    /// <summary>A drawing that is not shown itself but wherever a <c>use</c> element names its id: axes that several
    /// pictures share cost their bytes once.</summary>
    public static PageMarkup Shared(string id, PageMarkup drawing) => Html($"""
        <svg class="shared" aria-hidden="true"><defs><g id="{id}">{drawing}</g></defs></svg>

        """);

    /// <summary>A style sheet or script of ours, which stands in its element as it is; never text that came from outside.</summary>
    public static PageMarkup Verbatim(string asset) => new(asset);

    /// <inheritdoc/>
    public override string ToString() => _text ?? "";
}

/// <summary>Builds <see cref="PageMarkup"/> from an interpolated string: encoding is what happens when nobody thinks of it.</summary>
[InterpolatedStringHandler]
internal readonly ref struct PageMarkupHandler
{
    private readonly StringBuilder _text;

    public PageMarkupHandler(int literalLength, int formattedCount) => _text = new(literalLength + 24 * formattedCount);

    /// <summary>The finished markup.</summary>
    public string Text => _text.ToString();

    /// <summary>Trusted markup. A checkout with CRLF must not change the page's bytes or the hashes in its policy.</summary>
    public void AppendLiteral(string markup) => _text.Append(markup.Replace("\r", "", StringComparison.Ordinal));

    /// <summary>Markup made before, as it stands.</summary>
    public void AppendFormatted(PageMarkup markup) => _text.Append(markup.ToString());

    /// <summary>Pieces of markup made before, one after another.</summary>
    public void AppendFormatted(IEnumerable<PageMarkup> pieces) => AppendFormatted(PageMarkup.Join(pieces));

    /// <summary>Text from anywhere, encoded for an element and for a quoted attribute.</summary>
    public void AppendFormatted(string? text) => PageEncoding.Append(_text, text ?? "");

    /// <summary>A coordinate or percentage, at most two decimals.</summary>
    public void AppendFormatted(double value) =>
        // Adding zero turns the -0 that rounding leaves into 0.
        _text.Append((Math.Round(value, 2) + 0.0).ToString("0.##", CultureInfo.InvariantCulture));

    /// <summary>A whole number, without separators.</summary>
    public void AppendFormatted(long value) => _text.Append(value.ToString(CultureInfo.InvariantCulture));
}
