using Spectre.Console;
using Syncopate.Cli.Lines;
using Syncopate.Cli.Screens;
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
        Say(terminal, fix.Conclude(settings.Scan, settings.WritesFix));
        return ExitCode.Done;
    }

    private static void Say(Terminal terminal, string line) => terminal.Error.WriteLine(Terminal.Printable(line));
}
