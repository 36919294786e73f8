using System.CommandLine;
using Syncopate.Cli.Agents;
using Syncopate.Cli.Runs;
using Syncopate.Cli.Screens;
using Syncopate.Cluster.Loads;
using Syncopate.Running.Comparing;
using Syncopate.Running.Machines;

namespace Syncopate.Cli.Comparisons;

/// <summary><c>syncopate compare</c>: two or three URLs under one load, in alternating rounds; a verdict and a report.</summary>
internal static class CompareCommand
{
    public static Command Create(Terminal terminal)
    {
        CompareOptions options = new();
        Command command = new(
            "compare",
            "Load two or three URLs, builds of an app, commands, or methods of an assembly in turn, and say which is faster, by how much, "
                + "and how sure that is.");
        options.AddTo(command);
        command.SetAction(async (line, token) => options.Twins.IsMeant(line)
            ? await options.Twins.RunAsync(line, options.Targets(line), terminal)
            : await RunAsync(await options.ReadAsync(line, terminal, token), terminal));
        return command;
    }

    private static Task<int> RunAsync(CompareSettings settings, Terminal terminal)
    {
        Machine machine = MachineReader.Read();
        return OpenFleet.UseAsync(
            settings.Fleet, settings.FleetPlan, FleetLine.Host(terminal), fleet => RunAsync(settings, machine, fleet, terminal));
    }

    private static async Task<int> RunAsync(
        CompareSettings settings, Machine machine, ClusterFleet? fleet, Terminal terminal)
    {
        ReportedRun job = new(settings.Command, "comparison", [UrlComparison.Id], settings.Result)
        {
            Probes = settings.Probes,
            Fleet = fleet,
            Keep = settings.Keep,
        };
        job.SayStart(machine, terminal);
        return await job.RunAsync(
            machine,
            terminal,
            _ => new ComparisonDisplay(terminal),
            settings.MeasureAsync,
            (report, folder) => ComparisonPrinter.Print(report, folder, settings.Result.Json, terminal));
    }
}
