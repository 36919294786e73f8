using System.CommandLine;
using Spectre.Console;
using Syncopate.Cli.Lines;
using Syncopate.Cli.Runs;
using Syncopate.Cli.Screens;
using Syncopate.Experiments;
using Syncopate.Planning;
using Syncopate.Reporting;
using Syncopate.Reporting.Plans;
using Syncopate.Running;
using Syncopate.Running.Machines;
using Syncopate.Running.Rounds;
using Syncopate.Texts;

namespace Syncopate.Cli.Plans;

/// <summary><c>syncopate plan</c>: what a load needs, by arithmetic and simulation; measured only with <c>--validate</c>.</summary>
internal static class PlanCommand
{
    public static Command Create(Terminal terminal)
    {
        PlanOptions options = new();
        Command command = new(
            "plan", "Estimate throughput, latency, threads and machines of each form under a load, and when the thread pool starves.");
        options.AddTo(command);
        command.SetAction(async (line, token) => await RunAsync(await options.ReadAsync(line, token), terminal));
        return command;
    }

    private static async Task<int> RunAsync(PlanSettings settings, Terminal terminal)
    {
        using Interruption interruption = new(terminal.Say);
        return await interruption.RunAsync(() => AnswerAsync(settings, terminal, interruption.Token));
    }

    private static async Task<int> AnswerAsync(PlanSettings settings, Terminal terminal, CancellationToken cancellationToken)
    {
        try
        {
            if (settings.Validates)
                return await ValidateAsync(settings, terminal);
            OutputFile.Check("--html", settings.Page);
            (Plan plan, PlanAnswers answers) = Make(settings, terminal, cancellationToken);
            if (settings.Result.Json)
                terminal.Out.WriteLine(PlanJson.Write(plan, answers));
            else
                Print(plan, answers, terminal);
            if (settings.Page is { } page)
                WritePage(page, PlanPage.Write(plan, answers, new ReportTool("syncopate", ToolVersion.Text), settings.Command));
            return ExitCode.Done;
        }
        catch (ArgumentException e)
        {
            throw new UsageException(ArgumentSentence.Of(e));
        }
    }

    private static void Print(Plan plan, PlanAnswers answers, Terminal terminal)
    {
        PlanPrinter.Print(plan, terminal);
        foreach (string sentence in PlanAnswerText.Sentences(answers))
            terminal.Out.WriteLine(sentence);
        if (answers.Slow is { } slow)
            SlowPrinter.Print(plan, slow, terminal);
    }

    private static (Plan Plan, PlanAnswers Answers) Make(
        PlanSettings settings, Terminal terminal, CancellationToken cancellationToken)
    {
        RequestedPlan asked = new(settings.Question, settings.Prices)
        {
            Levels = settings.Levels,
            Slow = settings.Slow,
        };
        using PlanProgress progress = new(terminal, TimeProvider.System);
        return asked.Make(progress, cancellationToken);
    }

    private static void WritePage(string file, string page)
    {
        try
        {
            File.WriteAllText(file, page);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new UnusableException(OutputFile.Refusal("--html", file, e));
        }
    }

    private static async Task<int> ValidateAsync(PlanSettings settings, Terminal terminal)
    {
        Machine machine = MachineReader.Read();
        using SampleServers servers = new(Path.Combine(AppContext.BaseDirectory, "samples"), firstPort: 0);
        PlanValidation validation = new(settings.Question, servers);
        ReportedRun job = new(settings.Command, "validation", validation.Ids, settings.Result);
        job.SayStart(machine, terminal);
        return await job.RunAsync(
            machine,
            terminal,
            clock => new RunProgressDisplay(terminal, validation.Ids, clock),
            validation.RunAsync,
            (report, folder) => PlanPrinter.Print(validation.Compare(report), folder, terminal));
    }
}
