using System.Globalization;

namespace Syncopate.Watch.Starvation;

/// <summary>Puts a starvation into words.</summary>
internal static class StarvationWords
{
    // Less is no reason for anything.
    private const double LeastThrottledSeconds = 0.1;
    private const double NotableShare = 0.1;
    private const double LeastUse = 0.85;

    public static string Sentence(StarvationCase found, StarvationGain? gain) => found.Cause switch
    {
        StarvationCause.None => "The pool is not starving: no work waits for a thread.",
        StarvationCause.Processors =>
            $"{Items(found.Queue)} for a thread, for {StarvationCase.Told(found.Seconds)} s, but the pool does not starve: its threads "
            + $"were {Working(found)}{Shares(found)}.{Processors(found)}{More(found)}",
        StarvationCause.CompensatedWaits =>
            Told(found, gain, "The pool is told of waits for Tasks, and adds about four threads a second until there are enough; "
                + "each burst pays for it again."),
        StarvationCause.UncompensatedWaits =>
            Told(found, gain, "The pool is not told of such waits: it adds one thread or two a second, "
                + "and only while nothing at all leaves the queue."),
        StarvationCause.ShortWaits =>
            Told(found, gain, "This is the trap of short blocking calls: in each half second something leaves the queue, "
                + $"so the pool never takes it for starvation, and hill climbing{Swing(found)} while the queue stands."),
        StarvationCause.Contention => $"{Waiting(found)}{Where(found)}{Contention(found)}",
        _ => $"{Waiting(found)}{Unseen(found)}",
    };

    private static string Told(StarvationCase found, StarvationGain? gain, string pool) =>
        $"{Waiting(found)}{Where(found)}{Pool(found, pool)}{Help(found, gain)}";

    private static string Waiting(StarvationCase found) =>
        $"Starving for {StarvationCase.Told(found.Seconds)} s: "
            + $"{char.ToLowerInvariant(Items(found.Queue)[0])}{Items(found.Queue)[1..]} for a thread.";

    private static string Items(double queue) =>
        Math.Round(queue) <= 1 ? "1 work item waits" : $"{StarvationCase.Told(Math.Round(queue))} work items wait";

    private static string Working(StarvationCase found) =>
        found.ComputedForShare >= NotableShare || found is { ComputedForShare: > 0, HasBlocked: true }
            ? "working, or waited until the other threads of a parallel loop had worked"
        : found.HasBlocked ? "more at work, waiting for a processor or paused by the collector than blocked"
        : found.Shares is { } shares && shares.WaitingForProcessor > shares.Working ? "working, not waiting for anything but a processor"
        : "working, not waiting";

    private static string More(StarvationCase found) => found.HasNoProcessorLeft ? " More threads would not help."
        : " More threads would help as far as processors are free, "
            + (found.Limit is { } limit ? $"but all {limit.ToString(CultureInfo.InvariantCulture)} that the pool may have are in use "
                + "(ThreadPool.SetMaxThreads)." : "and the pool adds them.");

    private static string Shares(StarvationCase found) => found.Shares is { } shares ? $" ({shares.Told(BlockedIn(found))})" : "";

    private static string BlockedIn(StarvationCase found) =>
        found is { Worst: { } worst, Shares.Blocked: >= ThreadShares.LeastTold } ? $" (most in {worst.Told()})" : "";

    private static string Processors(StarvationCase found)
    {
        string used = found.Processors is { } processors
            ? string.Create(
                CultureInfo.InvariantCulture,
                $" The process used {processors.Used:0.0#} of the {processors.Allowed:0.##} processors that it may use.")
            : "";
        return found.Throttled is { Seconds: >= LeastThrottledSeconds } throttled
            ? FormattableString.Invariant($"{used} The limit of its container, {throttled.Limit:0.##}, stopped it ")
                + $"for {StarvationCase.Told(throttled.Seconds)} s of processor time."
            : $"{used}{Neighbours(found)}";
    }

    // Ready threads that get no processor although the process uses few: something else has them.
    private static string Neighbours(StarvationCase found) =>
        found is { Processors: { } processors, Shares: { } shares }
                && processors.Used < LeastUse * processors.Allowed
                && shares.WaitingForProcessor > shares.Working
            ? " The others were used elsewhere: by other programs of this machine, or of the one below it."
            : "";

