using Syncopate.Reporting;
using Syncopate.Reporting.Runs;
using Syncopate.Scan.Reporting;
using Syncopate.Scan.Sarif;

namespace Syncopate.Scan.Pages;

/// <summary>The files of a scan.</summary>
internal static class ScanFolder
{
    /// <summary>Writes <c>report.html</c>, <c>report.md</c>, <c>report.json</c> and <c>report.sarif</c>; each replaces its predecessor at
    /// once or not at all.</summary>
    /// <param name="folder">A folder that is there.</param>
    /// <param name="result">The scan, in order.</param>
    /// <param name="tool">Who made it.</param>
    /// <param name="command">What scans like this again.</param>
    /// <param name="hasBaseline">As <see cref="SarifWriter.Write"/> takes it.</param>
    /// <exception cref="IOException">A file cannot be written.</exception>
    /// <exception cref="UnauthorizedAccessException">A file may not be written.</exception>
    public static void Write(string folder, ScanResult result, ReportTool tool, string command, bool hasBaseline)
    {
        ReportFolder.Replace(folder, "report.json", stream => ReportFolder.WriteText(stream, ScanJson.Write(result, tool)));
        ReportFolder
            .Replace(folder, "report.sarif", stream => ReportFolder.WriteText(stream, SarifWriter.Write(result, tool, hasBaseline)));
        ReportFolder.Replace(folder, "report.md", stream => ReportFolder.WriteText(stream, ScanMarkdown.Write(result)));
        ReportFolder.Replace(folder, "report.html", stream => ReportFolder.WriteText(stream, ScanPage.Write(result, tool, command)));
    }
}
