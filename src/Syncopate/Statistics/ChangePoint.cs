namespace Syncopate.Statistics;

/// <summary>A place in a series from which on it is another one.</summary>
/// <param name="Index">Index of the first value after the change.</param>
/// <param name="Probability">How probable a change this strong is where there is none, by permutations; at most <see cref="ChangePoints.Level"/>.</param>
public readonly record struct ChangePoint(int Index, double Probability);
