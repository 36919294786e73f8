using System.Text;
using Syncopate.Reporting.Runs;

namespace Syncopate.Reporting.Gates;

/// <summary>The gate's checks as GitHub-flavoured Markdown, for a job's summary.</summary>
internal static class GateMarkdown
{
    /// <summary>Heading, notes and a table of checks, the failed ones first. Everything from the result is escaped.</summary>
    /// <param name="report">The gate's report.</param>
    /// <param name="mostBytes">How many bytes of UTF-8 it may have; rows that do not fit are left out and counted. At
    /// least 1,000 for a sentence and a count.</param>
    public static string Write(GateReport report, int mostBytes)
    {
        ArgumentNullException.ThrowIfNull(report);
        ArgumentOutOfRangeException.ThrowIfLessThan(mostBytes, 1_000);
        StringBuilder text = new(
            $"## {(!report.Passed ? "❌" : report.Checks.Any(c => c.Outcome == GateOutcome.Ok) ? "✅" : "❔")} {Text(report.Sentence)}\n\n");
        List<string> lines =
        [
            .. report.Notes.Select(n => $"> {Text(n)}\n\n"),
            "| | check | found | |\n|---|---|---|---|\n",
            .. report.Checks.OrderBy(c => Order(c.Outcome)).Select(Row),
        ];
        int room = mostBytes - Encoding.UTF8.GetByteCount(text.ToString()) - 100;
        for (int i = 0; i < lines.Count; i++)
        {
            room -= Encoding.UTF8.GetByteCount(lines[i]);
            if (room < 0)
                return $"{text}\n{Wording.Plural(lines.Count - i, "line does", "lines do")} not fit here.\n";
            text.Append(lines[i]);
        }

        return text.Append('\n').ToString();
    }

    private static string Text(string text) => ReportMarkdown.Escape(GateText.Plain(text));

    private static int Order(GateOutcome outcome) => outcome switch
    {
        GateOutcome.Failed => 0,
        GateOutcome.Undecided => 1,
        GateOutcome.Ok => 2,
        _ => throw new ArgumentOutOfRangeException(nameof(outcome), outcome, "Not an outcome."),
    };

    private static string Row(GateCheck check) =>
        $"| {Mark(check)} | {Text(check.Name)} | {Text(check.Found)} | {Text(check.Detail)} |\n";

    private static string Mark(GateCheck check) => check.Outcome == GateOutcome.Failed ? $"**{check.Mark}**" : check.Mark;
}
