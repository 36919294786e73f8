using Syncopate.Reporting;

namespace Syncopate.Watch.Reporting;

/// <summary><c>report.md</c> of a watch: the text that the terminal shows, as a block that no viewer takes apart.</summary>
internal static class WatchReportMarkdown
{
    /// <summary>The report as Markdown; lines end with a line feed.</summary>
    public static string Write(WatchReport report)
    {
        string partial = report.Partial ? $"Partial: {string.Join(' ', report.Missing)}\n\n" : "";
        string lines = string.Join('\n', WatchReportText.Lines(report).Select(line => line.TrimEnd()));
        // A journal that lost its header does not say what was run.
        string again = report.Run.Command.Length > 0 ? $" Again:\n\n```sh\n{report.Run.Command.ReplaceLineEndings(" ")}\n```" : "";
        return $"**{report.Sentence}**\n\n{partial}```text\n{lines}\n```\n\n"
            + $"{report.Tool.Name} {report.Tool.Version}, {Wording.Name(report.Machine)}.{again}\n";
    }
}
