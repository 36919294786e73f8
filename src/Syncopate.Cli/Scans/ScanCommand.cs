using System.CommandLine;
using Spectre.Console;
using Syncopate.Cli.Lines;
using Syncopate.Cli.Screens;
using Syncopate.Reporting;
using Syncopate.Running;
using Syncopate.Running.Rounds;
using Syncopate.Scan;
using Syncopate.Scan.Baselines;
using Syncopate.Scan.Evidence;
using Syncopate.Scan.Pages;
using Syncopate.Scan.Reporting;
using Syncopate.Scan.Sarif;
using Syncopate.Scan.Scanning;

namespace Syncopate.Cli.Scans;

/// <summary><c>syncopate scan</c>: where source code blocks and where its waits could overlap, before it runs.</summary>
internal static class ScanCommand
{
    // Working out one takes up to half a second in a large solution; --fix works out all of them as one.
    private const int MostChanges = 25;

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
        using Interruption interruption = new(terminal.Say, "Stopping. Once more leaves at once.");
        try
        {
            ScanFiles.Check(settings);
            Baseline? known = settings is { Baseline: { } file, WritesBaseline: false } ? Baseline.Read(file) : null;
            if (settings.Fixes)
                return await ScanFixing.RunAsync(settings, known, terminal, interruption.Token);
            WatchEvidence? evidence = settings.Evidence is { } watched ? WatchEvidence.Read(watched) : null;
            ScanResult result = await ScanAsync(settings, evidence, terminal, interruption.Token);
            if (settings is { Baseline: { } written, WritesBaseline: true })
            {
                known = Baseline.Of(result);
                ScanFiles.Write(written, known.Write());
                terminal.Error.WriteLine(Terminal.Printable($"Baseline written: {written}, "
                    + $"{Wording.Plural(known.Findings.Count, "finding")}."));
            }

            result = ScanRanking.Sort(known?.Apply(result) ?? result);
            // What an entry does not reach was not looked for.
            if (settings.Entry is null && known?.Gone(result, settings.Rules) is > 0 and var gone)
            {
                terminal.Error.WriteLine($"{Wording.Plural(gone, "finding")} of the baseline {(gone == 1 ? "was" : "were")} not found "
                    + $"any more; --write-baseline forgets {(gone == 1 ? "it" : "them")}.");
            }

            if (settings.Entry is { } entry && result.Findings.Count == 0)
                terminal.Error.WriteLine(Terminal.Printable(ScanFixing.NoneOf(entry)));
            Show(result, settings, terminal);
            return settings.FailOn is { } least && result.Counted().Any(f => f.Level >= least) ? ExitCode.GateFailed : ExitCode.Done;
        }
        catch (ScanFailedException e)
        {
            throw new UnusableException(e.Message);
        }
        catch (OperationCanceledException) when (interruption.Token.IsCancellationRequested)
        {
            return interruption.InterruptedExitCode;
        }
    }

    private static async Task<ScanResult> ScanAsync(ScanSettings settings, WatchEvidence? evidence, Terminal terminal,
        CancellationToken token)
    {
        using ScanProgress progress = new(terminal, TimeProvider.System);
        // Only pages and SARIF show changes.
        int changes = settings is { Sarif: null, Folder: null } ? 0 : MostChanges;
        ScanResult result = await ScanEngine.RunAsync(settings.Options with { Changes = changes }, progress.Report, token);
        if (evidence is not null)
        {
            // Before rules are left out: what one of those reports is not unknown to the scan.
            result = EvidenceJoin.Join(result, evidence);
            if (settings.Plan is { } plan)
            {
                progress.Report("planning the watched entry");
                result = plan.Add(result, evidence, token);
            }
        }

        return result with
        {
            Findings = [.. result.Findings.Where(settings.Asks)],
            IsNarrowed = settings.Entry is not null || settings.Rules.Count < ScanRule.All.Count,
        };
    }

    private static void Show(ScanResult result, ScanSettings settings, Terminal terminal)
    {
        ReportTool tool = new("syncopate", ToolVersion.Text);
        if (settings.Sarif is { } sarif)
        {
            ScanFiles.Write(sarif, SarifWriter.Write(result, tool, settings.Baseline is not null));
            terminal.Error.WriteLine(Terminal.Printable($"SARIF written: {sarif}"));
        }

        if (settings.Folder is { } folder)
        {
            ScanFiles.InFolder(folder, () => ScanFolder.Write(folder, result, tool, settings.Command, settings.Baseline is not null));
            terminal.Error.WriteLine(Terminal.Printable($"Page: {Path.Combine(folder, "report.html")}"));
        }

        if (settings.Json)
            Console.Out.Write(ScanJson.Write(result, tool));
        else
            ScanPrinter.Print(ScanText.Lines(result, settings.Grouping), terminal);
    }
}
