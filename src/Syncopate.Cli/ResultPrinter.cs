using System.Globalization;
using Spectre.Console;
using Syncopate.Reporting;

namespace Syncopate.Cli;

/// <summary>Prints a report on stdout: a table of all forms, a sentence for each experiment, and where the files are.</summary>
internal static class ResultPrinter
{
    public static void Print(ReportDocument report, string folder, bool json, Terminal terminal)
    {
        if (json)
        {
            Console.Out.Write(File.ReadAllText(Path.Combine(folder, "report.json")));
            return;
        }

        terminal.Out.WriteLine();
        if (report.Partial)
            terminal.Out.MarkupLineInterpolated($"[yellow]Partial:[/] {string.Join(" ", report.Missing)}");
        terminal.Out.Write(Figures(report, terminal));
        foreach (ExperimentReport experiment in report.Experiments.Where(e => e.Group is null))
            terminal.Out.MarkupLineInterpolated($"[bold]{experiment.Title}.[/] {experiment.Sentence}");
        foreach (GroupReport group in report.Groups)
            Print(group, terminal);
        terminal.Out.WriteLine();
        terminal.Out.WriteLine(report.Noise.Sentence);
        terminal.Out.MarkupLineInterpolated($"[bold]{report.Headline}[/]");
        terminal.Out.WriteLine($"Report: {Path.Combine(folder, "report.html")}   (also report.md, report.json, *.hlog, run.jsonl)");
    }

    private static void Print(GroupReport group, Terminal terminal)
    {
        terminal.Out.MarkupLineInterpolated($"[bold]{group.Title}.[/] {group.Sentence}");
        foreach (GroupReason reason in group.Why)
            terminal.Out.MarkupLineInterpolated($"  [bold]{reason.Title}.[/] {reason.Text}");
    }

    private static Table Figures(ReportDocument report, Terminal terminal)
    {
        Table table = new Table().Border(terminal.Out.Profile.Capabilities.Unicode ? TableBorder.Horizontal : TableBorder.Ascii);
        table.AddColumn("");
        foreach (string heading in new[] { "sync", "async", "parallel" })
            table.AddColumn(new TableColumn(heading).RightAligned());
        table.AddColumn("verdict");
        table.AddColumn("threads");
        foreach (ExperimentReport experiment in report.Experiments)
        {
            table.AddRow(
                new Text(experiment.Id),
                Mean(experiment, Form.Sync),
                Mean(experiment, Form.Async),
                Mean(experiment, Form.Parallel),
                new Text(Verdict(experiment)),
                new Text(string.Join(" / ", experiment.Forms.Select(f => f.Threads?.ToString(CultureInfo.InvariantCulture) ?? "-"))));
        }

        return table;
    }

    private static Text Mean(ExperimentReport experiment, Form form) =>
        new(experiment.Forms.FirstOrDefault(f => f.Form == form) is { Count: > 0 } figures ? Milliseconds(figures.Mean) : "-");

    /// <summary>Such as "0.58 ms" or "2,467 ms"; "1.54 µs" where two digits of a millisecond would say nothing.</summary>
    public static string Milliseconds(double value) => value < 0.1
        ? string.Create(CultureInfo.InvariantCulture, $"{1000 * value:0.00} µs")
        : value < 10
        ? string.Create(CultureInfo.InvariantCulture, $"{value:0.00} ms")
        : string.Create(CultureInfo.InvariantCulture, $"{value:#,0} ms");

    private static string Verdict(ExperimentReport experiment) => (experiment.Verdict, experiment.Winner) switch
    {
        (Syncopate.Verdict.NoDifference, _) => "no difference",
        (Syncopate.Verdict.Undecided, _) => "undecided",
        (_, { } winner) => $"{winner.ToString().ToLowerInvariant()} wins",
        _ => "undecided",
    };
}
