using System.Text;

namespace Syncopate.Cli.Lines;

/// <summary>Takes a command line apart without a shell: blanks separate words; single and double quotes keep them
/// together; a backslash keeps the next character, but not within single quotes. Nothing is replaced: no variables, no wildcards, no
/// pipes.</summary>
internal static class CommandTokens
{
    private const char Quoted = 'x';

    /// <summary>The program and its arguments.</summary>
    /// <param name="option">Where the text was given; for messages.</param>
    /// <param name="text">The command line.</param>
    /// <exception cref="UsageException">It is empty, a quote is open at its end, or a word has without quotes what only a shell
    /// understands.</exception>
    public static IReadOnlyList<string> Split(string option, string text)
    {
        List<string> words = new();
        StringBuilder? word = null;
        StringBuilder bare = new(); // The word with another letter for what is quoted.
        char? quote = null;
        void End()
        {
            if (word is not null && IsOfShell(bare.ToString()))
                throw Shell(option, word.ToString());
            if (word is not null)
                words.Add(word.ToString());
            word = null;
            bare.Clear();
        }

        void Take(char taken, bool isQuoted)
        {
            (word ??= new()).Append(taken);
            bare.Append(isQuoted ? Quoted : taken);
        }

        for (int i = 0; i < text.Length; i++)
        {
            char c = text[i];
            if (c == '\\' && quote != '\'' && i + 1 < text.Length)
                Take(text[++i], isQuoted: true);
            else if (quote is null && c is ('"' or '\''))
                (quote, word) = (c, word ?? new());
            else if (c == quote)
                quote = null;
            else if (quote is null && char.IsWhiteSpace(c))
                End();
            else
                Take(c, quote is not null);
        }

        if (quote is { } open)
            throw new UsageException($"{option} has a quote ({open}) that is not closed: {text}. Close it with another {open}");
        End();
        return words.Count > 0
            ? words
            : throw new UsageException($"{option} takes a command, such as \"dotnet run --urls http://localhost:5001\"; found nothing.");
    }

    /// <summary>Pipes, redirections and separators, which need no blanks around them: in an argument they are mostly a mistake, of
    /// which no program complains. A value that is assigned, such as a connection string, and an address may hold them, but not end
    /// with one.</summary>
    private static bool IsOfShell(string word)
    {
        int value = word.IndexOf('=', StringComparison.Ordinal);
        bool isValue = value > 0 && word.AsSpan(0, value).IndexOfAny("|;&<>") < 0;
        bool isAddress = word.Contains("://", StringComparison.Ordinal);
        bool redirects = word.AsSpan().ContainsAny('<', '>');
        bool divides = word.AsSpan().ContainsAny('|', ';') || word.Contains("&&", StringComparison.Ordinal);
        bool isPair = isValue && word.Contains('<', StringComparison.Ordinal);
        bool ends = word is [.., '|' or ';' or '<'] || (word is [.., '>'] && !isPair) || (word is [.., '&'] && !isAddress);
        return ends || (redirects && !isValue) || (divides && !isAddress && !isValue);
    }

    private static UsageException Shell(string option, string word) => new(
        $"{option} is run without a shell, so that {word} would be an argument of the program. For pipes, redirections and several "
            + $"commands name the shell: {option} \"sh -c '...'\". To have {word} as an argument, put it into quotes of its own.");
}
