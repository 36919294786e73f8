using System.Globalization;
using System.Text;
using Syncopate.Reporting;
using Syncopate.Reporting.Runs;
using Syncopate.Scan.Reporting;

namespace Syncopate.Scan.Pages;

/// <summary>A scan as Markdown, for a ticket or a pull request.</summary>
internal static class ScanMarkdown
{
    private const int MostFindings = 50;

    /// <summary>The scan; lines end with a line feed, the last one too.</summary>
    public static string Write(ScanResult result)
    {
        Finding[] counted = [.. result.Counted()];
        StringBuilder text = new();
        text.Append(CultureInfo.InvariantCulture,
            $"**{ReportMarkdown.Escape(ScanHeadline.Of(result, counted))}** "
                + $"{ReportMarkdown.Escape(string.Join(' ', ScanHeadline.Rest(result, counted)))}\n");
        if (counted.Length > 0)
            text.Append("\n| place | rule | finding |\n|---|---|---|\n");
        foreach (Finding finding in counted.Take(MostFindings))
            text.Append(CultureInfo.InvariantCulture,
                $"| {Cell(finding.Place.ToString())} | {Cell(finding.Rule)} | "
                    + $"{Cell(finding.Message + (finding.NotSeen ? " [not seen]" : ""))} |\n");
        if (counted.Length > MostFindings)
            text.Append(CultureInfo.InvariantCulture, $"\nand {FigureText.Count(counted.Length - MostFindings)} more.\n");
        if (ScanSentences.ChangesLeft(counted) is { } left)
            text.Append(CultureInfo.InvariantCulture, $"\n{ReportMarkdown.Escape(left)}\n");
        foreach (string notice in result.Notices)
            text.Append(CultureInfo.InvariantCulture, $"\n> {ReportMarkdown.Escape(notice)}\n");
        return text.ToString();
    }

    private static string Cell(string text) => ReportMarkdown.Escape(text).Replace("\n", " ", StringComparison.Ordinal);
}
