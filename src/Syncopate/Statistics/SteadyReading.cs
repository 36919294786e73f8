namespace Syncopate.Statistics;

/// <summary>The three signs of a steady server, over the last two seconds.</summary>
/// <param name="Phase">What to do.</param>
/// <param name="CompiledPerSecond">Methods compiled a second; steady at 2 or fewer. NaN before there is a window.</param>
/// <param name="FewestThreads">Fewest thread-pool threads; steady when equal to <paramref name="MostThreads"/>.</param>
/// <param name="MostThreads">Most thread-pool threads.</param>
/// <param name="LatencyChangePercent">How far the mean latency moved against the two seconds before, in percent
/// for each two seconds, signed; steady within 5. NaN before both windows have answers.</param>
public readonly record struct SteadyReading(
    SteadyPhase Phase,
    double CompiledPerSecond,
    int FewestThreads,
    int MostThreads,
    double LatencyChangePercent);
