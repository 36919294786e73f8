using System.CommandLine;
using Syncopate.Cli.Lines;
using Syncopate.Cli.Screens;
using Syncopate.Reporting;
using Syncopate.Reporting.Loads;
using Syncopate.Reporting.Runs;
using Syncopate.Texts;
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
        Option<bool> csv = new("--csv")
        {
            Description = "Write the figures as CSV too: forms.csv, and rounds.csv and comparisons.csv, or of a load intervals.csv and "
                + "percentiles.csv.",
        };
        const string Description = "Rebuild the report of a run from its run.jsonl, even after a crash.";
        Command command = new("report", Description) { folder, json, card, csv };
        command.SetAction(line =>
        {
            string path = line.GetValue(folder)!; // required, so never null
            if (path.Length == 0)
                throw new UsageException("DIR takes the folder of a run; found nothing. Example: syncopate report result");
            if (!File.Exists(Path.Combine(path, "run.jsonl")) && !WatchJournal.Is(path))
            {
                throw new UnusableException($"Cannot report on '{path}': it holds no run.jsonl and no {WatchJournal.Name}. "
                    + $"Give the folder of a run, such as one below {OutputFolder.Default}.");
            }

            return Make(path, line.GetValue(json), line.GetValue(card), line.GetValue(csv), terminal);
        });
        return command;
    }

    private static int Make(string path, bool json, bool card, bool csv, Terminal terminal)
    {
        if (card && (WatchJournal.Is(path) || LoadFolder.Is(path)))
        {
            throw new UsageException(
                $"--card draws the verdict of a run or a comparison; '{path}' holds neither. "
                    + $"Leave it out: syncopate report {ShellWord.Quoted(path)}");
        }

        if (csv && WatchJournal.Is(path))
        {
            throw new UsageException($"--csv writes the figures of a run, a comparison or a load; '{path}' holds what a watch saw. "
                + $"Its journal has a line for each moment: {Path.Combine(path, WatchJournal.Name)}");
        }

        if (WatchJournal.Is(path))
        {
            (WatchReport watch, string? unwritten) = WatchReports.Write(path);
            WatchReports.Print(watch, path, json, terminal);
            return Reports.Finish(ExitCode.Done, unwritten, hasOthers: true, terminal);
        }

        return LoadFolder.Is(path) ? MakeLoad(path, json, csv, terminal) : MakeRun(path, json, card, csv, terminal);
    }

    private static int MakeLoad(string path, bool json, bool csv, Terminal terminal)
    {
        (LoadReport report, string? fault) = LoadReports.Write(path);
        LoadReports.Print(report, path, json, terminal);
        bool hasTables = !csv || Reports.WriteTables(path, () => LoadFolder.WriteTables(path, report), terminal);
        return Reports.Finish(ExitCode.Done, fault, hasTables, terminal);
    }

    private static int MakeRun(string path, bool json, bool card, bool csv, Terminal terminal)
    {
        (ReportDocument report, string? fault) = Reports.Write(path);
        if (report.Experiments.Count > 0 && report.Experiments.All(e => e.Traits.IsUserDefined))
            ComparisonPrinter.Print(report, path, json, terminal);
        else
            ResultPrinter.Print(report, path, json, terminal);
        bool hasCard = !card || Reports.WriteCard(path, report, terminal);
        bool hasTables = !csv || Reports.WriteTables(path, () => ReportFolder.WriteTables(path, report), terminal);
        return Reports.Finish(ExitCode.Done, fault, hasCard && hasTables, terminal);
    }
}
