using Syncopate.Scan;
using Syncopate.Scan.Reporting;
using Syncopate.Scan.Scanning;

namespace Syncopate.Cli.Scans;

/// <summary>What <c>syncopate scan</c> was asked to do, checked.</summary>
/// <param name="Scan">What is scanned, what it is compared with, and what is written.</param>
internal sealed record ScanSettings(RequestedScan Scan)
{
    /// <summary>What the lines stand under.</summary>
    public ScanGrouping Grouping { get; init; }

    /// <summary>Print one document on stdout.</summary>
    public bool Json { get; init; }

    /// <summary>The least level that fails; null when nothing does.</summary>
    public FindingLevel? FailOn { get; init; }

    /// <summary>Fix what can be fixed safely, and show the change.</summary>
    public bool Fixes { get; init; }

    /// <summary>Write that change.</summary>
    public bool WritesFix { get; init; }
}
