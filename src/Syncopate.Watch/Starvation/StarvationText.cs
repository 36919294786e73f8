using System.Globalization;
using Syncopate.Reporting;
using Syncopate.Texts;

namespace Syncopate.Watch.Starvation;

/// <summary>Puts a starvation into words.</summary>
internal static class StarvationText
{
    private const double NotableShare = 0.1;

    public static string Sentence(StarvationCase found, StarvationGain? gain) => found.Cause switch
    {
        StarvationCause.None => "The pool is not starving: no work waits for a thread.",
        StarvationCause.Processors =>
            $"{Items(found.Queue)} for a thread, for {StarvationCase.Text(found.Seconds)} s, but the pool does not starve: its threads "
            + $"were {Working(found)}{Shares(found)}.{Processors(found)}{More(found)}",
        StarvationCause.UsedElsewhere =>
            $"{Items(found.Queue)} for a thread, for {StarvationCase.Text(found.Seconds)} s. Whether the pool starves is not known: its "
            + $"threads were {Working(found)}{Shares(found)}.{Processors(found)}"
            + (found.IsUsedElsewhere ? " Watch again while those do less." : More(found)),
        StarvationCause.CompensatedWaits =>
            Describe(found, gain, found.AddsForTasks
                ? "The pool is notified of such waits for Tasks, and adds about four threads per second until there are "
                    + "enough, so every burst queues again."
                : "From .NET 6 on the pool is notified of such waits for Tasks, and adds threads for them, unless it is configured not to; "
                    + "in this time no such decision of it was seen."),
        StarvationCause.UncompensatedWaits =>
            Describe(found, gain, "The pool is not notified of such waits: it adds one or two threads per second, "
                + "and only while nothing at all leaves the queue."),
        StarvationCause.ShortWaits =>
            Describe(found, gain, "Short blocking calls: at least one item leaves the queue every half second, so the pool does not "
                + $"detect starvation, and hill climbing{Swing(found)} while the queue does not drain."),
        StarvationCause.Contention => $"{Waiting(found)}{Where(found)}{Contention(found)}",
        StarvationCause.Unseen => $"{Waiting(found)}{Unseen(found)}",
        _ => throw new ArgumentOutOfRangeException(nameof(found), found.Cause, "Not a cause that moments show."),
    };

    /// <summary>What was seen of more threads, as sentences of their own; empty where nothing was.</summary>
    public static string Seen(PoolRelief? relief, PoolGrowth? growth) =>
        relief is not null
            ? $" For {StarvationCase.Text(relief.Seconds)} s {Hardly(relief.PerSecond)} completed, while the pool grew "
                + FormattableString.Invariant($"from {Counted.Of(relief.FromThreads, "thread")} in use to {relief.ToThreads}, and ")
                + $"{StarvationCase.Text(relief.PerSecondAfter)} per second when hardly anything was left in its queue: what they "
                + "wait for needs a thread of this pool itself, so that more threads, or await in their place, help."
            : growth is not null
                ? $" More threads have helped so far: with about {StarvationCase.Text(growth.Many)} in use "
                    + $"{StarvationCase.Text(growth.ManyPerSecond)} work items per second were completed, with about "
                    + $"{StarvationCase.Text(growth.Few)} only {StarvationCase.Text(growth.FewPerSecond)}."
                : "";

    private static string Hardly(double perSecond) =>
        perSecond > 0 ? $"only {StarvationCase.Text(perSecond)} work items per second were" : "nothing at all was";

    private static string Describe(StarvationCase found, StarvationGain? gain, string pool) =>
        $"{Waiting(found)}{Where(found)}{Pool(found, pool)}{Help(found, gain)}";

    private static string Waiting(StarvationCase found) =>
        $"Starving for {StarvationCase.Text(found.Seconds)} s: {FirstLetter.Lower(Items(found.Queue))} for a thread.";

    private static string Items(double queue) =>
        Math.Round(queue) <= 1 ? "1 work item waits" : $"{StarvationCase.Text(Math.Round(queue))} work items wait";

