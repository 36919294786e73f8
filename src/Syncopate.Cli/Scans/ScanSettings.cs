using Syncopate.Scan;
using Syncopate.Scan.Evidence;
using Syncopate.Scan.Reporting;

namespace Syncopate.Cli.Scans;

/// <summary>What <c>syncopate scan</c> was asked to do, checked.</summary>
/// <param name="Options">What is scanned.</param>
/// <param name="Command">The command that scans like this again.</param>
internal sealed record ScanSettings(ScanOptions Options, string Command)
{
    /// <summary>What the lines stand under.</summary>
    public ScanGrouping Grouping { get; init; }

    /// <summary>Print one document on stdout.</summary>
    public bool Json { get; init; }

    /// <summary>File for SARIF; null for none.</summary>
    public string? Sarif { get; init; }

    /// <summary>File of what is known; null for none.</summary>
    public string? Baseline { get; init; }

    /// <summary>True to write that file instead of reading it.</summary>
    public bool WritesBaseline { get; init; }

    /// <summary>The least level that fails; null when nothing does.</summary>
    public FindingLevel? FailOn { get; init; }

    /// <summary>The rules that are asked for; all of them when none is named.</summary>
    public required IReadOnlySet<string> Rules { get; init; }

    /// <summary>True for a finding that was asked for by its rule and its entry.</summary>
    public bool Asks(Finding finding) => Rules.Contains(finding.Rule)
        && (Entry is null || finding.Entries.Contains(Entry, StringComparer.OrdinalIgnoreCase));

    /// <summary>Fix what can be fixed safely, and show the change.</summary>
    public bool Fixes { get; init; }

    /// <summary>Write that change.</summary>
    public bool WritesFix { get; init; }

    /// <summary>Only what this entry reaches, such as <c>POST /orders</c>; null for all.</summary>
    public string? Entry { get; init; }

    /// <summary>Folder of a watch; null for none.</summary>
    public string? Evidence { get; init; }

    /// <summary>The load to plan the watched entry for; null for none.</summary>
    public EntryPlan? Plan { get; init; }

    /// <summary>Folder for the page; null for none.</summary>
    public string? Folder { get; init; }
}
