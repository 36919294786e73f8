using System.CommandLine;
using Spectre.Console;
using Syncopate.Cli.Agents;
using Syncopate.Cli.Comparisons;
using Syncopate.Cli.Lines;
using Syncopate.Cli.Loads;
using Syncopate.Cli.Plans;
using Syncopate.Cli.Results;
using Syncopate.Cli.Runs;
using Syncopate.Cli.Scans;
using Syncopate.Cli.Screens;
using Syncopate.Cli.Serving;
using Syncopate.Cli.Shells;
using Syncopate.Cli.Watches;
using Syncopate.Cluster;
using Syncopate.Journaling;
using Syncopate.Running;

namespace Syncopate.Cli;

/// <summary>The tool's commands, and what every one of them does with a wrong line, a fault and an interruption.</summary>
internal static class CommandLine
{
    private const string Debug = "--debug";

    private static string ExitCodes => "Exit codes: "
        + string.Join(", ", ExitCode.Meanings.Select(code => FormattableString.Invariant($"{code.Code} {code.Meaning}"))) + ".";

    /// <summary>The commands, as the parser, the completion of shells and the manual know them.</summary>
    public static RootCommand Create(Terminal terminal)
    {
        RootCommand root = new("Should this code be async? Measure it, side by side. " + ExitCodes)
        {
            RunCommand.Create(terminal),
            CompareCommand.Create(terminal),
            LoadCommand.Create(terminal),
            AgentCommand.Create(terminal),
            AgentsCommand.Create(terminal),
            WatchCommand.Create(terminal),
            ScanCommand.Create(terminal),
            ListCommand.Create(terminal),
            ReportCommand.Create(terminal),
            GateCommand.Create(terminal),
            HistoryCommand.Create(terminal),
            PlanCommand.Create(terminal),
            ServeCommand.Create(terminal),
            RaceCommand.Create(terminal),
            CompletionCommand.Create(),
            ManualCommand.Create(),
            NewDebug(),
        };
        root.SetAction(_ => Welcome(terminal));
        return root;
    }

    private static Option<bool> NewDebug() =>
        new(Debug) { Description = "Print the stack trace of an internal fault.", Recursive = true };

    /// <summary>What a line may name. One that begins a race is written by a page, which waits for the first request to draw: it names no
    /// other command, and none is made for it.</summary>
    private static RootCommand CreateFor(string[] args, Terminal terminal) => args is ["race", ..]
        ? new RootCommand { RaceCommand.Create(terminal), NewDebug() }
        : Create(terminal);

    /// <summary>Parses, runs and answers with the exit code.</summary>
    public static async Task<int> RunAsync(string[] args, Terminal terminal)
    {
        RootCommand root = CreateFor(args, terminal);

        // A value that starts with "@" is a file of ours, not a file of further options.
        ParseResult line = root.Parse(args, new ParserConfiguration { ResponseFileTokenReplacer = null });
        if (line.Errors.Count > 0)
            return Reject(line, terminal);
        try
        {
            // Signals are handled by Interruption: the library's own handler kills the process after two seconds and
            // would lose the end of a run.
            return await line.InvokeAsync(new InvocationConfiguration
            {
                EnableDefaultExceptionHandler = false,
                ProcessTerminationTimeout = null,
            });
        }
        catch (Exception e) when (e is UsageException or TargetNotAllowedException)
        {
            terminal.PrintError(e.Message);
            return ExitCode.WrongUsage;
        }
        catch (Exception e) when (e is UnusableException or TargetFailedException or JournalException or ClusterException)
        {
            terminal.PrintError(e.Message);
            return ExitCode.TargetUnusable;
        }
        catch (OutOfMemoryException)
        {
            terminal.PrintError("The tool ran out of memory. What was measured is safe in run.jsonl of the run's folder. "
                + "Use fewer users or a shorter run, or allow it more memory; then make the report: syncopate report DIR");
            return ExitCode.TargetUnusable;
        }
        // The outermost frame: whatever arrives here is a fault of ours, and the user gets a sentence instead of a trace.
#pragma warning disable CA1031
        catch (Exception e)
#pragma warning restore CA1031
        {
            terminal.PrintError($"Syncopate failed: {e.Message} Please report this with the output of the same command and --debug.");
            if (line.GetValue<bool>(Debug))
                terminal.Error.WriteLine(e.ToString());
            return ExitCode.InternalFault;
        }
    }

    private static int Welcome(Terminal terminal)
    {
        terminal.Out.WriteLine("""
            Should this code be async? Measure it, side by side.

              syncopate run               measure the bundled site, write a report   (about 5 min; --quick 40 s)
              syncopate compare A B       load two URLs of yours in turn and name the winner
              syncopate load URL          load one URL: rate, latencies, errors
              syncopate agent             let this machine send load for others: load URL --agents 3
              syncopate watch [PROCESS]   threads, queue and blocked calls of a running .NET process
              syncopate scan [SOLUTION]   where source code blocks, from the request down to the call
              syncopate plan              what async would gain at a load, computed from CPU and wait of a request
              syncopate serve             the browser UI on this machine
              syncopate list              the experiments and what was published
              syncopate report DIR        make the report of a run again
              syncopate gate RESULT       fail a build when a limit is crossed or a result got worse
              syncopate history DIR       results over time, and where they changed

            New here? Start with: syncopate run --quick
            """);
        return ExitCode.Done;
    }

    private static int Reject(ParseResult line, Terminal terminal)
    {
        foreach (string wrong in WrongLine.Words(line))
            terminal.PrintError(wrong);
        string command = line.CommandResult.Command is RootCommand ? "" : line.CommandResult.Command.Name + " ";
        terminal.Error.WriteLine($"Try: syncopate {command}--help");
        return ExitCode.WrongUsage;
    }
}
