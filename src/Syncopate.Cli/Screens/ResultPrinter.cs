using System.Globalization;
using Spectre.Console;
using Syncopate.Reporting;
using Syncopate.Reporting.Runs;
using Syncopate.Reporting.Sentences;

namespace Syncopate.Cli.Screens;

/// <summary>Prints a report on stdout: a table of all forms, a sentence for each experiment, and where the files are.</summary>
internal static class ResultPrinter
{
    public static void Print(ReportDocument report, string folder, bool json, Terminal terminal)
    {
        if (json)
        {
            Console.Out.Write(ReportJson.Write(report));
            return;
        }

        terminal.Out.WriteLine();
        if (report.Partial)
            terminal.Out.MarkupLineInterpolated($"[yellow]Partial:[/] {Terminal.Printable(string.Join(" ", report.Missing))}");
        terminal.Out.Write(Figures(report, terminal));
        foreach (ExperimentReport experiment in report.Experiments.Where(e => e.Group is null))
            PrintTitled("", experiment.Title, experiment.Sentence + Next(experiment), terminal);
        foreach (GroupReport group in report.Groups)
            Print(group, report, terminal);
        if (report.NotAsked is { } notAsked)
            terminal.Out.WriteLine(Terminal.Printable(notAsked.Sentence));
        ComparisonPrinter.PrintAgents(report, terminal);
        terminal.Out.WriteLine();
        terminal.Out.WriteLine(Terminal.Printable(report.Noise.Sentence));
        terminal.Out.MarkupLineInterpolated($"[bold]{Terminal.Printable(report.Headline)}[/]");
        PrintChange(report, terminal);
        Reports.PrintPlace(folder, "*.hlog, run.jsonl", terminal);
        terminal.Out.WriteLine("Compare your own: syncopate compare URL URL");
    }

    /// <summary>What goes on where a verdict is open; nothing where none is, or where nobody knows.</summary>
    public static string Next(ExperimentReport experiment) =>
        experiment.Open is { Command.Length: > 0 } open ? $" Next: {open.Command}" : "";

    private static void Print(GroupReport group, ReportDocument report, Terminal terminal)
    {
        // One command runs the whole table.
        string next = report.Experiments.Where(e => e.Group?.Id == group.Id).Select(Next).FirstOrDefault(n => n.Length > 0, "");
        PrintTitled("", group.Title, group.Sentence + next, terminal);
        foreach (GroupReason reason in group.Why)
            PrintTitled("  ", reason.Title, reason.Text, terminal);
    }

    // A journal may come from anywhere, and a terminal obeys what it is sent.
    private static void PrintTitled(string indent, string title, string text, Terminal terminal) =>
        terminal.Out.MarkupLineInterpolated($"{indent}[bold]{Terminal.Printable(title)}.[/] {Terminal.Printable(text)}");

    /// <summary>The change that the clearest result speaks for; signs as well as colours, as colours may be off.</summary>
    private static void PrintChange(ReportDocument report, Terminal terminal)
    {
        if (ReportClosing.Best(report) is not { } best || ReportClosing.Change(best) is not { Length: > 0 } change)
            return;
        terminal.Out.WriteLine(best.Winner is null ? $"The change that it points to ({Terminal.Printable(best.Title)}):"
            : $"The change ({Terminal.Printable(best.Title)}):");
        foreach (string line in change.TrimEnd().Split('\n'))
        {
            terminal.Out.Write(new Text(
                $"  {Terminal.Printable(line)}\n", Style.Parse(line.StartsWith('-') ? "red" : line.StartsWith('+') ? "green" : "default")));
        }
    }

    private static Table Figures(ReportDocument report, Terminal terminal)
    {
        Form[] forms = [.. new[] { Form.Sync, Form.Async, Form.Parallel }.Where(
            form => report.Experiments.Any(e => e.Forms.Any(f => f.Form == form)))];
        Table table = new Table().Border(terminal.Out.Profile.Capabilities.Unicode ? TableBorder.Horizontal : TableBorder.Ascii);
        table.AddColumn(new TableColumn("mean latency").NoWrap());
        foreach (Form form in forms)
            table.AddColumn(new TableColumn(form.InLowerCase()).RightAligned().NoWrap());
        table.AddColumn("verdict");
        table.AddColumn($"most threads, {string.Join(" / ", forms.Select(f => f.InLowerCase()))}");
        foreach (ExperimentReport experiment in report.Experiments)
        {
            FormReport?[] figures = [.. forms.Select(form => experiment.Forms.FirstOrDefault(f => f.Form == form))];
            double least = figures.Where(f => f is { Count: > 0 }).Select(f => f?.Mean ?? 0).DefaultIfEmpty(1).Min();
            table.AddRow(
                [
                    new Text(Subject(experiment)),
                    .. figures.Select(f => new Text(f is { Count: > 0 } ? ComparisonRows.Milliseconds(f.Mean, least) : "-")),
                    new Text(Terminal.Printable(experiment.Outcome)),
                    new Text(string.Join(" / ", figures.Select(f => f?.Threads?.ToString(CultureInfo.InvariantCulture) ?? "-"))),
                ]);
        }

        return table;
    }

    /// <summary>The id, and of how many calls its times are where they are not of one.</summary>
    private static string Subject(ExperimentReport experiment) => experiment.Load is CallsInProcess { LoopLength: > 1 and var calls }
        ? string.Create(CultureInfo.InvariantCulture, $"{experiment.Id}, {calls:#,0} calls")
        : experiment.Id;

    /// <summary>Such as "0.58 ms" or "2,467 ms"; "1.54 µs" where two digits of a millisecond would say nothing.</summary>
    public static string Milliseconds(double value) => ComparisonRows.Milliseconds(value);
}
