namespace Syncopate.Scan;

/// <summary>What a scan found, and how much it could see.</summary>
internal sealed record ScanResult
{
    /// <summary>What was scanned: the full path of the solution, project or folder.</summary>
    public required string Target { get; init; }

    /// <summary>The folder that places are relative to.</summary>
    public required string Root { get; init; }

    /// <summary>All findings, suppressed and known ones too; those that cost most first.</summary>
    public required IReadOnlyList<Finding> Findings { get; init; }

    /// <summary>Where requests, messages and jobs enter, those that lose most first; only entries that reach a finding.</summary>
    public required IReadOnlyList<ScanEntry> Entries { get; init; }

    /// <summary>What could not be loaded or read, a sentence each, with what to do about it.</summary>
    public required IReadOnlyList<string> Notices { get; init; }

    /// <summary>Places that a watched process blocked at and the scan knows nothing of.</summary>
    public IReadOnlyList<UnknownPlace> Unknown { get; init; } = [];

    /// <summary>What a watched process showed; null without evidence.</summary>
    public ScanEvidence? Evidence { get; init; }

    /// <summary>True when only some rules, or the findings of some entries, were asked for: what others would report is not here.</summary>
    public bool IsNarrowed { get; init; }

    /// <summary>What was read, and how much of it was understood.</summary>
    public required ScanSize Size { get; init; }
}

/// <summary>Where work enters: an action, a minimal API, a page, a hub, a hosted service, a handler of messages.</summary>
/// <param name="Name">Such as <c>POST /orders</c> or <c>hosted service Mailer</c>.</param>
/// <param name="Kind">Such as <c>action</c>.</param>
/// <param name="Place">Where it is declared.</param>
/// <param name="Findings">How many findings it reaches.</param>
internal sealed record ScanEntry(string Name, string Kind, Place Place, int Findings);

/// <summary>A place that a watched process blocked at and no rule reports.</summary>
/// <param name="Call">What it waited in.</param>
/// <param name="Where">As the watch names it: <c>Type.Method (File.cs:line)</c>.</param>
/// <param name="Seen">How often and how long.</param>
internal sealed record UnknownPlace(string Call, string Where, SeenBlocking Seen);

/// <summary>What a watched process showed, beside what it showed of single places.</summary>
/// <param name="Process">As the watch names it.</param>
/// <param name="LookedSeconds">How long threads were looked at; the waits of <see cref="SeenBlocking"/> fall into this time. 0 when nobody
/// looked.</param>
/// <param name="Sentences">What would be gained, and what is not known for that, a sentence each.</param>
internal sealed record ScanEvidence(string Process, double LookedSeconds, IReadOnlyList<string> Sentences);

/// <summary>How much a scan read and understood.</summary>
/// <param name="Projects">Projects whose sources were read.</param>
/// <param name="Files">Source files.</param>
/// <param name="Lines">Lines in them.</param>
/// <param name="Calls">Calls that a rule asked about.</param>
/// <param name="ResolvedCalls">Those of them whose target is known; the rest is silent.</param>
/// <param name="Elapsed">Wall time with loading.</param>
/// <param name="CpuTime">Processor time of this process and those that read the projects.</param>
internal sealed record ScanSize(int Projects, int Files, int Lines, int Calls, int ResolvedCalls, TimeSpan Elapsed, TimeSpan CpuTime);
