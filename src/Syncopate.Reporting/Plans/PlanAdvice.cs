using Syncopate.Planning;
using Syncopate.Planning.Formulas;
using Syncopate.Texts;

namespace Syncopate.Reporting.Plans;

/// <summary>A plan in sentences: what one form gains over the other, where it breaks, and what to do. Each follows from
/// a figure of the plan.</summary>
internal static class PlanAdvice
{
    private const double ShortBlock = 0.5;

    // Percentiles further apart than this are not the same.
    private const double MostAlike = 1.1;

    // Of waits that vary none is the longest.
    private const double NearlyAll = 1 - 1e-6;

    /// <summary>The sentences, the most important first.</summary>
    public static IEnumerable<string> Sentences(Plan plan)
    {
        ArgumentNullException.ThrowIfNull(plan);
        PlanQuestion question = plan.Question;
        PlannedForm? sync = plan.Forms.FirstOrDefault(f => f.Style == WaitStyle.Blocking);
        PlannedForm? best = plan.Forms.LastOrDefault(f => f.Style is WaitStyle.Awaiting or WaitStyle.AwaitingTogether);
        if (sync is not null && best is not null)
            yield return Gain(sync, best);
        foreach (PlannedForm endless in plan.Forms.Where(f => double.IsInfinity(f.SteadyMilliseconds)))
            yield return Unstable(plan, endless);
        // A pool that may not have those threads never has a steady state in which 1 % waits; where async falls behind too, none help.
        if (sync is { CollapsedShare: > 0, ThreadsNeeded: > 0 } && sync.CollapsedShare > (best?.CollapsedShare ?? 0)
            && double.IsFinite(sync.SteadyMilliseconds)
            && question.Allows(sync.ThreadsNeeded))
        {
            yield return Slow(plan, sync);
        }

        foreach (PlannedForm open in plan.Forms.Where(f => IsOpen(f.Start)))
        {
            yield return $"{PlanText.Name(open.Style)} is not predictable here: servers of the same code and load differ by a factor of "
                + "ten and more, as their pools happen to grow. No figure of it is a promise; more minimum threads, or awaiting, help.";
        }

        RequestDemand demand = question.Total(WaitStyle.Awaiting);
        yield return $"A request waits {Share(demand.WaitShare)} of its time: "
            + $"async can free the thread for that share. It adds nothing to the {PlanText.Cores(question.FreeCores)}.";
        if (demand is { CpuSeconds: > 0, WaitSeconds: > 0 })
            yield return Threads(question, demand);
        if (sync is not null
            && question.Endpoints.Max(e => e.Waits * e.Wait.Quantile(NearlyAll)) is > 0 and < ShortBlock
            && Starves(plan, sync, best))
        {
            yield return "Each call blocks for less than 500 ms, so the pool's starvation check never adds a thread for it; "
                + "only hill climbing does, and it may stay at a few. More minimum threads, or awaiting, help.";
        }

        if (plan.Forms.FirstOrDefault(f => f.Style == WaitStyle.BlockingOnTask) is { CollapsedShare: > 0 } collapsing)
        {
            yield return "Sync over async may not recover: timers queue behind blocked requests. "
                + $"It did not in {PlanText.Share(collapsing.CollapsedShare)} of the simulations.";
        }

        if (best?.Bound is { Binds: Resource.Cores } bound && best.SteadyPerSecond > 0.9 * bound.RequestsPerSecond)
        {
            yield return $"The cores are full at {PlanText.Rate(bound.RequestsPerSecond)} requests per second, in every form: "
                + "less CPU per request or more machines, not more threads.";
        }
    }

    /// <summary>Whether threads are short at the load that was asked: a queue for a core, which awaiting has too, or
    /// one that begins at a higher load, is no reason for more threads.</summary>
    private static bool Starves(Plan plan, PlannedForm sync, PlannedForm? best) =>
        sync.CollapsedShare > (best?.CollapsedShare ?? 0)
        || (sync.Onset <= plan.LoadPerInstance
            && !(best?.Onset <= plan.LoadPerInstance)
            && sync.Start.P99Milliseconds.Median > 2_000 * plan.Question.SlowestSeconds(WaitStyle.Blocking));

