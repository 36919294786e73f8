namespace Syncopate.Judging;

/// <summary>What one round says about two forms.</summary>
/// <param name="Baseline">The metric of the form compared with; above 0.</param>
/// <param name="Candidate">The metric of the form that is judged, in the same unit; above 0.</param>
/// <param name="ProcessPairs">Distinct pairs of server processes among the rounds up to and including this one; at least 1.</param>
/// <param name="NoiseLogRatio">Logarithm of the noise slot over the measured slot of the same form; null when the round has none.</param>
/// <param name="BaselineFirst">Whether the baseline had its slot before the candidate. An early look asks for more when
/// it is the same in all rounds.</param>
internal readonly record struct RoundPair(
    double Baseline, double Candidate, int ProcessPairs, double? NoiseLogRatio = null, bool BaselineFirst = false)
{
    /// <summary>Natural logarithm of candidate over baseline.</summary>
    public double LogRatio => Math.Log(Candidate) - Math.Log(Baseline);
}
