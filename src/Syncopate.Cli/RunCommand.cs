using System.CommandLine;
using Spectre.Console;
using Syncopate.Experiments;
using Syncopate.Measuring;

namespace Syncopate.Cli;

/// <summary><c>syncopate run</c>: measures the bundled sample site and leaves a report.</summary>
internal static class RunCommand
{
    public static Command Create(Terminal terminal)
    {
        var options = new RunOptions();
        var command = new Command("run", "Measure the bundled site in its sync, async and parallel forms, and write a report.");
        options.AddTo(command);
        command.SetAction(async (line, _) => await RunAsync(options.Read(line), terminal));
        return command;
    }

    private static async Task<int> RunAsync(RunSettings settings, Terminal terminal)
    {
        Machine machine = MachineReader.Read();
        string[] ids = [.. settings.Experiments.Select(e => e.Id)];
        var measurement = new Measurement(settings.Command, settings.Mode.ToString().ToLowerInvariant(), ids, settings.Result) { Probes = settings.Probes };
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
        using var servers = new SampleServers(Path.Combine(AppContext.BaseDirectory, "samples"), settings.Port);
        await new BundledRun(run, servers, settings.Mode).RunAsync(settings.Experiments, settings.Databases, cancellationToken);
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
