using System.CommandLine;
using Syncopate.Cli.Comparisons;
using Syncopate.Cli.Lines;
using Syncopate.Cli.Runs;
using Syncopate.Cli.Screens;
using Syncopate.Journaling;
using Syncopate.Live;
using Syncopate.Running;
using Syncopate.Running.Servers;
using Syncopate.Texts;

namespace Syncopate.Cli.Serving;

/// <summary>This tool as its page sees it: the commands with the options that the parser knows, and what the commands
/// themselves say of a line.</summary>
internal sealed class ServedTool
{
    private readonly CompareOptions _compare = new();
    private readonly RunOptions _run = new();
    private readonly RaceCommand _race = new();
    private readonly RootCommand _root;

    private ServedTool()
    {
        Command compare = new("compare", "Load two or three URLs, builds of an app, or commands in turn.");
        _compare.AddTo(compare);
        Command run = new("run", "Measure the bundled site.");
        _run.AddTo(run);
        Command race = new("race", "Live race.");
        _race.AddTo(race);
        _root = new RootCommand { compare, run, race };
    }

    /// <summary>The tool as it runs now.</summary>
    public static LiveTool Create()
    {
        ServedTool tool = new();
        return new LiveTool(Words(), [.. tool._root.Subcommands.Select(Describe)], tool.CheckAsync)
        {
            Quote = ShellWord.Quoted,
            Verdict = ProgressText.Verdict,
        };
    }

    private async Task<string?> CheckAsync(IReadOnlyList<string> words, CancellationToken cancellationToken)
    {
        ParseResult line = _root.Parse([.. words], new ParserConfiguration { ResponseFileTokenReplacer = null });
        if (line.Errors.Count > 0)
            return string.Join(' ', WrongLine.Words(line));
        Terminal terminal = new(Environment.GetEnvironmentVariable);
        try
        {
            switch (words[0])
            {
                case "compare" when _compare.Resume.IsMeant(line):
                    _compare.Resume.Check(line);
                    break;
                case "compare" when _compare.Twins.IsMeant(line):
                    _compare.Twins.Check(line, _compare.Targets(line));
                    break;
                case "compare":
                    await _compare.ReadAsync(line, terminal, cancellationToken);
                    break;
                case "run" when _run.Resume.IsMeant(line):
                    _run.Resume.Check(line);
                    break;
                case "run":
                    _run.Read(line, terminal);
                    break;
                default:
                    await _race.ReadAsync(line, cancellationToken);
                    break;
            }

            return null;
        }
        catch (Exception e) when (e
            is UsageException or UnusableException or TargetNotAllowedException or TargetFailedException
                or JournalException)
        {
            return e.Message;
        }
    }

    private static ToolCommand Describe(Command command) => new(
        command.Name,
        command.Description ?? "",
        [.. command.Arguments.Select(a => new ToolOption(a.Name, a.Description ?? "", a.Name, a.Arity.MaximumNumberOfValues))],
        [.. command.Options.Where(o => !o.Hidden && o is not System.CommandLine.Help.HelpOption)
            .Select(o => new ToolOption(o.Name, o.Description ?? "", ValueName(o), o.Arity.MaximumNumberOfValues))]);

    private static string? ValueName(Option option) => option.ValueType == typeof(bool) ? null : option.HelpName ?? "VALUE";

    private static string[] Words()
    {
        string library = typeof(ServedTool).Assembly.Location;
        return ThisProgram.Words(() => library) ?? ["dotnet", library];
    }
}
