namespace Syncopate.Capacity;

/// <summary>A plan in sentences: what one form gains over the other, where it breaks, and what to do. Each follows from a figure of the plan.</summary>
public static class PlanAdvice
{
    private const double ShortBlock = 0.5;

    /// <summary>The sentences, the most important first.</summary>
    public static IEnumerable<string> Sentences(Plan plan)
    {
        ArgumentNullException.ThrowIfNull(plan);
        PlanQuestion question = plan.Question;
        PlannedForm? sync = plan.Forms.FirstOrDefault(f => f.Style == WaitStyle.Blocking);
        PlannedForm? best = plan.Forms.LastOrDefault(f => f.Style is WaitStyle.Awaiting or WaitStyle.AwaitingTogether);
        if (sync is not null && best is not null)
            yield return Gain(sync, best);
        RequestDemand demand = question.Total(WaitStyle.Awaiting);
        yield return FormattableString.Invariant($"A request waits {100 * demand.WaitShare:0} % of its time: that is what async can free of a thread. It frees nothing of the {question.FreeCores:0.##} core{(question.FreeCores == 1 ? "" : "s")}.");
        if (sync?.Onset is not null && demand.WaitSeconds is > 0 and < ShortBlock)
            yield return "Each call blocks for less than 500 ms, so the pool's starvation check never adds a thread for it; only hill climbing does, and it may stay at a few. More minimum threads, or awaiting, help.";
        if (plan.Forms.FirstOrDefault(f => f.Style == WaitStyle.BlockingOnTask) is { CollapsedShare: > 0 } collapsing)
            yield return FormattableString.Invariant($"Sync over async may collapse for good: timers queue behind blocked requests. It did in {100 * collapsing.CollapsedShare:0} % of the simulations.");
        if (best?.Bound is { Binds: Resource.Cores } cores && best.SteadyPerSecond > 0.9 * cores.RequestsPerSecond)
            yield return FormattableString.Invariant($"The cores are full at {cores.RequestsPerSecond:0.#} answers a second, in every form: less CPU a request or more machines, not more threads.");
    }

    private static string Gain(PlannedForm sync, PlannedForm best)
    {
        double ratio = sync.Start.P50Milliseconds.Median / best.Start.P50Milliseconds.Median;
        return ratio switch
        {
            > 1.05 => FormattableString.Invariant($"Go async: the median answer takes {best.Start.P50Milliseconds.Median:0} ms instead of {sync.Start.P50Milliseconds.Median:0} ms, {ratio:0.0} times less, on {best.Start.Threads.Median:0} threads instead of {sync.Start.Threads.Median:0}."),
            < 0.95 => FormattableString.Invariant($"Stay sync: the median answer takes {sync.Start.P50Milliseconds.Median:0} ms against {best.Start.P50Milliseconds.Median:0} ms."),
            _ => FormattableString.Invariant($"No difference at this load: {sync.Start.P50Milliseconds.Median:0} ms and {best.Start.P50Milliseconds.Median:0} ms. Threads are not short here."),
        };
    }
}
