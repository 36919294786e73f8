using Syncopate.Reporting;

namespace Syncopate.Cli;

/// <summary>Writes the files of a report for a user: what cannot be written becomes a sentence.</summary>
internal static class Reports
{
    /// <exception cref="UnusableException">A file cannot be written.</exception>
    public static ReportDocument Write(string folder)
    {
        try
        {
            return ReportFolder.Write(folder);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new UnusableException(
                $"Cannot write the report into '{folder}': {e.Message.TrimEnd('.')}. What was measured is safe in run.jsonl; make room, then: syncopate report {folder}");
        }
    }
}
