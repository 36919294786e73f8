using Syncopate.Reporting;
using Syncopate.Scan.Baselines;
using Syncopate.Scan.Evidence;
using Syncopate.Scan.Pages;
using Syncopate.Scan.Sarif;

namespace Syncopate.Scan.Scanning;

/// <summary>Scans, compares with what is known and with what a watch saw, and writes what was asked for.</summary>
internal sealed class ScanJob
{
    // Working out one takes up to half a second in a large solution; a fix works out all of them as one.
    private const int MostChanges = 25;

    private readonly RequestedScan _scan;
    private readonly Func<ScanOptions, Action<string>, CancellationToken, Task<ScanResult>> _find;
    private readonly Baseline? _known;
    private readonly WatchEvidence? _evidence;

    private ScanJob(RequestedScan scan, Func<ScanOptions, Action<string>, CancellationToken, Task<ScanResult>> find)
    {
        _scan = scan;
        _find = find;
        _known = scan is { Baseline: { } file, WritesBaseline: false } ? Baseline.Read(file) : null;
        _evidence = scan.Evidence is { } watched ? WatchEvidence.Read(watched) : null;
    }

    /// <summary>Proves that all can be written, and reads what the scan is compared with.</summary>
    /// <exception cref="ScanFailedException">A file cannot be read or written.</exception>
    public static ScanJob Open(RequestedScan scan) => Open(scan, ScanEngine.RunAsync);

    /// <summary>The same with what reads the code.</summary>
    /// <param name="scan">What is asked for.</param>
    /// <param name="find">Finds all in a solution, as <see cref="ScanEngine.RunAsync"/> does.</param>
    internal static ScanJob Open(
        RequestedScan scan, Func<ScanOptions, Action<string>, CancellationToken, Task<ScanResult>> find)
    {
        ScanFiles.Check(scan);
        return new ScanJob(scan, find);
    }

    /// <summary>Scans, and writes the baseline where one was asked for.</summary>
    /// <param name="progress">Receives a few words at each step; from any thread.</param>
    /// <param name="token">Ends the scan.</param>
    /// <exception cref="ScanFailedException">There is nothing that can be scanned, or the baseline cannot be written.</exception>
    public async Task<ScanEnd> RunAsync(Action<string> progress, CancellationToken token)
    {
        ScanResult result = await FindAsync(progress, token).ConfigureAwait(false);
        Baseline? known = _known;
        int? written = null;
        if (_scan is { Baseline: { } file, WritesBaseline: true })
        {
            known = Baseline.Of(result);
            ScanFiles.Write(file, known.Write());
            written = known.Findings.Count;
        }

        result = ScanRanking.Sort(known?.Apply(result) ?? result);
        // What an entry does not reach was not looked for.
        int gone = _scan.Entry is null ? known?.Gone(result, _scan.Rules) ?? 0 : 0;
        return new ScanEnd(result, written, gone);
    }

    /// <summary>Scans, and fixes what can be fixed safely of what was asked for and is not known. Nothing is written.</summary>
    /// <param name="progress">Receives a few words at each step; from any thread.</param>
    /// <param name="token">Ends it.</param>
    /// <exception cref="ScanFailedException">There is nothing that can be scanned.</exception>
    public Task<ScanFix> FixAsync(Action<string> progress, CancellationToken token) => ScanEngine.FixAsync(
        _scan.Options, finding => _scan.Asks(finding) && _known?.Knows(finding) != true, progress, token);

    /// <summary>Writes SARIF, where a file was named for it.</summary>
    /// <param name="result">What was found.</param>
    /// <param name="tool">Who found it.</param>
    /// <returns>The file; null for none.</returns>
    /// <exception cref="ScanFailedException">It cannot be written.</exception>
    public string? WriteSarif(ScanResult result, ReportTool tool)
    {
        if (_scan.Sarif is { } file)
            ScanFiles.Write(file, SarifWriter.Write(result, tool, _scan.Baseline is not null));
        return _scan.Sarif;
    }

    /// <summary>Writes the page and what lies beside it, where a folder was named for them.</summary>
    /// <param name="result">What was found.</param>
    /// <param name="tool">Who found it.</param>
    /// <returns>The folder; null for none.</returns>
    /// <exception cref="ScanFailedException">It cannot be written.</exception>
    public string? WritePage(ScanResult result, ReportTool tool)
    {
        if (_scan.Folder is { } folder)
        {
            bool hasBaseline = _scan.Baseline is not null;
            ScanFiles.InFolder(folder, () => ScanFolder.Write(folder, result, tool, _scan.Command, hasBaseline));
        }

        return _scan.Folder;
    }

    private async Task<ScanResult> FindAsync(Action<string> progress, CancellationToken token)
    {
        // Only pages and SARIF show changes.
        int changes = _scan is { Sarif: null, Folder: null } ? 0 : MostChanges;
        ScanOptions options = _scan.Options with { Changes = changes };
        ScanResult result = await _find(options, progress, token).ConfigureAwait(false);
        if (_evidence is { } evidence)
        {
            // Before rules are left out: what one of those reports is not unknown to the scan.
            result = EvidenceJoin.Join(result, evidence);
            if (_scan.Plan is { } plan)
            {
                progress("planning the watched entry");
                result = plan.Add(result, evidence, token);
            }
        }

        return result with
        {
            Findings = [.. result.Findings.Where(_scan.Asks)],
            IsNarrowed = _scan.Entry is not null || _scan.Rules.Count < ScanRule.All.Count,
        };
    }
}
