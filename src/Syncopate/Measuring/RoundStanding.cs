namespace Syncopate.Measuring;

/// <summary>How a comparison stands after a round, for whoever watches it. No verdict: those fall at the looks alone.</summary>
/// <param name="Round">Complete rounds.</param>
/// <param name="Forms">Each form over all its rounds, the baseline first.</param>
/// <param name="Ratio">Mean latency of the last form over that of the first; null without a valid round.</param>
/// <param name="Low">Lower end of the ratio's interval by what is known so far; null with too few rounds for one.</param>
/// <param name="High">Upper end; null together with <paramref name="Low"/>.</param>
public sealed record RoundStanding(int Round, IReadOnlyList<FormStanding> Forms, double? Ratio, double? Low, double? High);
