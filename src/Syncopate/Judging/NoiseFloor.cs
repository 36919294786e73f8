using Syncopate.Statistics;

namespace Syncopate.Judging;

/// <summary>How far a form differs from itself, from slots of one form that ran twice in a round.</summary>
/// <param name="Estimate">Noise slot over measured slot, on the logarithmic scale; both stand at random places of the round.</param>
/// <param name="Rounds">Rounds it rests on.</param>
internal sealed record NoiseFloor(IntervalEstimate Estimate, int Rounds)
{
    /// <summary>The end of the interval that lies furthest from "equal", on the logarithmic scale; null without an interval.</summary>
    public double? Height => Estimate is { Low: { } low, High: { } high } ? Math.Max(Math.Abs(low), Math.Abs(high)) : null;

    /// <summary>Estimates the floor; null when there is no value.</summary>
    /// <param name="logRatios">One logarithm of noise slot over measured slot per round; all finite.</param>
    public static NoiseFloor? From(ReadOnlySpan<double> logRatios) =>
        logRatios.IsEmpty ? null : new NoiseFloor(HodgesLehmann.Estimate(logRatios, 1 - Looks.Confidence), logRatios.Length);
}
