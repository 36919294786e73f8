using System.CommandLine;
using System.Globalization;
using Syncopate.Cli.Lines;
using Syncopate.Cli.Runs;
using Syncopate.Cli.Screens;
using Syncopate.Experiments;
using Syncopate.Experiments.Bundled;
using Syncopate.Running;
using Syncopate.Running.Comparing;
using Syncopate.Running.Machines;
using Syncopate.Running.Servers;
using Syncopate.Texts;
using Syncopate.Watch.Probes;

namespace Syncopate.Cli.Serving;

/// <summary><c>syncopate race</c>: what the page of <c>serve</c> starts to be looked on at. Not in the help: without a
/// page nobody sees it, and <c>run</c> and <c>compare</c> measure better.</summary>
internal sealed class RaceCommand
{
    private readonly Argument<string[]> _targets = new("ID|URL")
    {
        Description = $"An experiment ({Known}), or two or three URLs.",
        Arity = new ArgumentArity(0, 3),
    };
    private readonly Option<string?> _users = new("--users")
    {
        Description = string.Create(CultureInfo.InvariantCulture,
            $"How many users send requests at once, 1 to {Races.MostUsers}; {Races.UsualUsers} when not given."),
        HelpName = "N",
    };
    private readonly Option<string[]> _hosts = new("--allow-host")
    {
        Description = "Additional host to allow, besides this machine; may be repeated.",
        HelpName = "NAME",
        DefaultValueFactory = _ => [],
    };
    private readonly ResultLine _result = new();

    public static Command Create(Terminal terminal)
    {
        RaceCommand race = new();
        Command command = new("race", "Two or three forms side by side, for the page of syncopate serve.") { Hidden = true };
        race.AddTo(command);
        command.SetAction(async (line, token) => await RunAsync(await race.ReadAsync(line, token), terminal));
        return command;
    }

    public void AddTo(Command command)
    {
        command.Arguments.Add(_targets);
        foreach (Option option in new Option[] { _users, _hosts }.Concat(_result.All))
            command.Options.Add(option);
    }

    /// <exception cref="UsageException">Something cannot be done as written.</exception>
    /// <exception cref="TargetNotAllowedException">A host is not allowed.</exception>
    /// <exception cref="TargetFailedException">A host is not known.</exception>
    public async Task<RaceSettings> ReadAsync(ParseResult line, CancellationToken cancellationToken)
    {
        string[] targets = line.GetValue(_targets) is { Length: > 0 } given ? given : [Races.Demonstration];
        int users = line.GetValue(_users) is { } text ? (int)LineValue.Whole("--users", text, 1, Races.MostUsers) : Races.UsualUsers;
        ResultSettings result = _result.Read(line);
        string typed = string.Join(' ', targets.Select(ShellWord.Quoted));
        string command = string.Create(CultureInfo.InvariantCulture, $"syncopate race {typed} --users {users} --seed {result.Seed}");
        if (targets.Length == 1)
        {
            BundledExperiment experiment = Races.All.FirstOrDefault(e => e.Id == targets[0])
                ?? throw new UsageException($"'{targets[0]}' cannot be raced.{DidYouMean.Sentence(targets[0], Races.All.Select(e => e.Id))}"
                    + $" Experiments: {Known}; or give two or three URLs.");
            return new RaceSettings(new RequestedRace(experiment, [], users), result, command);
        }

        ComparedUrls urls = new([.. targets.Select(LineValue.Url)])
        {
            AllowedHosts = line.GetValue(_hosts) ?? [],
            Watch = ProcessCounters.TryAttachAsync,
        };
        IReadOnlyList<ComparedTarget> compared = await urls.TargetsAsync(cancellationToken);
        return new RaceSettings(new RequestedRace(null, compared, users), result, command);
    }

    private static string Known => string.Join(", ", Races.All.Select(e => e.Id));

    private static async Task<int> RunAsync(RaceSettings settings, Terminal terminal)
    {
        Machine machine = MachineReader.Read();
        ReportedRun job = new(settings.Command, "race", [settings.Race.Id], settings.Result);
        return await job.RunAsync(
            machine,
            terminal,
            _ => new ComparisonDisplay(terminal),
            (run, token) => RaceAsync(settings, run, token),
            (report, folder) => ResultPrinter.Print(report, folder, settings.Result.Json, terminal));
    }

    private static async Task RaceAsync(RaceSettings settings, RunContext run, CancellationToken cancellationToken)
    {
        if (run.Feed is not { } feed)
        {
            throw new UnusableException("race is only used by the page that syncopate serve shows. Start it: syncopate serve. For a "
                + "verdict alone: syncopate run, or syncopate compare.");
        }

        await settings.Race.RunAsync(run, feed, cancellationToken);
    }

    public sealed record RaceSettings(RequestedRace Race, ResultSettings Result, string Command);
}
