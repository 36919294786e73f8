using System.CommandLine;
using Syncopate.Cli.Agents;
using Syncopate.Cli.Runs;
using Syncopate.Cli.Screens;
using Syncopate.Cluster.Loads;
using Syncopate.Running;
using Syncopate.Running.Comparing;
using Syncopate.Running.Machines;
using Syncopate.Running.Showing;

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
        command.SetAction(async (line, token) => options.Resume.IsMeant(line)
            ? await ResumeAsync(options, line, terminal, token)
            : options.Twins.IsMeant(line)
                ? await options.Twins.RunAsync(line, options.Targets(line), terminal)
                : await RunAsync(await options.ReadAsync(line, terminal, token), null, terminal));
        return command;
    }

    private static async Task<int> ResumeAsync(
        CompareOptions options, ParseResult line, Terminal terminal, CancellationToken cancellationToken)
    {
        options.Resume.Check(line);
        using ResumedFolder folder = await options.Resume.TakeAsync(line, cancellationToken);
        ParseResult begun = options.Resume.Repeated(line, folder.Run);
        CompareSettings settings = await options.ReadAsync(begun, terminal, cancellationToken);
        ResumeLine.Check(settings.Command, folder.Run);
        return await RunAsync(settings, folder.Run, terminal);
    }

    private static Task<int> RunAsync(CompareSettings settings, ResumableRun? resumed, Terminal terminal)
    {
        Machine machine = MachineReader.Read();
        return OpenFleet.UseAsync(
            settings.Fleet,
            settings.FleetPlan,
            FleetLine.Host(terminal),
            fleet => RunAsync(
                new ReportedRun(settings.Command, "comparison", [UrlComparison.Id], settings.Result)
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

    private static async Task<int> RunAsync(
        ReportedRun job, CompareSettings settings, Machine machine, Terminal terminal)
    {
        job.SayStart(machine, terminal);
        return await job.RunAsync(
            machine,
            terminal,
            _ => new ComparisonDisplay(terminal),
            settings.MeasureAsync,
            (report, folder) => ComparisonPrinter.Print(report, folder, settings.Result.Json, terminal));
    }
}
