using Syncopate.Reporting;
using Syncopate.Reporting.Runs;
using Syncopate.Reporting.Sentences;
using Syncopate.Running;
using Syncopate.Running.Showing;

namespace Syncopate.Lines;

/// <summary>What a program that compares forms prints: how it goes on stderr, the result on stdout, both as the tool does.</summary>
/// <param name="json">True to print the report as one document.</param>
/// <param name="piece">"call" or "request".</param>
internal sealed class FormsOutput(bool json, string piece) : IProgress<RunProgress>
{
    private RoundStanding? _standing;

    /// <summary>A line on stderr.</summary>
    public static void Say(string line) => ClosableWriter.Error.WriteLine(line);

    /// <summary>One line per round on stderr, and one for each step before the first.</summary>
    public void Report(RunProgress value)
    {
        ArgumentNullException.ThrowIfNull(value);
        _standing = value.Finished ? null : value.Standing ?? _standing;
        if (value.Standing is { } standing)
            Say(StandingLine.Of(value, standing, ComparisonRows.Milliseconds));
        else if (_standing is null && !value.Finished && !value.Stage.StartsWith("round", StringComparison.Ordinal))
            Say(StandingLine.Of(value, null, ComparisonRows.Milliseconds));
    }

    /// <summary>The result.</summary>
    public void Print(ReportDocument report, string folder)
    {
        if (json)
        {
            ClosableWriter.Out.Write(ReportJson.Write(report));
            return;
        }

        if (report.Experiments.Count == 0)
        {
            Say($"Nothing was measured. The journal, and what the processes wrote: {folder}");
            return;
        }

        if (report.Partial)
            ClosableWriter.Out.WriteLine($"Partial: {string.Join(" ", report.Missing)}");
        foreach (ExperimentReport comparison in report.Experiments)
            Print(comparison);
        if (report.Experiments.Count > 1)
            PrintTable(report.Experiments);
        string page = Path.Combine(folder, "report.html");
        if (File.Exists(page))
            ClosableWriter.Out.WriteLine($"Report: {page}   (also report.md, report.json, *.hlog, run.jsonl)");
    }

    private void Print(ExperimentReport comparison)
    {
        ComparisonRows rows = new(comparison, piece);
        ClosableWriter.Out.WriteLine();
        ClosableWriter.Out.WriteLine(comparison.Title);
        WriteColumns(
            [["", .. comparison.Forms.Select(f => f.Label), ""], .. rows.All().Select(r => (string[])[r.Name, .. r.Figures, r.Verdict])]);
        foreach ((string head, string text) in rows.Remarks())
            ClosableWriter.Out.WriteLine(head.Length == 0 ? text : $"{head} {text}");
        ClosableWriter.Out.WriteLine($"{comparison.Sentence}{rows.Noise()} {comparison.Recommendation}");
    }

    /// <summary>A row for each value that the forms were called with.</summary>
    private static void PrintTable(IReadOnlyList<ExperimentReport> rows)
    {
        ClosableWriter.Out.WriteLine();
        WriteColumns(
        [
            ["", .. rows[0].Forms.Select(f => f.Label), "verdict"],
            .. rows.Select(r => (string[])[r.Title, .. r.Forms.Select(Mean), r.Outcome]),
        ]);
    }

    private static string Mean(FormReport form) => form.Count > 0 ? ComparisonRows.Milliseconds(form.Mean) : "-";

    /// <summary>The first column to the left, as the last; figures between them to the right.</summary>
    private static void WriteColumns(IReadOnlyList<string[]> rows)
    {
        int[] widths = [.. Enumerable.Range(0, rows[0].Length).Select(c => rows.Max(r => r[c].Length))];
        foreach (string[] row in rows)
        {
            IEnumerable<string> cells = row.Select((text, c) => c == 0 || c == row.Length - 1 ? text.PadRight(widths[c])
                : text.PadLeft(widths[c]));
            ClosableWriter.Out.WriteLine(string.Join("   ", cells).TrimEnd());
        }

        ClosableWriter.Out.WriteLine();
    }
}
