namespace Syncopate.Reporting;

/// <summary>From which length of the awaited work on the cost of awaiting it is small: the cost over the share.</summary>
/// <param name="Percent">The share of the work's time that the cost stays below.</param>
/// <param name="Milliseconds">The length of the work.</param>
/// <param name="LowMilliseconds">Lower end of its interval.</param>
/// <param name="HighMilliseconds">Upper end of its interval.</param>
public sealed record BreakEven(double Percent, double Milliseconds, double LowMilliseconds, double HighMilliseconds)
{
    private static readonly double[] Shares = [15, 5, 1];

    /// <summary>One for each share, the largest share first; empty unless the whole interval of the cost is above 0.</summary>
    /// <param name="addedNanoseconds">What awaiting adds.</param>
    /// <param name="low">Lower end of its interval; null for none.</param>
    /// <param name="high">Upper end of its interval; null for none.</param>
    public static IReadOnlyList<BreakEven> Of(double addedNanoseconds, double? low, double? high) => low is > 0 && high is { } top
        ? [.. Shares.Select(s => new BreakEven(s, Length(addedNanoseconds, s), Length(low.Value, s), Length(top, s)))]
        : [];

    private static double Length(double nanoseconds, double percent) => nanoseconds / (percent / 100) / 1e6;
}
