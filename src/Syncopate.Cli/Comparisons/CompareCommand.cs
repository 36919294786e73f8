using System.CommandLine;
using Spectre.Console;
using Syncopate.Cli.Runs;
using Syncopate.Cli.Screens;
using Syncopate.Running.Comparing;
using Syncopate.Running.Machines;

namespace Syncopate.Cli.Comparisons;

/// <summary><c>syncopate compare</c>: two or three URLs under one load, in alternating rounds; a verdict and a report.</summary>
internal static class CompareCommand
{
    public static Command Create(Terminal terminal)
    {
        CompareOptions options = new();
        Command command = new("compare", "Load two or three URLs, builds of an app, or commands in turn, and say which is faster, by how much, and how sure that is.");
        options.AddTo(command);
        command.SetAction(async (line, token) => await RunAsync(await options.ReadAsync(line, token), terminal));
        return command;
    }

    private static async Task<int> RunAsync(CompareSettings settings, Terminal terminal)
    {
        Machine machine = MachineReader.Read();
        Measurement measurement = new(settings.Command, "comparison", [UrlComparison.Id], settings.Result) { Probes = settings.Probes };
        terminal.Error.WriteLine(measurement.Describe(machine));
        if (machine.LoadAverage > machine.Cores)
            terminal.Error.WriteLine("Warning: the machine is busy. Intervals will be wide, and small differences undecided.");
        return await measurement.RunAsync(
            machine,
            terminal,
            _ => new ComparisonDisplay(terminal),
            settings.MeasureAsync,
            (report, folder) => ComparisonPrinter.Print(report, folder, settings.Result.Json, terminal));
    }
}
