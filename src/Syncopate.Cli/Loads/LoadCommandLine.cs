using System.CommandLine;
using Syncopate.Cli.Agents;
using Syncopate.Cli.Databases;
using Syncopate.Cli.Lines;
using Syncopate.Cli.Screens;
using Syncopate.Reporting.Figures;
using Syncopate.Running.Loads;
using Syncopate.Running.Servers;
using Syncopate.Texts;

namespace Syncopate.Cli.Loads;

/// <summary>The line of <c>syncopate load</c> and how it is checked.</summary>
internal sealed class LoadCommandLine
{
    private readonly Argument<string> _url = new("URL") { Description = "What to load, such as http://localhost:5000/orders." };
    private readonly LoadLine _load = new(takesScenario: true);
    private readonly FleetLine _fleet = new();
    private readonly KeepLine _keep = new();
    private readonly ResultLine _result = new();
    private readonly Option<string[]> _failIf = new("--fail-if")
    {
        Description =
            "A condition that makes the command fail (exit code 3), such as \"p99 > 300ms\" or \"errors > 0.1%\"; may be repeated.",
        HelpName = "CONDITION",
        AllowMultipleArgumentsPerToken = false,
    };
    private readonly Option<string?> _launch = new("--launch")
    {
        Description =
            "Start the server with this command, watch its threads, CPU and memory, and end it afterwards. It listens where the URL says.",
        HelpName = "COMMAND",
    };
    private readonly Option<string?> _pid = new("--pid")
    {
        Description = "Watch threads, CPU and memory of this running .NET process, unmodified.",
        HelpName = "N",
    };
    private readonly Option<string?> _log = new("--hlog")
    {
        Description = "Write the latencies as an HdrHistogram log, one entry per interval.",
        HelpName = "FILE",
    };
    private readonly Option<string?> _page = new("--html")
    {
        Description = "Write the page: one file, which needs no network.",
        HelpName = "FILE",
    };
    private readonly Option<bool> _noProgress = new("--no-progress") { Description = "Show nothing while the load runs." };

    public void AddTo(Command command)
    {
        command.Arguments.Add(_url);
        _load.AddTo(command);
        Option[] own = [_launch, _pid, _failIf, _log, _page, _noProgress];
        foreach (Option option in own.Concat(_fleet.All).Concat(_keep.All).Concat(_result.All))
            command.Options.Add(option);
    }

    /// <exception cref="UsageException">Something cannot be done as written.</exception>
    /// <exception cref="UnusableException">The file of the body cannot be read.</exception>
    public LoadTask Read(ParseResult line, Terminal terminal)
    {
        LoadAddress address = LineValue.Url(line.GetValue(_url)!); // required, so never null
        LoadSettings settings = _load.Read(line);
        string? launch = line.GetValue(_launch);
        int? processId = ProcessId(line, address);
        if (launch is not null && processId is not null)
        {
            throw new UsageException(
                "--launch and --pid exclude each other: a server that is started here is watched anyway. Give one of them.");
        }

        if (launch is not null && !OwnAddress.Is(address.Base))
        {
            throw new UsageException($"--launch starts a server on this machine, but {address.Base.Host} is not known as one of its "
                + "addresses. Use a URL of localhost, or of an IP address of this machine.");
        }

        string[] conditions = line.GetValue(_failIf) ?? [];
        foreach (string condition in conditions)
            Check(condition, isWatched: launch is not null || processId is not null);
        ResultSettings result = _result.Read(line);
        RequestedLoad load = new(address, settings, conditions, Command(line, address, settings), result.Seed)
        {
            Launch = launch is null ? null : CommandTokens.Split(_launch.Name, launch),
            ProcessId = processId,
        };
        return new LoadTask(load, result)
        {
            Page = ResultLine.File(_page, line, "load.html"),
            Log = ResultLine.File(_log, line, "load.hlog"),
            Fleet = _fleet.Read(line, terminal),
            Keep = _keep.Read(line, terminal),
            Quiet = line.GetValue(_noProgress),
        };
    }

    private int? ProcessId(ParseResult line, LoadAddress address)
    {
        if (line.GetValue(_pid) is not { } text)
            return null;
        return OwnAddress.Is(address.Base)
            ? (int)LineValue.Whole("--pid", text, 1, int.MaxValue)
            : throw new UsageException($"--pid watches a process of this machine, but {address.Base.Host} is not known as one of its "
                + "addresses. Leave it out, or use a URL of localhost, or of an IP address of this machine.");
    }

    private static void Check(string condition, bool isWatched)
    {
        try
        {
            Figure figure = Threshold.Parse(condition).Figure;
            if (!isWatched && figure.IsOfServer)
            {
                throw new UsageException($"--fail-if '{condition}': {figure.Name} is a figure of the server's process. "
                    + "Say which to watch: --pid N, or --launch \"COMMAND\"");
            }
        }
        catch (FormatException e)
        {
            throw new UsageException($"--fail-if: {e.Message}");
        }
    }

    private string Command(ParseResult line, LoadAddress address, LoadSettings settings)
    {
        IEnumerable<string> own =
            from option in new Option[] { _launch, _pid, _failIf }
            from token in line.GetResult(option)?.Tokens ?? []
            from word in new[] { option.Name, ShellWord.Quoted(token.Value) }
            select word;
        return string.Join(
            ' ', ["syncopate", "load", ShellWord.Quoted(address.Text), .. settings.Words, .. own, .. _fleet.Words(line)]);
    }
}
