using System.Text;

namespace Syncopate.Reporting.Drawing;

/// <summary>Encodes text for HTML and SVG, in elements and in quoted attributes.</summary>
internal static class PageEncoding
{
    private const char Replacement = '\uFFFD';
    private const int ControlPictures = 0x2400;

    /// <summary>Appends the text so that it can only be read as text. Control characters become the pictures of themselves, as a page must
    /// never carry them raw; what reverses the reading direction or is no character becomes U+FFFD.</summary>
    public static void Append(StringBuilder target, string text)
    {
        foreach (Rune rune in text.EnumerateRunes())
        {
            switch (rune.Value)
            {
                case '<': target.Append("&lt;"); break;
                case '>': target.Append("&gt;"); break;
                case '&': target.Append("&amp;"); break;
                case '"': target.Append("&quot;"); break;
                case '\'': target.Append("&#39;"); break;
                case '\r': break;
                case '\n' or '\t': target.Append((char)rune.Value); break;
                case < 0x20: target.Append((char)(ControlPictures + rune.Value)); break;
                case 0x7F: target.Append('\u2421'); break;
                case var value when IsUnfit(value): target.Append(Replacement); break;
                default: target.Append(rune.ToString()); break;
            }
        }
    }

    private static bool IsUnfit(int value) => value
        is (>= 0x80 and <= 0x9F)
        or 0x061C or 0x200E or 0x200F or (>= 0x202A and <= 0x202E) or (>= 0x2066 and <= 0x2069)
        or 0xFEFF or (>= 0xFDD0 and <= 0xFDEF)
        || (value & 0xFFFE) == 0xFFFE;
}
