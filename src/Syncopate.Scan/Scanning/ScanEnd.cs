namespace Syncopate.Scan.Scanning;

/// <summary>What a scan came to.</summary>
/// <param name="Result">What was found of what was asked for, those that cost most first; what a baseline knows is marked.</param>
/// <param name="Written">Findings of the baseline that was written; null where none was to be written.</param>
/// <param name="Gone">Findings of the baseline that were not found any more; 0 where nobody looked for them.</param>
internal sealed record ScanEnd(ScanResult Result, int? Written, int Gone)
{
    /// <summary>True when a finding of this level or above is counted.</summary>
    public bool Reaches(FindingLevel least) => Result.Counted().Any(finding => finding.Level >= least);
}
