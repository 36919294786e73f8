namespace Syncopate.Statistics;

/// <summary>An estimate on the logarithmic scale with its interval.</summary>
/// <param name="Theta">The estimate.</param>
/// <param name="Low">Lower end of the interval; null when the rounds cannot carry one at the wanted level.</param>
/// <param name="High">Upper end of the interval; null together with <paramref name="Low"/>.</param>
internal readonly record struct IntervalEstimate(double Theta, double? Low, double? High);
