using Syncopate.Reporting.Runs;

namespace Syncopate.Reporting.Loads;

/// <summary><c>report.md</c> of a load: the text that the terminal shows, as a block that no viewer takes apart.</summary>
internal static class LoadReportMarkdown
{
    /// <summary>The report as Markdown; lines end with a line feed, the last one too. The same report gives the same text.</summary>
    public static string Write(LoadReport report)
    {
        ArgumentNullException.ThrowIfNull(report);
        string partial = report.Partial ? $"Partial: {ReportMarkdown.Escape(string.Join(' ', report.Missing))}\n\n" : "";
        IEnumerable<string> lines = LoadReportText.Lines(report, unicode: true).Select(line => line.TrimEnd());
        string runtime = Wording.IsKnown(report.Machine) ? $"{report.Machine.Runtime}, " : "";
        // A journal that lost its header does not say what was run.
        string again = report.Run.Command.Length > 0 ? $" Again:\n\n```sh\n{report.Run.Command.ReplaceLineEndings(" ")}\n```" : "";
        return $"**{report.Sentence}**\n\n{partial}{ReportMarkdown.Fenced(string.Join('\n', lines), "text")}\n\n"
            + $"{ReportMarkdown.Escape($"{Wording.Name(report.Tool)}, {runtime}{Wording.Name(report.Machine)}.")}{again}\n";
    }
}
