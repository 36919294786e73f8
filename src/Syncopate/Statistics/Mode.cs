namespace Syncopate.Statistics;

/// <summary>One of the values around which latencies gather.</summary>
/// <param name="Nanoseconds">Where they are densest.</param>
/// <param name="Share">How many of all belong to it, 0 to 1.</param>
public readonly record struct Mode(double Nanoseconds, double Share);