    private static string Where(StarvationCase found) => found.Worst is { } worst && found.BlockedThreads is { } blocked
        ? $" {StarvationCase.Told(found.Threads(worst))} of {StarvationCase.Told(Math.Max(blocked, found.Busy ?? blocked))} busy threads "
            + $"stand in {worst.Told()}."
        : "";

    // What the pool would do counts for nothing once it has all the threads that it may have.
    private static string Pool(StarvationCase found, string behaviour) => found.Limit is { } limit
        ? string.Create(
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
            return $"{cure} With {StarvationCase.Told(gain.ThreadsNeeded)} threads, one for each item that is known to be in flight, "
                + $"at most about {StarvationCase.Told(gain.PossiblePerSecond)} a second would complete instead "
                + $"of {StarvationCase.Told(found.Completed)}, if as much work comes and what is waited for keeps up; "
                + "await in their place needs none of them.";
        }

        return found.Worst is not { } place ? cure : WaitLimits.Of(place) switch
        {
            WaitLimit.Tasks =>
                $"{cure} With await in their place no thread is held. How much that gains is not told: "
                    + "Tasks that need a thread of this pool to complete wait "
                    + $"in the same queue{(found.Limit is null ? "" : ", and while all threads stand so none of them can")}.",
            WaitLimit.None when place.Guard is { } guard => $"{cure} The same method enters {guard} before: if it still has that then, "
                + "no more can pass than that lets in, whatever the number of threads.",
            WaitLimit.Unknown => $"{cure} Whether more threads would help depends on what they wait for there, which is not seen.",
            _ => cure,
        };
    }

    private static string Contention(StarvationCase found)
    {
        if (found.Worst is not { } worst)
            return "";
        string one = WaitLimits.Of(worst) switch
        {
            WaitLimit.Lock => " They wait for one another, for a lock",
            WaitLimit.Permits => " They wait for one another, for a semaphore",
            WaitLimit.Writer => " They wait for one another, for the one connection that may write",
            WaitLimit.Room => " They wait for one another, for room in a queue that one thread empties",
            _ => " They wait for one another, for a connection of a pool",
        };
        string cure = WaitLimits.Cure(worst) is { } known ? $" {known}" : "";
        return $"{one}: more threads, or await, would only lengthen that queue.{Holder(worst)}{cure}";
    }

    private static string Holder(BlockedSite worst)
    {
        if (worst.Holder is not { } holder)
            return WaitLimits.Of(worst) is WaitLimit.Lock or WaitLimit.Permits ? " Who has it was not seen." : "";
        bool isLock = WaitLimits.Of(worst) == WaitLimit.Lock;
        string who = isLock
            ? $" It is held in {holder.Told()}"
            : $" About {StarvationCase.Told(holder.AtOnce)} at a time have it, in {holder.Told()}";
        return holder is { HoldMilliseconds: { } hold, CeilingPerSecond: { } ceiling }
            ? $"{who}, for at least about {StarvationCase.Told(hold)} ms each time: no more than about {StarvationCase.Told(ceiling)} a "
                + $"second can pass, whatever the number of threads. Shorten what is done while {(isLock ? "holding" : "having")} it."
            : $"{who}. Shorten what is done while {(isLock ? "holding" : "having")} it.";
    }

    private static string Unseen(StarvationCase found)
    {
        if (found.IsLookedAt && found.Worst is { } worst && found.BlockedThreads is { } blocked)
        {
            return $" When looked at, only {StarvationCase.Told(blocked)} "
                + $"of {StarvationCase.Told(Math.Max(blocked, found.Busy ?? blocked))} busy threads stood blocked, most in {worst.Told()}: "
                + $"that does not explain it.{Did(found)}";
        }

        if (found.IsLookedAt && found.Shares is null)
            return " When looked at, none of its threads stood in a call that is known to block: they were working, or in native code.";
        string seen = found.IsLookedAt
            ? "No call that is known to block was seen when it was looked at"
            : "Nobody has looked yet at where its threads stand";
        return $" {seen}.{Did(found)}";
    }

    private static string Did(StarvationCase found) => found.Shares is { } shares ? $" Its threads' time: {shares.Told()}." : "";
}
