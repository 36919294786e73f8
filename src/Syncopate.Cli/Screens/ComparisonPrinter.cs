using System.Globalization;
using Spectre.Console;
using Syncopate.Reporting;

namespace Syncopate.Cli.Screens;

/// <summary>Prints a comparison on stdout: the figures of each target, the verdict of each metric, one closing
/// sentence, and what to do next.</summary>
internal static class ComparisonPrinter
{
    private static readonly Metric[] Shown = [Metric.Mean, Metric.P50, Metric.P90, Metric.P99, Metric.RequestsPerSecond, Metric.CpuPerRequest, Metric.BytesPerRequest, Metric.ThreadsUsed];

    // Of the noise floor, on the scale of ratios.
    private const double FarAbove = 3;

    public static void Print(ReportDocument report, string folder, bool json, Terminal terminal)
    {
        if (json)
        {
            Console.Out.Write(File.ReadAllText(Path.Combine(folder, "report.json")));
            return;
        }

        if (report.Experiments.Count == 0)
        {
            // The error says why.
            terminal.Error.WriteLine($"Nothing was measured. The journal, and what servers wrote that were started: {folder}");
            return;
        }

        terminal.Out.WriteLine();
        if (report.Partial)
            terminal.Out.MarkupLineInterpolated($"[yellow]Partial:[/] {string.Join(" ", report.Missing)}");
        foreach (ExperimentReport comparison in report.Experiments)
            Print(comparison, terminal);
        terminal.Out.WriteLine($"Report: {Path.Combine(folder, "report.html")}   (also report.md, report.json, *.hlog, run.jsonl)");
    }

    private static void Print(ExperimentReport comparison, Terminal terminal)
    {
        terminal.Out.Write(Figures(comparison, terminal));
        foreach (Doubt doubt in comparison.Doubts)
            terminal.Out.MarkupLineInterpolated($"[yellow]Doubt:[/] {doubt.What} {doubt.Try}");
        foreach (string caveat in comparison.Caveats)
            terminal.Out.MarkupLineInterpolated($"[yellow]Note:[/] {caveat}");
        if (comparison.Conditions is { Sentence.Length: > 0 } conditions)
            terminal.Out.WriteLine(conditions.Sentence);
        terminal.Out.WriteLine(comparison.LoadAdequacy.Sentence);
        terminal.Out.WriteLine(comparison.Noise.Sentence);
        terminal.Out.MarkupLineInterpolated($"[bold]{comparison.Sentence}{Noise(comparison)}[/] {comparison.Recommendation}{ResultPrinter.Next(comparison)}");
    }

    /// <summary>How far a difference stands out of the noise; nothing where there is none.</summary>
    private static string Noise(ExperimentReport comparison)
    {
        if (comparison is not { Winner: not null, Noise.FloorPercent: { } floor } || comparison.Comparisons[0].Ratio is not { } ratio)
            return "";
        bool isFar = Math.Abs(Math.Log(ratio)) > FarAbove * Math.Log(1 + floor / 100);
        return string.Create(CultureInfo.InvariantCulture, $" That is {(isFar ? "far " : "")}above the noise ({floor:0.#}%).");
    }

    private static Table Figures(ExperimentReport comparison, Terminal terminal)
    {
        Table table = new Table().Border(terminal.Out.Profile.Capabilities.Unicode ? TableBorder.Horizontal : TableBorder.Ascii);
        table.AddColumn("");
        foreach (FormReport form in comparison.Forms)
            table.AddColumn(new TableColumn(new Text(form.Label)).RightAligned());
        table.AddColumn("");
        foreach (Metric metric in Shown.Where(m => comparison.Forms.Any(f => Value(f, m) > 0)))
            table.AddRow([new Text(Name(metric, comparison.Load)), .. comparison.Forms.Select(f => new Text(Text(metric, Value(f, metric)))), new Text(Verdict(comparison, metric))]);
        if (comparison.Load is WholeProcesses)
            return table; // A run that fails ends the comparison.
        table.AddRow([new Text("failed"), .. comparison.Forms.Select(f => new Text(string.Create(CultureInfo.InvariantCulture, $"{f.Errors:#,0} of {f.Count + f.Errors:#,0}"))), new Text("")]);
        return table;
    }

    private static string Name(Metric metric, LoadShape load) => metric switch
    {
        Metric.CpuPerRequest when load is WholeProcesses => "CPU/run",
        Metric.RequestsPerSecond when load is WholeProcesses => "runs/s",
        Metric.Mean => "mean",
        Metric.P50 => "median",
        Metric.P90 => "p90",
        Metric.P99 => "p99",
        Metric.RequestsPerSecond => "requests/s",
        Metric.CpuPerRequest => "server CPU/request",
        Metric.ThreadsUsed => "pool threads used",
        _ => "allocated/request",
    };

    private static double? Value(FormReport form, Metric metric) => metric switch
    {
        Metric.Mean or Metric.P50 or Metric.P90 or Metric.P99 when form.Count == 0 => null,
        Metric.Mean => form.Mean,
        Metric.P50 => form.P50,
        Metric.P90 => form.P90,
        Metric.P99 => form.P99,
        Metric.RequestsPerSecond => form.RequestsPerSecond,
        Metric.CpuPerRequest => form.CpuPerRequest,
        Metric.ThreadsUsed => form.ThreadsUsed,
        _ => form.BytesPerRequest,
    };

    private static string Text(Metric metric, double? value) => (metric, value) switch
    {
        (_, null) => "-",
        (Metric.RequestsPerSecond, { } rate) => string.Create(CultureInfo.InvariantCulture, $"{rate:#,0.#}"),
        (Metric.ThreadsUsed, { } threads) => string.Create(CultureInfo.InvariantCulture, $"{threads:#,0}"),
        (Metric.BytesPerRequest, { } bytes) => string.Create(CultureInfo.InvariantCulture, $"{bytes / 1024:#,0.0} KB"),
        (_, { } milliseconds) => ResultPrinter.Milliseconds(milliseconds),
    };

    /// <summary>The verdict on the primary pair, as a ratio with its interval.</summary>
    private static string Verdict(ExperimentReport comparison, Metric metric)
    {
        (Form first, Form last) = (comparison.Forms[0].Form, comparison.Forms[^1].Form);
        Comparison? own = comparison.Comparisons.FirstOrDefault(c => c.Metric == metric && c.Baseline == first && c.Candidate == last);
        if (own is null)
            return comparison.Load is WholeProcesses ? "" : "too few requests a slot to judge";
        string word = own.Verdict switch
        {
            Syncopate.Verdict.Gain => $"{last} is better",
            Syncopate.Verdict.Loss => $"{first} is better",
            Syncopate.Verdict.NoDifference => "no difference",
            _ => "undecided",
        };
        return own is { Ratio: { } ratio, Low: { } low, High: { } high }
            ? string.Create(CultureInfo.InvariantCulture, $"{word}: {last}/{first} {ratio:0.000} ({low:0.000} to {high:0.000})")
            : word;
    }
}
