namespace Syncopate.Histograms;

/// <summary>One interval of a histogram log (*.hlog): what was recorded in a stretch of time.</summary>
/// <param name="Tag">Tells the series of one log apart, such as "dashboard.async"; null for the untagged one.</param>
/// <param name="StartSeconds">Since the start time of the log; since 1970 when the log states none.</param>
/// <param name="LengthSeconds">How long the interval took.</param>
/// <param name="Histogram">The values, in nanoseconds where the maximum of the line is to be milliseconds.</param>
public sealed record HistogramLogEntry(string? Tag, double StartSeconds, double LengthSeconds, Histogram Histogram);
