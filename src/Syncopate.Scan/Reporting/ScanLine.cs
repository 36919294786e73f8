namespace Syncopate.Scan.Reporting;

/// <summary>How a part of a line is coloured, where there is colour.</summary>
internal enum ScanTone
{
    /// <summary>Not at all.</summary>
    Plain,

    /// <summary>A head.</summary>
    Bold,

    /// <summary>What is said besides.</summary>
    Faint,

    /// <summary>A note.</summary>
    Note,

    /// <summary>A warning.</summary>
    Warning,

    /// <summary>An error.</summary>
    Error,
}

/// <summary>A line of text, with one part of it marked: plain text without control characters.</summary>
/// <param name="Before">Before the mark.</param>
/// <param name="Mark">What is coloured.</param>
/// <param name="After">Behind the mark.</param>
/// <param name="Tone">The colour.</param>
internal sealed record ScanLine(string Before, string Mark, string After, ScanTone Tone)
{
    /// <summary>A line of one tone.</summary>
    public static ScanLine Of(string text, ScanTone tone = ScanTone.Plain) => new("", text, "", tone);

    /// <summary>The line without colour.</summary>
    public override string ToString() => Before + Mark + After;
}
