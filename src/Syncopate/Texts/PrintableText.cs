using System.Globalization;

namespace Syncopate.Texts;

/// <summary>Text of others, such as names out of a journal, a process or a server's last words: a terminal obeys what it is sent, and
/// characters that nobody sees turn what is read around.</summary>
internal static class PrintableText
{
    private const char Replacement = '\uFFFD';

    /// <summary>One line: what is no printed character is replaced, the ends of lines too.</summary>
    public static string Line(string text) => string.Concat(text.Select(c => IsPrinted(c) ? c : Replacement));

    /// <summary>The same of several lines, which stay apart.</summary>
    public static string Lines(string text) =>
        string.Concat(text.Select(c => c == '\n' || IsPrinted(c) ? c : Replacement));

    private static bool IsPrinted(char c) => !char.IsControl(c) && char.GetUnicodeCategory(c) != UnicodeCategory.Format;
}