    /// <summary>The arithmetic of the articles of 2013, and what the cores make of it.</summary>
    private static string Threads(PlanQuestion question, RequestDemand demand)
    {
        int threads = question.MaximumThreads ?? question.MinimumThreads ?? question.Cores;
        (double blocking, double awaiting) = CapacityBounds.OfThreads(demand, threads);
        double cores = CapacityBounds.OfServer(demand.WithServer(), question.FreeCores, threads: null).RequestsPerSecond;
        double times = Math.Min(awaiting, cores) / Math.Min(blocking, cores);
        string answer = threads == 1 ? "thread answers" : "threads answer";
        string factor = FigureText.Significant(times);
        string gained = times == 1 ? "So awaiting can answer no more: the cores are full before the threads are."
            : factor == "1" ? "So awaiting can answer hardly more."
            : $"So awaiting can answer up to {factor} times as much, provided that much load arrives.";
        return $"Thread-limited: {FigureText.Count(threads)} {answer} {PlanText.Rate(blocking)} per second blocked and "
            + $"{PlanText.Rate(awaiting)} awaiting. CPU-limited, including server overhead: {PlanText.Rate(cores)} per second. "
            + gained;
    }

    // Else the steady state would contradict what is said of the start.
    private static string Slow(Plan plan, PlannedForm form) =>
        $"Sync reaches its steady state once its pool has the {Counted.Of(form.ThreadsNeeded, "thread")} it needs: "
        + FormattableString.Invariant(
            $"within the first {plan.SimulatedSeconds:0.#} s {PlanText.Share(form.CollapsedShare)} of the simulations were overloaded.");

    private static string Unstable(Plan plan, PlannedForm form)
    {
        string threads = form.Bound.Binds == Resource.Threads && form.ThreadsNeeded > 0
            ? $"{Counted.Of(form.ThreadsNeeded, "thread")} or "
            : "";
        double machines = Math.Ceiling(plan.Instances * plan.LoadPerInstance / (0.9 * form.Bound.RequestsPerSecond));
        return $"Unstable: {PlanText.Name(form.Style)} answers {Most(form.Bound.RequestsPerSecond, plan.LoadPerInstance)} "
            + $"on a machine, so its queue grows without bound. With {threads}{Counted.Of((long)machines, "machine")} it would not.";
    }

    // "At most 100 of 100" is no reason for a queue.
    private static string Most(double answered, double asked)
    {
        (string most, string all) = (PlanText.Rate(answered), PlanText.Rate(asked));
        if (most != all)
            return $"at most {most} of {all} requests/s";
        return FigureText.DigitsApart(answered, asked) is { } digits
            ? $"at most {FigureText.Significant(answered, digits)} of {FigureText.Significant(asked, digits)} requests/s"
            : $"no more than the {all} requests/s that arrive";
    }

    private static string Share(double share) => PlanText.Share(share, "0.#");

    private static string Time(double milliseconds) => FigureText.Milliseconds(milliseconds);

