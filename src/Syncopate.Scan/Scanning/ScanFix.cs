using Syncopate.Reporting;
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

    /// <summary>Ends a fix: writes the change where that is asked for, all files or none.</summary>
    /// <param name="scan">What was asked for.</param>
    /// <param name="writes">True to write the change.</param>
    /// <returns>What became of it, a sentence or more.</returns>
    /// <exception cref="ScanFailedException">It cannot be written, and all files are as they were.</exception>
    public string Conclude(RequestedScan scan, bool writes)
    {
        if (Outcomes.Count == 0)
            return scan.NothingReached ?? "There is no finding to fix.";
        if (Files == 0)
            return "Nothing is changed: no finding can be fixed safely, for the reasons above.";
        int done = Outcomes.Count(outcome => outcome.Title is not null);
        string counted = $"{done} of {Wording.Plural(Outcomes.Count, "finding")}";
        string files = $"fixed in {Wording.Plural(Files, "file")}";
        if (!writes)
            return $"{counted} can be {files}. Nothing is written: --write writes it.";
        Write();
        return $"{counted} {files}. Written. Build and test before you commit it.";
    }

    private void Write()
    {
        try
        {
            IReadOnlyList<string> refused = ChangeWriter.Write(_fix.Changes);
            if (refused.Count > 0)
                throw new ScanFailedException("Nothing was written: " + string.Join(' ', refused));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new ScanFailedException($"The change could not be written, and all files are as they were: {e.Message}");
        }
    }
}
