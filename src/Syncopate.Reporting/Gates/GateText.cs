using System.Globalization;
using System.Text;

namespace Syncopate.Reporting.Gates;

/// <summary>Makes words from results harmless wherever they are printed: results are data, and may come from anywhere.</summary>
internal static class GateText
{
    private const int MostLetters = 2_000;

    /// <summary>One line without control characters, escape sequences, and what reverses the reading direction; at most
    /// 2,000 letters.</summary>
    public static string Plain(string text)
    {
        StringBuilder plain = new(Math.Min(text.Length, MostLetters));
        foreach (Rune rune in text.EnumerateRunes())
        {
            if (plain.Length >= MostLetters)
                return plain.Append('…').ToString();
            plain.Append(Rune.GetUnicodeCategory(rune) switch
            {
                UnicodeCategory.Control or UnicodeCategory.LineSeparator or UnicodeCategory.ParagraphSeparator => " ",
                UnicodeCategory.Format or UnicodeCategory.PrivateUse or UnicodeCategory.OtherNotAssigned => "�",
                _ => rune.ToString(),
            });
        }

        return plain.ToString();
    }
}