    private static string Working(StarvationCase found) =>
        found.ComputedForShare >= NotableShare || found is { ComputedForShare: > 0, HasBlocked: true }
            ? "working, or waited until the other threads of a parallel loop had worked"
        : found.HasBlocked ? "more at work, waiting for a processor or paused by the collector than blocked"
        : found.Shares is { Paused: >= NotableShare } ? "working, waiting for a processor or paused by the collector"
        : found.Shares is { } shares && shares.WaitingForProcessor > shares.Working ? "working, not waiting for anything but a processor"
        : "working, not waiting";

    private static string More(StarvationCase found) =>
        found.IsUsedElsewhere ? " More threads would help only by taking processors from those."
        : found.CompletesNothing ? " Whether more threads would help is not known: hardly anything was completed, as where threads wait in "
            + "a loop, without blocking, for work that is queued itself."
        : found.IsKeptFromProcessors ? " Whether more threads would help is not known: threads waited for a processor"
            + (found.Shares is { Paused: >= NotableShare } ? ", or for the collector," : "")
            + " although the process used fewer than it may."
        : found.HasNoProcessorLeft ? " More threads would not help."
        : " More threads may help as far as processors are free and what they do runs in parallel"
            + (found.Limit is 1 ? ", but the only one that the pool may have is in use (ThreadPool.SetMaxThreads)."
                : found.Limit is { } limit ? $", but all {limit.ToString(CultureInfo.InvariantCulture)} that the pool may have are in use "
                + "(ThreadPool.SetMaxThreads)." : ".");

    private static string Shares(StarvationCase found) => found.Shares is { } shares ? $" ({shares.Describe(BlockedIn(found))})" : "";

    private static string BlockedIn(StarvationCase found) =>
        found is { Worst: { } worst, Shares.Blocked: >= ThreadShares.LeastShown } ? $" (most in {worst.Describe()})" : "";

    private static string Processors(StarvationCase found)
    {
        string used = found.Processors is { } processors
            ? string.Create(
                CultureInfo.InvariantCulture,
                $" The process used {processors.Used:0.0#} of the {processors.Allowed:0.##} ")
                + (processors.Allowed == 1 ? "processor that it may use." : "processors that it may use.")
            : "";
        return found.Throttled is { } throttled
            ? FormattableString.Invariant($"{used} The limit of its container, {throttled.Limit:0.##}, stopped it ")
                + $"for {StarvationCase.Text(throttled.Seconds)} s of processor time."
            : found.IsUsedElsewhere
                ? $"{used} The others were used elsewhere: by other processes on this machine or its host."
                : used;
    }

    private static string Where(StarvationCase found) => found.Worst is { } worst && found.BlockedThreads is { } blocked
        ? $" {Busy(found, found.Threads(worst), blocked, "is", "are")} blocked in {worst.Describe()}."
        : "";

    private static string Busy(StarvationCase found, double part, double blocked, string one, string many)
    {
        string told = StarvationCase.Text(part);
        string all = StarvationCase.Text(Math.Max(blocked, found.BusyAtLook ?? blocked));
        return $"{told} of {all} busy {(all == "1" ? "thread" : "threads")} {(told == "1" ? one : many)}";
    }

    // What the pool would do counts for nothing once it has all the threads that it may have.
    private static string Pool(StarvationCase found, string behaviour) => found.Limit is 1
        ? " The only thread that the pool may have is in use (ThreadPool.SetMaxThreads): it adds none, whatever waits."
        : found.Limit is { } limit ? string.Create(
            CultureInfo.InvariantCulture,
            $" All {limit} threads that the pool may have are in use (ThreadPool.SetMaxThreads): it adds none, whatever waits.")
        : $" {behaviour}";

    // What only rises does not swing.
    private static string Swing(StarvationCase found)
    {
        IReadOnlyList<int> threads = found.PoolThreads;
        return threads.Zip(threads.Skip(1)).Any(pair => pair.Second < pair.First)
                ? string.Create(CultureInfo.InvariantCulture, $" swings the number of threads between {threads.Min()} and {threads.Max()}")
            : threads[^1] > threads[0] ? string.Create(CultureInfo.InvariantCulture,
                $" moves the number of threads from {threads[0]} to {threads[^1]}")
            : " keeps the number of threads too low";
    }

