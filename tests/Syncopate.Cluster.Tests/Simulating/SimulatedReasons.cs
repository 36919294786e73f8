using Syncopate.Cluster.Agents;
using Syncopate.Cluster.Conducting;

namespace Syncopate.Cluster.Tests.Simulating;

/// <summary>Compares what is said of an agent that is not whole with what was done to it: a reason that no rule knows is a lie
/// too.</summary>
internal static class SimulatedReasons
{
    /// <summary>What is not true of it; null when all is.</summary>
    public static string? Lie(PartOutcome part, RoundOutcome outcome, RoundPlan plan, Fate fate)
    {
        if (part.Missing is not { } said)
            return part.LostAt is null && part.LateIntervals == 0 ? null : "it is whole, and not all of it counts";
        bool isTouched = fate.WasTouched || fate.WasOfAll;
        bool isOthers = outcome.Parts.Any(other => other.Missing is not (null or PartStanding.StoppedForOthers or AgentRound.NotBegun));
        bool holds = said switch
        {
            "its session ended" => isTouched && plan.EndsWhenIncomplete,
            "its session ended and did not come back" => isTouched && !plan.EndsWhenIncomplete,
            JoinedAgent.HeardNothing => isTouched,
            JoinedAgent.WasEnded => fate.WasTouched,
            JoinedAgent.ConductorStoodStill => fate.WasOfAll,
            // By what was done to the agent alone its conductor does not go.
            "its coordinator was gone" => fate.WasOfAll,
            "its process was started anew" => fate.Processes > 1,
            "it sent nothing for 4 s, though its session was there" => isTouched && outcome.StartedMicroseconds is not null,
            "it was not ready in time" => isTouched && outcome.StartedMicroseconds is null,
            "it had not ended when its time was over" or "it did not end when it was told to" => isTouched,
            PartStanding.StoppedForOthers => isOthers && (plan.EndsWhenIncomplete || outcome.StartedMicroseconds is null),
            AgentRound.NotBegun => isOthers && part.Intervals == 0,
            _ => said.StartsWith("it heard of the start ", StringComparison.Ordinal)
                && said.EndsWith(" ms after it", StringComparison.Ordinal) && isTouched && part.Intervals == 0
                || said == "a new round has begun" && isTouched
                || said == "it cannot keep what it measures: No space left on device" && fate.WasTouched,
        };
        return holds ? null : $"it is not so that {said}";
    }

    /// <summary>What was done to an agent, to what all share, and how many processes it has had.</summary>
    internal sealed record Fate(bool WasTouched, bool WasOfAll, int Processes);
}
