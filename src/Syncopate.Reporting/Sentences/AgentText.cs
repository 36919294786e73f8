using Syncopate.Units;

namespace Syncopate.Reporting.Sentences;

/// <summary>What each of several machines sent, in the units and the words of a report.</summary>
internal static class AgentText
{
    /// <summary>Code of the doubt that an agent was the limit.</summary>
    public const string Limit = "agent-limit";

    /// <summary>Code of the doubt that an agent's machine was kept from its processors.</summary>
    public const string Stolen = "agent-stolen-time";

    /// <summary>An agent's part in the units of a report.</summary>
    public static LoadAgent Of(AgentPart part) => new(part.Name, part.Machine, part.Cores, part.Part, part.Count, part.Errors)
    {
        StartedLateMilliseconds = Microseconds.ToMilliseconds(part.StartedLateMicroseconds),
        ClockOffMilliseconds = Microseconds.ToMilliseconds(part.WallOffsetMicroseconds),
        RoundTripMilliseconds = Microseconds.ToMilliseconds(part.RoundTripMicroseconds),
        FreeShare = FreeOf(part),
        PerSecond = part.PerSecond,
        Repeated = part.Repeated,
        WasTheLimit = part.WasTheLimit,
        Missing = part.Missing,
        LostAtSeconds = part.LostAtSeconds,
    };

    // What a thread used is read a moment after how long it had: never less than nothing is left.
    private static double? FreeOf(AgentPart part) => part.BusyShare is { } busy ? Math.Clamp(1 - busy, 0, 1) : null;

    /// <summary>How well they began together; null when fewer than two began.</summary>
    public static LoadTogether? Together(IReadOnlyList<AgentPart> parts)
    {
        AgentPart[] begun = [.. parts.Where(part => part.StartedLateMicroseconds is not null)];
        if (begun.Length < 2)
            return null;
        // Load by load: agents that were late in different slots were not late together.
        double? first = begun.Min(part => part.StartedLateMicroseconds);
        double apart = begun.Max(part => part.ApartMicroseconds ?? part.StartedLateMicroseconds - first) ?? 0;
        return new LoadTogether(Microseconds.ToMilliseconds(apart), parts.Max(part => part.RoundTripMicroseconds) / 2e3);
    }

    /// <summary>What is missing of an agent that was lost.</summary>
    public static string Missing(AgentPart part)
    {
        string since = part.LostAtSeconds is { } at ? $" From {FigureText.Significant(at)} s after the start nothing of it counts." : "";
        string late = part.LateIntervals > 0
            ? $" {Wording.Plural(part.LateIntervals, "interval")} came later, and {(part.LateIntervals == 1 ? "is" : "are")} in no "
                + "figure."
            : "";
        return $"Agent {part.Name} on {part.Machine} ({part.Part}) is not whole: {part.Missing?.TrimEnd('.')}.{since}{late}";
    }

    /// <summary>Agents that were the limit, or whose machines had less than their processors.</summary>
    public static IEnumerable<Doubt> Doubts(IReadOnlyList<AgentPart> parts) => [.. Limits(parts), .. Steals(parts)];

    /// <summary>The lines for a terminal: head and text of each; empty for a load from one process.</summary>
    public static IEnumerable<(string Head, string Text)> Lines(IReadOnlyList<LoadAgent> agents, LoadTogether? together)
    {
        foreach (LoadAgent agent in agents)
        {
            string counts = $"{Wording.Plural(agent.Count, "answer")}, {FigureText.Count(agent.Errors)} failed";
            string lost = agent.Missing is { } why ? $"; LOST: {why}" : "";
            yield return ("agent " + agent.Name, $"{agent.Part}: {counts}{Late(agent)}{Free(agent)}{Repeated(agent)}{lost}");
        }

        if (together is not null)
        {
            yield return ("started within", $"{FigureText.Milliseconds(together.SkewMilliseconds)} of each other, each from when it was "
                + $"due; known to {FigureText.Milliseconds(together.UncertaintyMilliseconds)}");
        }
    }

    private static IEnumerable<Doubt> Steals(IReadOnlyList<AgentPart> parts) =>
        from part in parts
        where (part.MeanStolenShare ?? part.StolenShare) > ReportConditions.MuchStolen
        select new Doubt(
            Stolen,
            null,
            StolenFrom(part),
            "A generator that waits for a processor sees answers late, and its own delay counts as the server's.",
            "Put this agent on a machine that does not share its processors, or leave it out.");

    // By the mean, as of the machine that coordinates: what is stolen comes in bursts. Older journals have the worst load alone.
    private static string StolenFrom(AgentPart part)
    {
        string worst = FigureText.Percent(100 * (part.StolenShare ?? 0));
        string whose = $"of the processors’ time of agent {part.Name} on {part.Machine} while it sent";
        return part.MeanStolenShare is not { } mean ? $"CPU steal: at its most the hypervisor took {worst} {whose}."
            : $"CPU steal: the hypervisor took {FigureText.Percent(100 * mean)} {whose}"
                + $"{(part.StolenShare > mean && worst != FigureText.Percent(100 * mean) ? $", up to {worst} in a load" : "")}.";
    }

    private static IEnumerable<Doubt> Limits(IReadOnlyList<AgentPart> parts) =>
        from part in parts
        where part.WasTheLimit
        select new Doubt(
            Limit,
            null,
            $"Agent {part.Name} was the limit of its part"
                + (FreeOf(part) is { } free ? $": at its busiest it was free for {FigureText.Percent(100 * free)} of the time." : "."),
            "Answers wait until the generator gets to them, so that its own delay counts as the server's.",
            "More agents, or a smaller part for this one.");

    private static string Late(LoadAgent agent) =>
        agent.StartedLateMilliseconds is not { } late ? ""
            : late < 0 ? $", began at least {FigureText.Milliseconds(-late)} early"
            : $", began at most {FigureText.Milliseconds(late)} late";

    private static string Free(LoadAgent agent) =>
        agent.FreeShare is { } free ? $", free for at least {FigureText.Percent(100 * free)} of the time" : "";

    private static string Repeated(LoadAgent agent) =>
        agent.Repeated > 0 ? $"; lost in {Wording.Plural(agent.Repeated, "slot")}, measured again" : "";
}
