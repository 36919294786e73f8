using System.CommandLine;
using Spectre.Console;
using Syncopate.Capacity;

namespace Syncopate.Cli;

/// <summary><c>syncopate plan</c>: what a load needs, by arithmetic and simulation; nothing is measured.</summary>
internal static class PlanCommand
{
    public static Command Create(Terminal terminal)
    {
        var options = new PlanOptions();
        var command = new Command("plan", "How many requests, threads and machines a load needs in each form, and when the thread pool starves.");
        foreach (Option option in options.All)
            command.Options.Add(option);
        command.SetAction((line, _) => Task.FromResult(Run(options.Read(line), options.Json(line), terminal)));
        return command;
    }

    private static int Run(PlanQuestion question, bool json, Terminal terminal)
    {
        using var interruption = new Interruption(terminal);
        try
        {
            Plan plan = Planner.Make(question, progress: null, interruption.Token);
            if (json)
                terminal.Out.WriteLine(PlanJson.Write(plan));
            else
                PlanPrinter.Print(plan, terminal);
            return ExitCode.Done;
        }
        catch (ArgumentException e)
        {
            throw new UsageException(e.Message);
        }
        catch (OperationCanceledException) when (interruption.Token.IsCancellationRequested)
        {
            return interruption.InterruptedExitCode;
        }
    }
}