    private static string Help(StarvationCase found, StarvationGain? gain)
    {
        string cure = found.Worst is { } worst && WaitLimits.Cure(worst) is { } known ? $" {known}" : "";
        if (gain is not null)
        {
            string needed = StarvationCase.Text(gain.ThreadsNeeded);
            (string possible, string now) = Apart(gain.PossiblePerSecond, found.Completed);
            return $"{cure} With {needed} {(needed == "1" ? "thread" : "threads")}, one per item known to be in flight, up to "
                + $"about {possible} work items per second could complete instead of {now}, provided as much work arrives and what it "
                + "waits for keeps up; "
                + (found.LooksUpNames
                    ? "await gains less, since on Unix it takes a thread of this pool too to look a name up."
                    : "await in their place needs none of them.");
        }

        string gains = found is { ScalesWithThreads: true, Completed: > 0, HasProcessorsToSpare: true }
            ? $", more would complete: how much is not known, since {(found.HasLoops
                ? "items of a parallel loop are not callers" : "what is in flight grows or shrinks")}."
            : "";
        if (found.WaitsForLoops || found.Worst is { } body && WaitLimits.IsInLoop(body))
        {
            return (found.WaitsForLoops ? " Others wait for parallel loops whose bodies wait so" : " It is the body of a parallel loop")
                + ": Parallel.ForEachAsync awaits in a body, where await alone would leave the loop before its work is done."
                + cure + (gains.Length > 0 ? $" With more threads, or with that{gains}" : "");
        }

        return found.Worst is not { } place ? cure : WaitLimits.Of(place) switch
        {
            _ when found is { ScalesWithThreads: true, HasProcessorsToSpare: false } => $"{cure} Whether more threads, or await in their "
                + "place, would help is not known: the process used most of the processors that it may.",
            WaitLimit.Tasks =>
                $"{cure} With await in their place the wait holds no thread. How much that gains is not known: "
                    + "Tasks that need a thread of this pool to complete wait "
                    + $"in the same queue{(found.Limit is null ? "" : ", and while all threads are blocked like that none of them can")}.",
            WaitLimit.None or WaitLimit.Lookup when WaitLimits.IsOfTimer(place) => $"{cure} A timer begins this work, and a tick that "
                + "waits for a thread holds back the next: how much would begin with enough threads, or with await, is not seen.",
            WaitLimit.None or WaitLimit.Lookup when place.Guard is { } guard => $"{cure} {guard} is called before, there or in a caller: "
                + "if what it got is still held, no more can pass than it lets in, whatever the number of threads.",
            _ when gains.Length > 0 && (found.HasLoops || !found.IsSteady) => $"{cure} With more threads, or await in their place{gains}",
            WaitLimit.Connections => " They wait for a connection from a connection pool: whether it is exhausted was not observed, nor "
                + "what the holders of its connections do. Where those need a thread of the thread pool, as after an await, more threads, "
                + $"or awaiting the connection, help.{cure}",
            WaitLimit.Permits when place.Holder is not null => cure,
            WaitLimit.Unknown or WaitLimit.Permits =>
                $"{cure} Whether more threads would help depends on what they wait for there, which is not seen.",
            WaitLimit.None or WaitLimit.Lookup or WaitLimit.Lock or WaitLimit.Writer or WaitLimit.Room or WaitLimit.Computing => cure,
            var other => throw new ArgumentOutOfRangeException(nameof(found), other, "Not a limit of a wait."),
        };
    }

    // "100 instead of 100" is no gain, and there is one.
    private static (string One, string Other) Apart(double one, double other)
    {
        (string first, string second) = (StarvationCase.Text(one), StarvationCase.Text(other));
        return first == second && FigureText.DigitsApart(one, other) is { } digits
            ? (FigureText.Significant(one, digits), FigureText.Significant(other, digits))
            : (first, second);
    }

    private static string Contention(StarvationCase found)
    {
        if (found.Worst is not { } worst)
            return "";
        string what = WaitLimits.Of(worst) switch
        {
            WaitLimit.Lock => "a lock",
            WaitLimit.Permits => "a semaphore",
            WaitLimit.Writer => "the single writer connection",
            WaitLimit.Room => "space in a queue with a single consumer",
            _ => throw new ArgumentOutOfRangeException(nameof(found), WaitLimits.Of(worst), "Not what threads contend for."),
        };
        string cure = WaitLimits.Cure(worst) is { } known ? $" {known}" : "";
        string limit = !WaitLimits.IsShownToLimit(worst) ? "."
            : found.HasOtherWork(worst) ? ": those that wait for it gain nothing by more threads, or await, but other work that waits "
                + "for a thread may."
            : ": more threads, or await, would only lengthen the queue for it.";
        return $" They contend for {what}{limit}{Holder(worst)}{Doubt(worst)}{cure}";
    }

    // What is denied must have been seen to fail.
    private static string Doubt(BlockedSite worst) => (WaitLimits.Of(worst), worst.Holder?.Evidence) switch
    {
        _ when WaitLimits.IsShownToLimit(worst) => "",
        (_, HolderEvidence.WaitsForTask) => " That wait is for a Task, which may need a thread of this pool to complete: then it waits "
            + "behind those that wait for it, and more threads, or await, help.",
        (_, HolderEvidence.Several) => " Several have it at once, so it is more than one lock, or lets in more than one: more threads, or "
            + "await, may help as far as they wait for different ones.",
        (WaitLimit.Writer, _) => " What the writer waits for was not observed, so it is unknown whether more threads would help.",
        (_, null) => " The holder was not observed, so it is unknown whether more threads, or await, would help.",
        (_, HolderEvidence.None or HolderEvidence.Exclusive) => " It is unknown whether more threads, or await, would help.",
        var (_, other) => throw new ArgumentOutOfRangeException(nameof(worst), other, "Not what is known of a holder."),
    };

    private static string Holder(BlockedSite worst)
    {
        if (worst.Holder is not { } holder)
            return "";
        bool isOne = WaitLimits.Of(worst) == WaitLimit.Lock && holder.Evidence != HolderEvidence.Several;
        string having = StarvationCase.Text(holder.AtOnce);
        string who = isOne ? $" It is held in {holder.Describe()}"
            : $" About {having} at a time {(having == "1" ? "has" : "have")} it, in {holder.Describe()}";
        string shorten = $"Shorten what is done while {(isOne ? "holding" : "having")} it.";
        return holder is { HoldMilliseconds: { } hold, CeilingPerSecond: { } ceiling }
            ? $"{who}, for at least about {StarvationCase.Text(hold)} ms each time: no more than about {StarvationCase.Text(ceiling)} per "
                + $"second can pass, whatever the number of threads. {shorten}"
            : $"{who}. {shorten}";
    }

    private static string Unseen(StarvationCase found)
    {
        if (found.IsLookedAt && found.Worst is { } worst && found.BlockedThreads is { } blocked)
        {
            return $" When sampled, only {Busy(found, blocked, blocked, "was", "were")} blocked, "
                + $"most in {worst.Describe()}: that does not explain it.{Did(found)}";
        }

        if (found.IsLookedAt && found.Shares is null)
        {
            return found.WaitsForLoops
                ? " When sampled, its threads waited for the other threads of a parallel loop, or were in no call that is known to block."
                : " When sampled, none of its threads was in a call that is known to block: they were working, or in native code.";
        }

        string seen = found is { IsLookedAt: true, WaitsForLoops: true }
            ? "Its threads waited for the other threads of a parallel loop, and in no other call known to block, when it was sampled"
            : found.IsLookedAt
            ? "No call that is known to block was seen when it was sampled"
            : "Blocked threads have not been sampled yet";
        return $" {seen}.{Did(found)}";
    }

    private static string Did(StarvationCase found) => found.Shares is { } shares ? $" Its threads' time: {shares.Describe()}." : "";
}
