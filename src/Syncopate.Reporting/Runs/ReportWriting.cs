using Syncopate.Texts;

namespace Syncopate.Reporting.Runs;

/// <summary>Writes the files of a report where the disk may refuse them: what was measured is in the journal, and is reported all the
/// same.</summary>
internal static class ReportWriting
{
    private const string Safe = "What was measured is safe in run.jsonl";

    /// <summary>Writes the files of a report, or makes it without them.</summary>
    /// <param name="folder">Of the report.</param>
    /// <param name="write">Writes it.</param>
    /// <param name="read">Makes it without writing it.</param>
    /// <param name="safe">What is not lost when it cannot be written.</param>
    /// <returns>The report, and a sentence on what could not be written; null where all was.</returns>
    public static (T Report, string? Fault) Make<T>(string folder, Func<T> write, Func<T> read, string safe = Safe)
    {
        try
        {
            return (write(), null);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return (read(), Fault("the report", folder, e, safe));
        }
    }

    /// <summary>Writes a file, or several, beside a report.</summary>
    /// <param name="folder">Of the report.</param>
    /// <param name="write">Writes, and returns the paths.</param>
    /// <param name="what">What is written, as the sentence calls it.</param>
    /// <param name="option">The option that writes it again; empty for none.</param>
    /// <returns>The paths, or a sentence on why there are none.</returns>
    public static (IReadOnlyList<string> Paths, string? Fault) Add(
        string folder, Func<IReadOnlyList<string>> write, string what = "the report", string option = "")
    {
        try
        {
            return (write(), null);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            string again = option.Length > 0 ? $" {option}" : "";
            return ([], Fault(what, folder, e, Safe) + again);
        }
    }

    // Ends with the command, so that an option of it can follow.
    private static string Fault(string what, string folder, Exception fault, string safe) =>
        $"Cannot write {what} into '{folder}': {fault.Message.TrimEnd('.')}. {safe}; "
            + $"make room, then: syncopate report {ShellWord.Quoted(folder)}";
}
