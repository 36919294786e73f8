using System.Text.Json;
using Syncopate.Load;

namespace Syncopate.Cluster.Loads;

/// <summary>What one agent measured in one interval, as it is sent: all that a <see cref="LoadInterval"/> has and a sum of agents
/// needs.</summary>
/// <param name="Figures">As a load from one machine has it in its journal; times since the agent's start.</param>
/// <param name="Discarded">Good answers within the discarded head of the load, which no journal has.</param>
/// <param name="FailedBodyBytes">Of the body bytes those of answers that do not count; null where they were not told apart.</param>
internal sealed record AgentInterval(IntervalRecord Figures, long Discarded, long? FailedBodyBytes)
{
    /// <summary>An interval of a load that began at a timestamp.</summary>
    public static AgentInterval Of(LoadInterval interval, long started, double nanosecondsPerTick) =>
        new(interval.ToRecord(started, nanosecondsPerTick), interval.Discarded, interval.FailedBodyBytes);

    public string ToText() => JsonSerializer.Serialize(this, LoadJson.Default.AgentInterval);
}
