using System.CommandLine;
using Syncopate.Gating;

namespace Syncopate.Cli;

/// <summary>The line of <c>syncopate load</c> and how it is checked.</summary>
internal sealed class LoadCommandLine
{
    private readonly Argument<string> _url = new("URL") { Description = "What to load, such as http://localhost:5000/orders." };
    private readonly LoadLine _load = new();
    private readonly ResultLine _result = new();
    private readonly Option<string[]> _failIf = new("--fail-if")
    {
        Description = "A condition that makes the command fail (exit code 3), such as \"p99 > 300ms\" or \"errors > 0.1%\"; may be repeated.",
        HelpName = "CONDITION",
        AllowMultipleArgumentsPerToken = false,
    };
    private readonly Option<string?> _log = new("--hlog") { Description = "Write the latencies as an HdrHistogram log, an interval an entry.", HelpName = "FILE" };
    private readonly Option<string?> _page = new("--html") { Description = "Write the page: one file, which needs no network.", HelpName = "FILE" };
    private readonly Option<bool> _noProgress = new("--no-progress") { Description = "Show nothing while the load runs." };

    public void AddTo(Command command)
    {
        command.Arguments.Add(_url);
        _load.AddTo(command);
        foreach (Option option in new Option[] { _failIf, _log, _page, _noProgress }.Concat(_result.All))
            command.Options.Add(option);
    }

    /// <exception cref="UsageException">Something cannot be done as written.</exception>
    /// <exception cref="UnusableException">The file of the body cannot be read.</exception>
    public LoadTask Read(ParseResult line)
    {
        LoadAddress address = LoadAddress.Read(line.GetValue(_url)!); // required, so never null
        LoadSettings settings = _load.Read(line);
        string[] conditions = line.GetValue(_failIf) ?? [];
        foreach (string condition in conditions)
            Check(condition);
        return new LoadTask(address, settings, conditions, _result.Read(line), Command(address, settings, conditions))
        {
            Page = Name(_page, line),
            Log = Name(_log, line),
            Quiet = line.GetValue(_noProgress),
        };
    }

    private static void Check(string condition)
    {
        try
        {
            _ = Threshold.Parse(condition);
        }
        catch (FormatException e)
        {
            throw new UsageException($"--fail-if: {e.Message}");
        }
    }

    private static string? Name(Option<string?> option, ParseResult line) => line.GetValue(option) is { Length: 0 }
        ? throw new UsageException($"{option.Name} takes the name of a file; found nothing.")
        : line.GetValue(option);

    private static string Command(LoadAddress address, LoadSettings settings, string[] conditions) => string.Join(' ',
        ["syncopate", "load", LoadLine.Quoted(address.Text), .. settings.Words, .. conditions.SelectMany(condition => new[] { "--fail-if", LoadLine.Quoted(condition) })]);
}