    private static string Gain(PlannedForm sync, PlannedForm best)
    {
        double ratio = sync.Start.P50Milliseconds.Median / best.Start.P50Milliseconds.Median;
        (string slow, string fast) = (Time(sync.Start.P50Milliseconds.Median), Time(best.Start.P50Milliseconds.Median));
        return ratio switch
        {
            _ when IsSilent(sync) && IsSilent(best) =>
                $"Neither form answered anything: half of the requests of sync had waited {slow}, and of async {fast}, when the simulation "
                    + "was given up.",
            _ when IsSilent(best) =>
                $"Stay sync: the median answer takes {slow}; async answered nothing, and half of its requests had waited {fast} when the "
                    + "simulation was given up.",
            _ when IsSilent(sync) =>
                $"Go async: the median answer takes {fast}; sync answered nothing, and half of its requests had waited {slow} when the "
                    + "simulation was given up.",
            _ when !sync.Start.P50Milliseconds.IsPredictable || !best.Start.P50Milliseconds.IsPredictable => Unpromised(sync, best),
            > 1.05 => $"Go async: the median answer takes {fast} instead of {slow}, "
                + FormattableString.Invariant($"{(ratio >= 10 ? Math.Round(ratio) : ratio):#,0.#} times less, ")
                + On((long)Math.Round(best.Start.Threads.Median), (long)Math.Round(sync.Start.Threads.Median)),
            < 0.95 => FormattableString.Invariant($"Stay sync: the median answer takes {slow} against {fast}."),
            // A median says nothing of the hundredth request that waits for a thread, nor of a queue that grows later.
            _ when IsOpen(sync.Start) || IsOpen(best.Start) =>
                $"The median answer takes the same at this load, {slow} and {fast}; the slowest may not: 99th percentile "
                    + $"{PlanText.P99(sync.Start)} sync, {PlanText.P99(best.Start)} async.",
            _ when !IsAlike(sync.Start.P99Milliseconds.Median, best.Start.P99Milliseconds.Median) =>
                $"The median answer takes the same at this load, {slow} and {fast}; the slowest do not{Slowest(sync, best)}.",
            _ when sync.CollapsedShare > best.CollapsedShare =>
                $"The median answer takes the same at this load, {slow} and {fast}; but {Overloaded(sync, best)}",
            _ when best.CollapsedShare > sync.CollapsedShare =>
                $"The median answer takes the same at this load, {slow} and {fast}; but {Overloaded(best, sync)}",
            _ when sync.SteadyMilliseconds > MostAlike * best.SteadyMilliseconds =>
                $"No difference in the first seconds at this load: {slow} and {fast}.",
            // Where a queue grows without bound, in one form or both, this says what they have in common so far.
            _ when double.IsInfinity(sync.SteadyMilliseconds) || double.IsInfinity(best.SteadyMilliseconds) =>
                $"No difference in the first seconds at this load: {slow} and {fast}.",
            _ => $"No difference at this load: {slow} and {fast}. Threads are not short here.",
        };
    }

    private static bool IsSilent(PlannedForm form) => form.Start.RequestsPerSecond.Median == 0;

    private static bool IsAlike(double one, double other) => Math.Max(one, other) <= MostAlike * Math.Min(one, other);

    private static string On(long few, long many) =>
        few == many ? "on as many threads." : $"on {Counted.Of(few, "thread")} instead of {FigureText.Count(many)}.";

    private static string Overloaded(PlannedForm more, PlannedForm less) =>
        $"{PlanText.Name(more.Style)} was overloaded in {PlanText.Share(more.CollapsedShare)} of the simulations, "
            + $"{PlanText.Name(less.Style)} in {PlanText.Share(less.CollapsedShare)}.";

    /// <summary>Where a median is not predictable a factor is no promise; which form is the faster one may be.</summary>
    private static string Unpromised(PlannedForm sync, PlannedForm best)
    {
        (Band slow, Band fast) = (sync.Start.P50Milliseconds, best.Start.P50Milliseconds);
        string advice = slow.Low > fast.High ? "Go async"
            : fast.Low > slow.High ? "Stay sync"
            : "Neither form can be promised to be the faster one";
        return $"{advice}: the median answer of sync is {PlanText.Range(slow)}, that of async is {PlanText.Range(fast)}.";
    }

    private static string Slowest(PlannedForm sync, PlannedForm best) => sync.Start.CarriesP99 && best.Start.CarriesP99
        ? $": 99th percentile {Time(sync.Start.P99Milliseconds.Median)} sync, {Time(best.Start.P99Milliseconds.Median)} async"
        : "";

    private static bool IsOpen(PlannedLevel level) =>
        !level.P50Milliseconds.IsPredictable || (level.CarriesP99 && !level.P99Milliseconds.IsPredictable);
}
