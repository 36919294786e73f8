using System.CommandLine;
using Syncopate.Cli.Loads;
using Syncopate.Running.Loads;

namespace Syncopate.Cli.Tests;

/// <summary>Lines of a command that has the options of a load and nothing else.</summary>
internal static class Lines
{
    public static LoadSettings Read(params string[] words)
    {
        LoadLine line = new(takesScenario: true);
        Command command = new("load");
        line.AddTo(command);
        ParseResult parsed = command.Parse(words, new ParserConfiguration { ResponseFileTokenReplacer = null });
        return parsed.Errors is [] ? line.Read(parsed) : throw new ArgumentException(parsed.Errors[0].Message, nameof(words));
    }
}
