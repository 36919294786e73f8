using Syncopate.Histograms;

namespace Syncopate.Load;

/// <summary>What a load measured of one step of its scenario.</summary>
/// <param name="Name">The step's.</param>
/// <param name="Latencies">Of its recorded answers, in nanoseconds; owned by the caller.</param>
public sealed record LoadStepResult(string Name, Histogram Latencies)
{
    /// <summary>Its requests that failed, those of the discarded head included.</summary>
    public required long Failed { get; init; }
}
