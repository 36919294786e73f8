using System.CommandLine;
using Syncopate.Cli.Lines;
using Syncopate.Cli.Screens;
using Syncopate.Reporting;
using Syncopate.Reporting.Loads;
using Syncopate.Watch.Reporting;

namespace Syncopate.Cli.Results;

/// <summary><c>syncopate report DIR</c>: makes every file of a report again from <c>run.jsonl</c>.</summary>
internal static class ReportCommand
{
    public static Command Create(Terminal terminal)
    {
        Argument<string> folder = new("DIR") { Description = "Folder of a run: the one that holds run.jsonl." };
        Option<bool> json = new("--json") { Description = "Print the report as one JSON document on stdout and nothing else there." };
        Option<bool> card = new("--card") { Description = ResultLine.CardDescription };
        Command command = new("report", "Make the report of a run again from its run.jsonl, also after a crash.") { folder, json, card };
        command.SetAction(line =>
        {
            string path = line.GetValue(folder)!; // required, so never null
            if (!File.Exists(Path.Combine(path, "run.jsonl")) && !WatchJournal.Is(path))
                throw new UnusableException($"Cannot report on '{path}': it holds no run.jsonl and no {WatchJournal.Name}. Give the folder of a run, such as one below {OutputFolder.Default}.");
            Make(path, line.GetValue(json), line.GetValue(card), terminal);
            return ExitCode.Done;
        });
        return command;
    }

    private static void Make(string path, bool json, bool card, Terminal terminal)
    {
        if (card && (WatchJournal.Is(path) || LoadFolder.Is(path)))
            throw new UsageException($"--card draws the verdict of a run or a comparison; '{path}' holds neither. Leave it out: syncopate report {path}");
        if (WatchJournal.Is(path))
        {
            WatchReports.Print(WatchReports.Write(path), path, json, terminal);
            return;
        }

        if (LoadFolder.Is(path))
        {
            LoadReports.Print(LoadReports.Write(path), path, json, terminal);
            return;
        }

        ReportDocument report = Reports.Write(path);
        if (card)
            Reports.WriteCard(path, report, terminal);
        if (report.Experiments.Count > 0 && report.Experiments.All(e => e.UseCase == UseCase.Undescribed))
            ComparisonPrinter.Print(report, path, json, terminal);
        else
            ResultPrinter.Print(report, path, json, terminal);
    }
}
