using System.Text;

namespace Syncopate.Texts;

/// <summary>A word of a command line that a user may type again.</summary>
internal static class ShellWord
{
    /// <summary>The word as a shell takes it for one.</summary>
    public static string Quoted(string word) => word.Length > 0
            && word.All(c => char.IsAsciiLetterOrDigit(c) || "@%_+=:,./-".Contains(c, StringComparison.Ordinal))
        ? word
        : $"'{word.Replace("'", "'\\''", StringComparison.Ordinal)}'";

    /// <summary>The words of a line that was put together of <see cref="Quoted"/> ones, as they were before.</summary>
    public static List<string> Split(string line)
    {
        ArgumentNullException.ThrowIfNull(line);
        List<string> words = [];
        StringBuilder? word = null;
        bool isQuoted = false;
        for (int i = 0; i < line.Length; i++)
        {
            char c = line[i];
            if (c == ' ' && !isQuoted)
            {
                if (word is not null)
                    words.Add(word.ToString());
                word = null;
                continue;
            }

            word ??= new StringBuilder();
            if (c == '\'')
                isQuoted = !isQuoted;
            else
                word.Append(c == '\\' && !isQuoted && i + 1 < line.Length ? line[++i] : c);
        }

        if (word is not null)
            words.Add(word.ToString());
        return words;
    }
}
