using System.CommandLine;
using Spectre.Console;
using Syncopate.Cli.Lines;
using Syncopate.Cli.Screens;
using Syncopate.Reporting;
using Syncopate.Running;
using Syncopate.Running.Rounds;
using Syncopate.Scan;
using Syncopate.Scan.Reporting;
using Syncopate.Scan.Scanning;

namespace Syncopate.Cli.Scans;

/// <summary><c>syncopate scan</c>: where source code blocks and where its waits could overlap, before it runs.</summary>
internal static class ScanCommand
{
    public static Command Create(Terminal terminal)
    {
        ScanLineOptions options = new();
        Command command = new("scan",
            "Find where source code blocks threads and where waits could overlap, with the way from the request to the call.");
        options.AddTo(command);
        command.SetAction(line => RunAsync(options.Read(line), terminal));
        return command;
    }

    private static async Task<int> RunAsync(ScanSettings settings, Terminal terminal)
    {
        using Interruption interruption = new(terminal.Say, "Stopping. Press Ctrl+C again to stop at once.");
        return await interruption.RunAsync(() => ScanAsync(settings, terminal, interruption.Token));
    }

    private static async Task<int> ScanAsync(ScanSettings settings, Terminal terminal, CancellationToken cancellationToken)
    {
        try
        {
            ScanJob job = ScanJob.Open(settings.Scan);
            if (settings.Fixes)
                return await ScanFixing.RunAsync(settings, job, terminal, cancellationToken);
            ScanEnd end = await ScanAsync(job, terminal, cancellationToken);
            if (end.Written is { } written)
            {
                terminal.Error.WriteLine(Terminal.Printable($"Baseline written: {settings.Scan.Baseline}, "
                    + $"{Wording.Plural(written, "finding")}."));
            }

            if (end.Gone is > 0 and var gone)
            {
                terminal.Error.WriteLine($"{Wording.Plural(gone, "finding")} of the baseline {(gone == 1 ? "was" : "were")} not found "
                    + $"any more; --write-baseline removes {(gone == 1 ? "it" : "them")} from the file.");
            }

            if (settings.Scan.NothingReached is { } sentence && end.Result.Findings.Count == 0)
                terminal.Error.WriteLine(Terminal.Printable(sentence));
            Show(end.Result, settings, terminal);
            Write(end.Result, job, terminal);
            return settings.FailOn is { } least && end.Reaches(least) ? ExitCode.GateFailed : ExitCode.Done;
        }
        catch (ScanFailedException e)
        {
            throw new UnusableException(e.Message);
        }
    }

    private static async Task<ScanEnd> ScanAsync(ScanJob job, Terminal terminal, CancellationToken cancellationToken)
    {
        using ScanProgress progress = new(terminal, TimeProvider.System);
        return await job.RunAsync(progress.Report, cancellationToken);
    }

    private static void Show(ScanResult result, ScanSettings settings, Terminal terminal)
    {
        if (settings.Json)
            Console.Out.Write(ScanJson.Write(result, new ReportTool("syncopate", ToolVersion.Text)));
        else
            ScanPrinter.Print(ScanText.Lines(result, settings.Grouping), terminal);
    }

    // After what was found, which a full disk must not hide.
    private static void Write(ScanResult result, ScanJob job, Terminal terminal)
    {
        ReportTool tool = new("syncopate", ToolVersion.Text);
        if (job.WriteSarif(result, tool) is { } sarif)
            terminal.Error.WriteLine(Terminal.Printable($"SARIF written: {sarif}"));
        if (job.WritePage(result, tool) is { } folder)
            terminal.Error.WriteLine(Terminal.Printable($"Page: {Path.Combine(folder, "report.html")}"));
    }
}
