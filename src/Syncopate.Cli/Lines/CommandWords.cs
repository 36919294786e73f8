using System.Text;

namespace Syncopate.Cli.Lines;

/// <summary>Takes a command line apart without a shell: blanks separate words; single and double quotes keep them
/// together; a backslash keeps the next character,
/// but not within single quotes. Nothing is replaced: no variables, no wildcards, no pipes.</summary>
internal static class CommandWords
{
    /// <summary>The program and its arguments.</summary>
    /// <param name="option">Where the text was given; for messages.</param>
    /// <param name="text">The command line.</param>
    /// <exception cref="UsageException">It is empty, or a quote is open at its end.</exception>
    public static IReadOnlyList<string> Split(string option, string text)
    {
        List<string> words = new();
        StringBuilder? word = null;
        char? quote = null;
        for (int i = 0; i < text.Length; i++)
        {
            char c = text[i];
            if (c == '\\' && quote != '\'' && i + 1 < text.Length)
                (word ??= new()).Append(text[++i]);
            else if (quote is null && c is ('"' or '\''))
                (quote, word) = (c, word ?? new());
            else if (c == quote)
                quote = null;
            else if (quote is null && char.IsWhiteSpace(c))
                End(words, ref word);
            else
                (word ??= new()).Append(c);
        }

        if (quote is { } open)
            throw new UsageException($"{option} has a quote ({open}) that is not closed: {text}");
        End(words, ref word);
        return words.Count > 0
            ? words
            : throw new UsageException($"{option} takes a command, such as \"dotnet run --urls http://localhost:5001\"; found nothing.");
    }

    private static void End(List<string> words, ref StringBuilder? word)
    {
        if (word is not null)
            words.Add(word.ToString());
        word = null;
    }
}
