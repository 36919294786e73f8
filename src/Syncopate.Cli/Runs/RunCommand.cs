using System.CommandLine;
using Spectre.Console;
using Syncopate.Cli.Agents;
using Syncopate.Cli.Databases;
using Syncopate.Cli.Screens;
using Syncopate.Cluster.Loads;
using Syncopate.Experiments;
using Syncopate.Running;
using Syncopate.Running.Machines;
using Syncopate.Running.Showing;

namespace Syncopate.Cli.Runs;

/// <summary><c>syncopate run</c>: measures the bundled sample site and leaves a report.</summary>
internal static class RunCommand
{
    // Set by ./syncopate to 1 when it has built the tool a moment ago.
    private const string JustBuilt = "SYNCOPATE_JUST_BUILT";

    private const string Elsewhere =
        $"The samples of 'run' listen on this machine only. Leave out --join and {JoinLine.Variable}, and the agents are started here; or "
        + "have a site of your own loaded that all machines reach: "
        + "syncopate compare URL-A URL-B --agents N --join CONNECTION --allow-host NAME";

    private static readonly Uri Samples = new("http://127.0.0.1");

    public static Command Create(Terminal terminal)
    {
        RunOptions options = new();
        Command command = new("run", "Measure the bundled site in its sync, async and parallel forms, and write a report.");
        options.AddTo(command);
        command.SetAction(async (line, token) => options.Resume.IsMeant(line)
            ? await ResumeAsync(options, line, terminal, token)
            : await RunAsync(options.Read(line, terminal), null, terminal));
        return command;
    }

    private static async Task<int> ResumeAsync(
        RunOptions options, ParseResult line, Terminal terminal, CancellationToken cancellationToken)
    {
        options.Resume.Check(line);
        using ResumedFolder folder = await options.Resume.TakeAsync(line, cancellationToken);
        RunSettings settings = options.Read(options.Resume.Repeated(line, folder.Run), terminal);
        ResumeLine.Check(settings.Command, folder.Run);
        return await RunAsync(settings, folder.Run, terminal);
    }

    private static async Task<int> RunAsync(RunSettings settings, ResumableRun? resumed, Terminal terminal)
    {
        if (Environment.GetEnvironmentVariable(JustBuilt) == "1")
        {
            await Calm().AwaitAsync(
                () => terminal.Error.WriteLine("The machine is busy right after the build: waiting up to 5 s for it to become idle."));
        }

        Machine machine = MachineReader.Read();
        // The samples are on this machine only, and so are the agents that can send to them: pages that take processors and memory for
        // whoever asks are for no network.
        FleetPlan plan = new(null, [Samples], [], OnlyWholeLoads: true) { Elsewhere = Elsewhere };
        return await OpenFleet.UseAsync(
            settings.Fleet, plan, FleetLine.Host(terminal), fleet => RunAsync(
                new ReportedRun(settings.Command, Mode(settings), Ids(settings), settings.Result)
                {
                    Probes = settings.Probes,
                    Fleet = fleet,
                    Keep = settings.Keep,
                    Resumed = resumed,
                },
                settings,
                machine,
                terminal));
    }

    private static string Mode(RunSettings settings) => settings.Run.Mode.ToString().ToLowerInvariant();

    private static string[] Ids(RunSettings settings) => [.. settings.Run.Experiments.Select(e => e.Id)];

    private static async Task<int> RunAsync(ReportedRun job, RunSettings settings, Machine machine, Terminal terminal)
    {
        job.SayStart(machine, terminal);
        PrintChoices(settings, terminal);
        return await job.RunAsync(
            machine,
            terminal,
            clock => new RunProgressDisplay(terminal, Ids(settings), clock),
            settings.Run.MeasureAsync,
            (report, folder) => ResultPrinter.Print(report, folder, settings.Result.Json, terminal));
    }

    private static IdleMachineWait Calm() => new(MachineUse.Read, TimeProvider.System);

    private static void PrintChoices(RunSettings settings, Terminal terminal)
    {
        if (settings.Run.Experiments.Any(e => e.UsesDatabases))
            terminal.Error.WriteLine($"Databases: SQLite in a temporary folder, and {Postgres(settings.Run.Databases)}.");
        if (settings.Run.LeftOut.Count > 0)
        {
            terminal.Error.WriteLine($"Not part of this run unless named: {string.Join(", ", settings.Run.LeftOut.Select(e => e.Id))}. "
                + $"Run them by name: syncopate run {settings.Run.LeftOut[0].Id}");
        }
    }

    private static string Postgres(DatabaseChoice databases) => databases switch
    {
        { Connection: not null } => databases.ToString(),
        { IsAsked: true } => "a PostgreSQL that is started for this run",
        _ => "a PostgreSQL that is started for this run where its programs are here",
    };
}
