namespace Syncopate.Tests.Reporting.Claims;

/// <summary>What is said of the machines that sent a load, and when it is true.</summary>
internal static class AgentRules
{
    private const double Limit = 0.9;

    /// <summary>The rules.</summary>
    public static IReadOnlyList<ClaimRule> All { get; } =
    [
        new("Agent (?<a>a[0-9]) on (?<m>m[12]) \\((?<part>[^)]+)\\) is not whole: (?<why>[^.]+)\\.( From <at:n> s after the start "
            + "nothing of it counts\\.)?"
            + "( <late:n> (?<word>intervals?) came later, and (?<are>is|are) in no figure\\.)?",
            s => Part(s) is { } part && part.Machine == s["m"] && part.Part == s["part"] && part.Missing == s["why"]
                && s.Shows("at", part.LostAtSeconds)
                && s.Shows("late", part.LateIntervals > 0 ? part.LateIntervals : null)
                    && (!s.Has("late") || (s["are"] == "is") == (part.LateIntervals == 1)
                    && (s["word"] == "interval") == (part.LateIntervals == 1))),
        new("Agent (?<a>a[0-9]) was the limit of its part: at its busiest it was free for <p:p> of the time\\.",
            s => Part(s)?.BusyShare > Limit && s.Shows("p", 100 * (1 - Part(s)!.BusyShare))),
        new("Answers wait until the generator gets to them, so that its own delay counts as the server's\\.|More agents, or a smaller "
            + "part for this one\\.", s => Parts(s).Any(part => part.BusyShare > Limit)),
        new("(agent )?(?<a>a[0-9]): (?<part>.+?): <n:n> (?<word>answers?), <f:n> failed(, began at most <late:t> late|, began at "
            + "least <early:t> early)?(, free for at least <p:p> of the time)?"
            + "(; lost in <slots:n> slots?, measured again)?(; LOST: (?<why>.+))?$",
            s => Part(s) is { } part && part.Part == s["part"] && IsCounted(s, part) && (s["word"] == "answer") == (part.Count == 1)
                && s["why"] == (part.Missing ?? "")),
        new("(?<a>a[0-9]) \\| (?<m>m[12]) \\| (?<part>[^–|]+?)( – lost in <slots:n> slots?, measured again)?( – lost: (?<why>[^|]+?))? "
            + "\\| (–|<most:n>/s) \\| <n:n> \\| <f:n> \\| <late:t> \\| (–|<p:p>) \\| <off:t>$",
            s => Part(s) is { } part && part.Machine == s["m"] && part.Part == s["part"] && IsCounted(s, part)
                && s.Shows("most", part.PerSecond)
                && s.Shows("off", part.WallOffsetMicroseconds / 1e3) && s["why"] == (part.Missing ?? "")),
        new("started within: <t:t> of each other, each from when it was due; known to <known:t>$", s => s.Shows("t", Apart(s))
            && s.Shows("known", Known(s))),
        new("The agents began within <t:t> of each other, each from when it was due, by the database’s clock, which they know to "
            + "<known:t> \\(half a round trip\\)\\. A wrong wall clock changes no "
            + "figure\\. Histograms are added, never percentiles\\.$", s => s.Shows("t", Apart(s)) && s.Shows("known", Known(s))),
        new("Who sent the load$|Agent \\| Machine \\| Part \\| Can send \\| Answers \\| Failed \\| Most late \\| Least free \\| Clock "
            + "off$", s => Parts(s).Count > 0),
        new("The generator was not the limit It used .*$", s => !Parts(s).Any(part => part.BusyShare > Limit)),
    ];

    private static IReadOnlyList<AgentPart> Parts(Said said) => said.Claim.In<InventedParts>()!.All;

    private static AgentPart? Part(Said said) => Parts(said).FirstOrDefault(part => part.Name == said["a"]);

    private static bool IsCounted(Said said, AgentPart part) => said.Shows("n", part.Count) && said.Shows("f", part.Errors)
        && said.Shows("late", part.StartedLateMicroseconds / 1e3)
        && said.Shows("p", 100 * (1 - part.BusyShare)) && said.Shows("slots", part.Repeated > 0 ? part.Repeated : null);

    // Load by load: who was late in different loads was not late together. Journals of before know of one load only.
    private static double Apart(Said said)
    {
        AgentPart[] begun = [.. Parts(said).Where(part => part.StartedLateMicroseconds is not null)];
        double first = begun.Min(part => part.StartedLateMicroseconds!.Value);
        return begun.Length < 2 ? double.NaN : begun.Max(part =>
            part.ApartMicroseconds ?? part.StartedLateMicroseconds!.Value - first) / 1e3;
    }

    private static double Known(Said said) => Parts(said).Max(part => part.RoundTripMicroseconds) / 2e3;
}
