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

    /// <summary>The same with its slowest requests as they lie in the whole load: due times count from the start of all. By how much the
    /// agent was late beyond its phase is known at its end alone, and no latency has it.</summary>
    /// <param name="phase">How long after the start of all it was to begin.</param>
    public AgentInterval InWhole(TimeSpan phase)
    {
        if (Figures.Slowest is not { } own || phase == TimeSpan.Zero)
            return this;
        long later = (long)phase.TotalNanoseconds;
        IReadOnlyList<SlowRequest> slowest =
        [
            .. from slow in own
               where slow is not null // A list that was read is no null, but what is in it may be.
               select slow with { DueNanoseconds = slow.DueNanoseconds + later },
        ];
        return this with { Figures = Figures with { Slowest = slowest } };
    }

    public string ToText() => JsonSerializer.Serialize(this, LoadJson.Default.AgentInterval);
}
