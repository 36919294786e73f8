using System.CommandLine;
using Spectre.Console;
using Syncopate.Cli.Screens;
using Syncopate.Experiments;
using Syncopate.Experiments.Bundled;
using Syncopate.Running.Machines;
using Syncopate.Running.Servers;

namespace Syncopate.Cli.Runs;

/// <summary><c>syncopate run</c>: measures the bundled sample site and leaves a report.</summary>
internal static class RunCommand
{
    // A quarter of all processors' time: half of a laptop with two cores and one busy program, next to nothing on a server.
    private const double BusyShare = 0.25;

    // Set by ./syncopate to 1 when it has built the tool a moment ago.
    private const string JustBuilt = "SYNCOPATE_JUST_BUILT";

    private static readonly TimeSpan Glance = TimeSpan.FromSeconds(0.3);

    public static Command Create(Terminal terminal)
    {
        RunOptions options = new();
        Command command = new("run", "Measure the bundled site in its sync, async and parallel forms, and write a report.");
        options.AddTo(command);
        command.SetAction(async (line, _) => await RunAsync(options.Read(line), terminal));
        return command;
    }

    private static async Task<int> RunAsync(RunSettings settings, Terminal terminal)
    {
        if (Environment.GetEnvironmentVariable(JustBuilt) == "1")
            await new CalmDown(MachineUse.Read, TimeProvider.System).AwaitAsync(() => terminal.Error.WriteLine("The machine is busy right after the build: waiting at most 5 s for it to calm down."));
        Machine machine = MachineReader.Read();
        string[] ids = [.. settings.Experiments.Select(e => e.Id)];
        Measurement measurement = new(settings.Command, settings.Mode.ToString().ToLowerInvariant(), ids, settings.Result) { Probes = settings.Probes };
        PrintStart(settings, measurement.Describe(machine), machine, terminal);
        return await measurement.RunAsync(
            machine,
            terminal,
            clock => new RunProgressDisplay(terminal, ids, clock),
            (run, token) => MeasureAsync(settings, run, token),
            (report, folder) => ResultPrinter.Print(report, folder, settings.Result.Json, terminal));
    }

    private static async Task MeasureAsync(RunSettings settings, RunContext run, CancellationToken cancellationToken)
    {
        using SampleServers servers = new(Path.Combine(AppContext.BaseDirectory, "samples"), settings.Port);
        bool isBusy = await IsBusyAsync(cancellationToken);
        IReadOnlyList<BundledExperiment> asked = isBusy && settings is { Mode: RunMode.Quick, LeftOut.Count: > 0 } ? [.. settings.Experiments.Where(e => !e.WantsCalm)] : settings.Experiments;
        foreach (BundledExperiment left in settings.Experiments.Except(asked))
            run.Journal.Append(NotAsked(left));
        await new BundledRun(run, servers, settings.Mode, BundledRun.Limit(settings.Mode, isBusy)).RunAsync(asked, settings.Databases, cancellationToken);
    }

    private static Doubt NotAsked(BundledExperiment experiment) => new(
        "not-asked",
        experiment.Id,
        $"'{experiment.Id}' was not asked: other programs take a good part of the processors, and a few percent cannot be told from that in a minute.",
        "A question that cannot be decided would take its time from those that can.",
        $"When the machine is calm: syncopate run {experiment.Id}");

    /// <summary>Whether other programs, or other virtual machines, take a good part of the processors; false where the
    /// system does not tell.</summary>
    private static async Task<bool> IsBusyAsync(CancellationToken cancellationToken)
    {
        if (MachineUse.Read() is not { } before)
            return false;
        await Task.Delay(Glance, TimeProvider.System, cancellationToken);
        if (MachineUse.Read() is not { } after)
            return false;
        (double busy, double stolen) = MachineUse.Between(before, after);
        return busy + stolen >= BusyShare;
    }

    private static void PrintStart(RunSettings settings, string start, Machine machine, Terminal terminal)
    {
        terminal.Error.WriteLine(start);
        if (settings.Experiments.Any(e => e.UsesDatabases))
            terminal.Error.WriteLine($"Databases: SQLite in a temporary folder, and {Postgres(settings.Databases)}.");
        if (settings.LeftOut.Count > 0)
            terminal.Error.WriteLine($"Not in a run of this size without names: {string.Join(", ", settings.LeftOut.Select(e => e.Id))}. Run them by name: syncopate run {settings.LeftOut[0].Id}");
        if (machine.LoadAverage > machine.Cores)
            terminal.Error.WriteLine("Warning: the machine is busy. Intervals will be wide, and small differences undecided.");
    }

    private static string Postgres(DatabaseChoice databases) => databases switch
    {
        { Connection: not null } => databases.ToString(),
        { IsAsked: true } => "a PostgreSQL that is started for this run",
        _ => "a PostgreSQL that is started for this run where its programs are here",
    };
}
