namespace Syncopate.Bench.DataAccess;

/// <summary>What one call cost, as the mean of a slice of calls.</summary>
internal readonly record struct Slice(double Nanoseconds, double Bytes);
