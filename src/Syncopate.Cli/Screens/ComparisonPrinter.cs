using Spectre.Console;
using Syncopate.Experiments.Bundled;
using Syncopate.Reporting;
using Syncopate.Reporting.Runs;
using Syncopate.Reporting.Sentences;

namespace Syncopate.Cli.Screens;

/// <summary>Prints a comparison on stdout: the figures of each target, the verdict of each metric, one closing
/// sentence, and what to do next.</summary>
internal static class ComparisonPrinter
{
    public static void Print(ReportDocument report, string folder, bool json, Terminal terminal)
    {
        if (json)
        {
            Console.Out.Write(ReportJson.Write(report));
            return;
        }

        if (report.Experiments.Count == 0)
        {
            // The error says why.
            terminal.Error.WriteLine($"Nothing was measured. The journal and the output of the servers that were started: {folder}");
            return;
        }

        terminal.Out.WriteLine();
        if (report.Partial)
            terminal.Out.MarkupLineInterpolated($"[yellow]Partial:[/] {Terminal.Printable(string.Join(" ", report.Missing))}");
        foreach (ExperimentReport comparison in report.Experiments)
            Print(comparison, terminal);
        PrintAgents(report, terminal);
        Reports.PrintPlace(folder, "*.hlog, run.jsonl", terminal);
    }

    /// <summary>What each agent sent, and what is to be known of that; nothing for a load from one process.</summary>
    public static void PrintAgents(ReportDocument report, Terminal terminal)
    {
        foreach ((string head, string text) in AgentText.Lines(report.Agents, report.Together))
            terminal.Out.WriteLine(Terminal.Printable($"{head}: {text}"));
        foreach (Doubt doubt in report.Warnings.Where(
            warning => warning.Code is AgentText.Limit or AgentText.Stolen or BundledRun.NotDivided))
        {
            terminal.Out.MarkupLineInterpolated($"[yellow]Doubt:[/] {Terminal.Printable(doubt.What)} {Terminal.Printable(doubt.Try)}");
        }
    }

    private static void Print(ExperimentReport comparison, Terminal terminal)
    {
        ComparisonRows rows = new(comparison, comparison.Load is WholeProcesses ? "run" : "request");
        terminal.Out.Write(Figures(comparison, rows, terminal));
        foreach ((string head, string text) in rows.Remarks())
        {
            if (head.Length > 0)
                terminal.Out.MarkupLineInterpolated($"[yellow]{head}[/] {Terminal.Printable(text)}");
            else
                terminal.Out.WriteLine(Terminal.Printable(text));
        }

        string verdict = Terminal.Printable(comparison.Sentence + rows.Noise());
        string advice = Terminal.Printable(comparison.Recommendation + ResultPrinter.Next(comparison));
        terminal.Out.MarkupLineInterpolated($"[bold]{verdict}[/] {advice}");
    }

    private static Table Figures(ExperimentReport comparison, ComparisonRows rows, Terminal terminal)
    {
        Table table = new Table().Border(terminal.Out.Profile.Capabilities.Unicode ? TableBorder.Horizontal : TableBorder.Ascii);
        table.AddColumn("");
        foreach (FormReport form in comparison.Forms)
            table.AddColumn(new TableColumn(new Text(Terminal.Printable(form.Label))).RightAligned());
        table.AddColumn("");
        foreach ((string name, IReadOnlyList<string> figures, string verdict) in rows.All())
            table.AddRow([new Text(name), .. figures.Select(f => new Text(f)), new Text(verdict)]);
        return table;
    }
}
