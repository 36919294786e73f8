using Syncopate.Scan.Fixing;

namespace Syncopate.Scan.Scanning;

/// <summary>What became of a finding that was to be fixed.</summary>
/// <param name="Finding">The finding.</param>
/// <param name="Title">What the change does; null where it stays.</param>
/// <param name="Refusal">Why it stays, a sentence; null where it is fixed.</param>
internal sealed record FixOutcome(Finding Finding, string? Title, string? Refusal);

/// <summary>One change of a solution that fixes findings; written only when asked.</summary>
internal sealed class ScanFix
{
    private readonly SolutionFix _fix;

    /// <param name="fix">The change.</param>
    /// <param name="root">The folder that paths are relative to.</param>
    /// <param name="outcomes">What became of each finding.</param>
    /// <param name="notices">What could not be loaded.</param>
    public ScanFix(SolutionFix fix, string root, IReadOnlyList<FixOutcome> outcomes, IReadOnlyList<string> notices)
    {
        _fix = fix;
        Diff = fix.Diff(root);
        Outcomes = outcomes;
        Notices = notices;
    }

    /// <summary>The whole change as one unified diff; empty when nothing can be fixed.</summary>
    public string Diff { get; }

    /// <summary>What became of each finding.</summary>
    public IReadOnlyList<FixOutcome> Outcomes { get; }

    /// <summary>What could not be loaded, a sentence each.</summary>
    public IReadOnlyList<string> Notices { get; }

    /// <summary>How many files change.</summary>
    public int Files => _fix.Changes.Count;

    /// <summary>Writes all files or none.</summary>
    /// <returns>The files that are no longer what was read, a sentence each; if there is one, none is written.</returns>
    /// <exception cref="IOException">A file cannot be written.</exception>
    /// <exception cref="UnauthorizedAccessException">A file may not be written.</exception>
    public IReadOnlyList<string> Write() => ChangeWriter.Write(_fix.Changes);
}
