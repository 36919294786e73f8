namespace Syncopate.Running.Rounds;

/// <summary>What a moment of load on warm servers has shown, for the slowest form.</summary>
/// <param name="P95">95th percentile of latency; above zero.</param>
/// <param name="RequestsPerSecond">Answers per second; above 0.</param>
internal sealed record PilotReading(TimeSpan P95, double RequestsPerSecond)
{
    /// <summary>What follows each slot until a monitor has reported all of it; default nothing.</summary>
    public TimeSpan Settling { get; init; }

    /// <summary>The longest slot that takes no more than a sixteenth of the time that is left, with its slowest
    /// answers; may be zero.</summary>
    public TimeSpan SlotLimit { get; init; } = TimeSpan.MaxValue;

    /// <summary>The longest slot with which the rounds of a first look still fit into the time that is left; may be zero.</summary>
    public TimeSpan LongestSlot { get; init; } = TimeSpan.MaxValue;
}
