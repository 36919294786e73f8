namespace Syncopate.Scan.Reporting;

/// <summary>What the lines of a scan stand under.</summary>
internal enum ScanGrouping
{
    /// <summary>Nothing: one line a finding, those that cost most first.</summary>
    None,

    /// <summary>The entry that reaches them, with the chain under each.</summary>
    Entry,

    /// <summary>The rule.</summary>
    Rule,

    /// <summary>The file, in the order of its lines.</summary>
    File,
}
