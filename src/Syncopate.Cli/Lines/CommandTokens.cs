using System.Text;

namespace Syncopate.Cli.Lines;

/// <summary>Takes a command line apart without a shell: blanks separate words; single and double quotes keep them
/// together; a backslash keeps the next character, but not within single quotes. Nothing is replaced: no variables, no wildcards, no
/// pipes.</summary>
internal static class CommandTokens
{
    /// <summary>The program and its arguments.</summary>
    /// <param name="option">Where the text was given; for messages.</param>
    /// <param name="text">The command line.</param>
    /// <exception cref="UsageException">It is empty, a quote is open at its end, or a word without quotes is one that only a shell
    /// understands.</exception>
    public static IReadOnlyList<string> Split(string option, string text)
    {
        List<string> words = new();
        StringBuilder? word = null;
        char? quote = null;
        bool isQuoted = false;
        void End()
        {
            if (word is not null && !isQuoted && IsOfShell(word.ToString()))
                throw Shell(option, word.ToString());
            if (word is not null)
                words.Add(word.ToString());
            (word, isQuoted) = (null, false);
        }

        for (int i = 0; i < text.Length; i++)
        {
            char c = text[i];
            if (c == '\\' && quote != '\'' && i + 1 < text.Length)
                (word, isQuoted) = ((word ?? new()).Append(text[++i]), true);
            else if (quote is null && c is ('"' or '\''))
                (quote, word, isQuoted) = (c, word ?? new(), true);
            else if (c == quote)
                quote = null;
            else if (quote is null && char.IsWhiteSpace(c))
                End();
            else
                (word ??= new()).Append(c);
        }

        if (quote is { } open)
            throw new UsageException($"{option} has a quote ({open}) that is not closed: {text}");
        End();
        return words.Count > 0
            ? words
            : throw new UsageException($"{option} takes a command, such as \"dotnet run --urls http://localhost:5001\"; found nothing.");
    }

    /// <summary>Pipes, redirections and separators: as an argument they are surely a mistake, of which no program complains.</summary>
    private static bool IsOfShell(string word)
    {
        string operation = word.TrimStart('0', '1', '2', '3', '4', '5', '6', '7', '8', '9');
        return word is "|" or "||" or "|&" or "&" or "&&" or ";" or "<"
            || operation is ['>', ..] or ['<', '<', ..] or ['<', '&', ..]
            || word is ['&', '>', ..] or [.., ';'];
    }

    private static UsageException Shell(string option, string word) => new(
        $"{option} is run without a shell, so that {word} would be an argument of the program. For pipes, redirections and several "
            + $"commands name the shell: {option} \"sh -c '...'\". To have {word} as an argument, put it into quotes of its own.");
}
