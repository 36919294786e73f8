using Syncopate.Scan.Evidence;

namespace Syncopate.Scan.Scanning;

/// <summary>One scan, as it is asked for.</summary>
/// <param name="Options">What is scanned.</param>
/// <param name="Command">The command that scans like this again.</param>
internal sealed record RequestedScan(ScanOptions Options, string Command)
{
    /// <summary>File for SARIF; null for none.</summary>
    public string? Sarif { get; init; }

    /// <summary>File of what is known; null for none.</summary>
    public string? Baseline { get; init; }

    /// <summary>True to write that file instead of reading it.</summary>
    public bool WritesBaseline { get; init; }

    /// <summary>The rules that are asked for; all of them when none is named.</summary>
    public required IReadOnlySet<string> Rules { get; init; }

    /// <summary>True for a finding that was asked for by its rule and its entry.</summary>
    public bool Asks(Finding finding) => Rules.Contains(finding.Rule)
        && (Entry is null || finding.Entries.Contains(Entry, StringComparer.OrdinalIgnoreCase));

    /// <summary>Only what this entry reaches, such as <c>POST /orders</c>; null for all.</summary>
    public string? Entry { get; init; }

    /// <summary>What to say where the entry reaches no finding: all may be fixed, or its name may be wrong. Null where none was asked
    /// for.</summary>
    public string? NothingReached => Entry is { } entry
        ? $"No finding is reached by '{entry}'. Entries that reach findings are named by --by entry."
        : null;

    /// <summary>Folder of a watch; null for none.</summary>
    public string? Evidence { get; init; }

    /// <summary>The load to plan the watched entry for; null for none.</summary>
    public EntryPlan? Plan { get; init; }

    /// <summary>Folder for the page; null for none.</summary>
    public string? Folder { get; init; }
}
