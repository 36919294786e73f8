using System.CommandLine;
using System.CommandLine.Parsing;

namespace Syncopate.Cli.Lines;

/// <summary>A line that the parser could not read, in words.</summary>
internal static class WrongLine
{
    /// <summary>What is wrong with a line that could not be parsed, in the words that its user sees.</summary>
    public static IEnumerable<string> Words(ParseResult line) => line.Errors.Select(error => error.Message + Suggestion(line, error));

    private static string Suggestion(ParseResult line, ParseError error)
    {
        string? wrong = line.UnmatchedTokens.FirstOrDefault(t => error.Message.Contains(t, StringComparison.Ordinal));
        if (wrong is null)
            return "";
        Command command = line.CommandResult.Command;
        IEnumerable<string> known = wrong.StartsWith('-')
            ? command.Options.Select(o => o.Name)
            : command.Subcommands.Select(c => c.Name);
        return DidYouMean.Sentence(wrong, known);
    }
}
