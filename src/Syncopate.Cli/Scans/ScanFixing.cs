using Spectre.Console;
using Syncopate.Cli.Lines;
using Syncopate.Cli.Screens;
using Syncopate.Reporting;
using Syncopate.Scan.Scanning;

namespace Syncopate.Cli.Scans;

/// <summary><c>syncopate scan --fix</c>: the change on stdout as a diff, what stays and why on stderr; written only
/// with <c>--write</c>.</summary>
internal static class ScanFixing
{
    /// <summary>Scans, changes, prints, and writes when asked.</summary>
    public static async Task<int> RunAsync(ScanSettings settings, ScanJob job, Terminal terminal, CancellationToken token)
    {
        ScanFix fix;
        using (ScanProgress progress = new(terminal, TimeProvider.System))
            fix = await job.FixAsync(progress.Report, token);

        await Console.Out.WriteAsync(fix.Diff);
        foreach (string notice in fix.Notices)
            Say(terminal, "Note: " + notice);
        foreach (FixOutcome stays in fix.Outcomes.Where(outcome => outcome.Refusal is not null))
            Say(terminal, $"{stays.Finding.Place}: {stays.Finding.Rule} is not fixed: {stays.Refusal}");
        if (fix.Outcomes.Count == 0)
        {
            Say(terminal, settings.Scan.Entry is { } entry ? NoneOf(entry) : "There is no finding to fix.");
            return ExitCode.Done;
        }
        int done = fix.Outcomes.Count(outcome => outcome.Title is not null);
        string counted = $"{done} of {Wording.Plural(fix.Outcomes.Count, "finding")}";
        string files = $"fixed in {Wording.Plural(fix.Files, "file")}";
        if (!settings.WritesFix || fix.Files == 0)
        {
            Say(terminal, fix.Files == 0
                ? "Nothing is changed: no finding can be fixed safely, for the reasons above."
                : $"{counted} can be {files}. Nothing is written: --write writes it.");
            return ExitCode.Done;
        }
        try
        {
            IReadOnlyList<string> refused = fix.Write();
            if (refused.Count > 0)
                throw new UnusableException("Nothing was written: " + string.Join(' ', refused));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new UnusableException($"The change could not be written, and all files are as they were: {e.Message}");
        }
        Say(terminal, $"{counted} {files}. Written. Build and test before you commit it.");
        return ExitCode.Done;
    }

    /// <summary>What is said where an entry reaches nothing: it may be fixed, or its name may be wrong.</summary>
    public static string NoneOf(string entry) =>
        $"No finding is reached by '{entry}'. Entries that reach findings are named by --by entry.";

    private static void Say(Terminal terminal, string line) => terminal.Error.WriteLine(Terminal.Printable(line));
}
