using System.Globalization;
using System.Runtime.CompilerServices;
using System.Text;

namespace Syncopate.Reporting.Drawing;

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
