using Syncopate.Units;

namespace Syncopate.Watch.Blocking;

/// <summary>Who had what others stood waiting for, and for how long. The runtime names the owner of a lock to each
/// thread that finds it held; of all else, and of the time for which it is held, the look reports by itself: while
/// some threads wait in a method, those are past the wait that are in the same method, do not wait there, and have
/// not left by its code what they entered.</summary>
/// <param name="traced">What threads did.</param>
/// <param name="read">Reads a stack of the table.</param>
/// <param name="begin">Begin of the window.</param>
/// <param name="end">Its end.</param>
internal sealed class LockHolders(TracedThreads traced, Func<int, BlockedStack> read, long begin, long end)
{
    // Samples come every millisecond or so: shorter times would be known too inexactly for a bound.
    private const double ShortestHoldMilliseconds = 2;

    // Of so many the shortest but two counts, since a sample more or less is nothing to build on; of fewer the shortest.
    private const int Many = 10;
    private const int Rank = 3;
    private const int Fewest = 2;

    // Below, others had it who were not seen.
    private const double LeastSeen = 0.7;

    // Who has it less is seen by chance, or had it for no time.
    private const double LeastHeld = 0.5;

    // Of the time for which it is had.
    private const double NotableWait = 0.1;

    // Of the times that a thread found a lock held: another lock now and then changes nothing.
    private const double MostlyOne = 0.95;

    // Threads past a lock at a time, on average: samples see each a little longer than it was.
    private const double MostOfOne = 1.25;

    private bool? _mayBeSuspended;

    /// <summary>The holder; null when nobody was seen to have it.</summary>
    /// <param name="waiting">A stack of those that wait.</param>
    /// <param name="isAlwaysAwaited">True when somebody waited nearly all the time: only then is how often it was had the
    /// most that it can be had.</param>
    /// <param name="place">Says what to call the place of a stack.</param>
    public BlockedHolder? Of(BlockedStack waiting, bool isAlwaysAwaited, Func<BlockedStack, SitePlace> place)
    {
        // Who reads keeps nobody from reading, and who writes is in another method.
        if (waiting is not { Maker: { } maker, Kind: { } kind } || IsReading(waiting))
            return null;
        bool isLock = kind == BlockingKind.Lock;
        // What a method does not give back is no permit: it waits for a signal, and goes on with what that was for.
        if (!isLock && !waiting.GivesBack)
            return null;
        IReadOnlyList<HoldSpan> past = Spans(maker, kind);
        IReadOnlyList<HoldSpan> spans = isLock ? OneAtATime(past) : past;
        BlockedStack? owner = isLock ? Owner(waiting) : null;
        (BlockedStack Stack, long Ticks)[] did = [.. Did(spans)];
        double seen = Part(spans);
        BlockedStack? holder = owner ?? did.OrderByDescending(part => part.Ticks).Select(part => part.Stack).FirstOrDefault();
        // Who comes past a semaphore now and then may be what it was a signal for.
        if (holder is null || (!isLock && seen < LeastHeld))
            return null;
        HolderEvidence evidence = isLock && IsSeveral(waiting, past) ? HolderEvidence.Several
            : IsWaiting(did, holder, stack => stack.IsSyncOverAsync || stack.Kind == BlockingKind.TaskWait) ? HolderEvidence.WaitsForTask
            : IsWaiting(did, holder, MayWaitForOthers) ? HolderEvidence.None
            : isAlwaysAwaited && ((isLock && !IsOfReaders(waiting)) || (HasAllSeen(past) && !MayBeSuspended))
                ? HolderEvidence.Exclusive
            : HolderEvidence.None;
        // An owner in another method: how long that one keeps it was not seen.
        bool isTimed = holder.Passes(maker) && evidence == HolderEvidence.Exclusive && seen >= LeastSeen;
        SitePlace at = place(holder);
        return new BlockedHolder(
            holder.Kind is null ? null : holder.Call,
            at.Name,
            at.File,
            at.Line,
            isTimed ? HoldMilliseconds(spans) : null,
            !isLock ? seen : evidence == HolderEvidence.Several ? Math.Max(1, Part(past)) : 1)
        {
            Evidence = evidence,
        };
    }

    /// <summary>Part of the requests that never came to the method in which threads wait, nor found the same lock held in another, of
    /// those that a thread was seen to begin and to have done with: they wait for a thread, and not for what is held. One that awaits is
    /// done with, for this thread, when that begins the next. Null when there was none.</summary>
    /// <param name="waiting">A stack of those that wait.</param>
    public double? Elsewhere(BlockedStack waiting)
    {
        if (waiting.Maker is not { } maker)
            return null;
        (int all, int elsewhere) = (0, 0);
        ILookup<ThreadTrack?, long> found = FoundHeld(waiting);
        foreach (ThreadTrack thread in traced.Threads)
        {
            (bool isServed, bool came, long since) = (false, false, 0);
            foreach (ThreadMark mark in thread.Marks)
            {
                if (mark.Kind is ThreadMarkKind.RequestBegins or ThreadMarkKind.RequestEnds)
                {
                    came |= found[thread].Any(at => at >= since && at <= mark.At);
                    all += isServed ? 1 : 0;
                    elsewhere += isServed && !came ? 1 : 0;
                    (isServed, came, since) = (mark.Kind == ThreadMarkKind.RequestBegins, false, mark.At);
                }
                else if (isServed && mark.Kind != ThreadMarkKind.WaitEnds)
                {
                    came |= read(mark.Stack).Passes(maker);
                }
            }
        }

        return all > 0 ? elsewhere / (double)all : null;
    }

    // When which threads found the same lock held, in whatever method; none where the runtime does not name it.
    private ILookup<ThreadTrack?, long> FoundHeld(BlockedStack waiting)
    {
        HashSet<ulong> locks = [.. ContentionsOf(waiting).Select(contention => contention.Lock).Where(held => held != 0)];
        return traced.Contentions
            .Where(contention => locks.Contains(contention.Lock))
            .ToLookup(contention => traced.Thread(contention.Waiter), contention => contention.At);
    }

    private static bool MayWaitForOthers(BlockedStack stack) =>
        stack.IsPolling || stack.WaitsWithin || stack.Kind is BlockingKind.Lock or BlockingKind.Signal;

    // Of such a lock the runtime names no owner, and readers may have it where nobody was seen to write.
    private static bool IsOfReaders(BlockedStack waiting) => waiting.Call.StartsWith("ReaderWriterLockSlim.", StringComparison.Ordinal);

    private static bool IsReading(BlockedStack waiting) => IsOfReaders(waiting)
        && waiting.Call.Contains("ReadLock", StringComparison.Ordinal)
        && !waiting.Call.Contains("Upgradeable", StringComparison.Ordinal);

    private double Part(IReadOnlyList<HoldSpan> spans) => spans.Sum(span => span.To - span.From) / (double)Math.Max(1, end - begin);

    // What those did that have it, and for how long: a wait that is reported is seen once, work at each sample.
    private IEnumerable<(BlockedStack Stack, long Ticks)> Did(IReadOnlyList<HoldSpan> spans) =>
        from span in spans
        let seen = span.Seen.Where(seen => seen.At <= span.To).ToArray()
        from part in seen.Zip([.. seen.Skip(1).Select(next => next.At), span.To], (one, until) => (one.Stack, Ticks: until - one.At))
        group part.Ticks by read(part.Stack) into done
        select (done.Key, done.Sum());

    private static bool IsWaiting((BlockedStack Stack, long Ticks)[] did, BlockedStack holder, Func<BlockedStack, bool> isSo) =>
        isSo(holder) || did.Where(part => isSo(part.Stack)).Sum(part => part.Ticks) > NotableWait * did.Sum(part => part.Ticks);

    // By its name where the runtime reports that; else by how many were past it at the same time.
    private bool IsSeveral(BlockedStack waiting, IReadOnlyList<HoldSpan> past)
    {
        ulong[] locks = [.. ContentionsOf(waiting).Select(contention => contention.Lock).Where(held => held != 0)];
        return locks.Length > 0
            ? locks.CountBy(held => held).Max(held => held.Value) < MostlyOne * locks.Length
            : Part(past) > MostOfOne;
    }

    // How many a semaphore lets in is not known: whoever came by await may have it as well, and is seen only now and then.
    private bool MayBeSuspended => _mayBeSuspended ??=
        traced.Threads.SelectMany(thread => thread.Stacks).Distinct().Any(stack => read(stack).EntersAsync);

    // A semaphore whose permits others have, who are on no thread, is seen to be had by fewer than it lets in.
    private bool HasAllSeen(IReadOnlyList<HoldSpan> past)
    {
        (long At, int Change)[] changes =
            [.. past.SelectMany(span => new (long At, int)[] { (span.From, 1), (span.To, -1) }).OrderBy(change => change.At)];
        Dictionary<int, long> lasting = [];
        int atOnce = 0;
        long since = begin;
        foreach ((long at, int change) in changes)
        {
            lasting[atOnce] = lasting.GetValueOrDefault(atOnce) + at - since;
            (atOnce, since) = (atOnce + change, at);
        }

        // The most at once, but for a tenth of the time: one that leaves is seen for a moment after the next came.
        long rest = (end - begin) / 10;
        int most = lasting.OrderByDescending(time => time.Key)
            .SkipWhile(time => (rest -= time.Value) >= 0)
            .Select(time => time.Key)
            .FirstOrDefault();
        return most > 0 && Part(past) >= LeastSeen * most;
    }

    private List<HoldSpan> Spans((string Type, string Method) maker, BlockingKind kind)
    {
        Dictionary<int, HoldState> states = [];
        HashSet<int> after = [.. Walk(_ => false).Where(span => span.CameByWait).SelectMany(span => span.Seen).Select(seen => seen.Stack)];
        return [.. Walk(after.Contains).OrderBy(span => span.From)];

        IEnumerable<HoldSpan> Walk(Func<int, bool> isAfter) =>
            traced.Threads.SelectMany(thread => new HoldWalk(State, isAfter, begin, end).Spans(thread));

        HoldState State(int stack)
        {
            if (!states.TryGetValue(stack, out HoldState state))
                states[stack] = state = StateOf(read(stack), maker, kind);
            return state;
        }
    }

    private static HoldState StateOf(BlockedStack stack, (string Type, string Method) maker, BlockingKind kind) =>
        !stack.Passes(maker) ? HoldState.Elsewhere
        : stack.Kind == kind && stack.Maker == maker ? HoldState.Waiting
        : stack.HasLeft(maker) ? HoldState.Left
        : HoldState.Past;

    // Who is past a lock holds it until the next one gets it, at the longest: the method may go on without it.
    private static List<HoldSpan> OneAtATime(IReadOnlyList<HoldSpan> spans)
    {
        List<HoldSpan> held = [];
        for (int i = 0; i < spans.Count; i++)
        {
            bool isCut = i + 1 < spans.Count && spans[i + 1].From < spans[i].To;
            HoldSpan span = isCut ? spans[i] with { To = spans[i + 1].From, IsWhole = !spans[i].BeganUnseen } : spans[i];
            if (span.To > span.From)
                held.Add(span);
        }

        return held;
    }

    // Nearly the shortest that was seen: what follows from it is a bound, which must not be too low. Two holds of one
    // thread on end look like one where no end of a request stands between them.
    private double? HoldMilliseconds(IReadOnlyList<HoldSpan> spans)
    {
        double[] holds = [.. spans.Where(span => span is { IsWhole: true, IsOfOne: true })
            .Select(span => Milliseconds.FromSeconds(span.To - span.From) / traced.Frequency)
            .Order()];
        if (holds.Length < Fewest)
            return null;
        double hold = holds[holds.Length < Many ? 0 : Rank - 1];
        return hold < ShortestHoldMilliseconds ? null : hold;
    }

    private IEnumerable<Contention> ContentionsOf(BlockedStack waiting) => traced.Contentions.Where(
        contention => contention.At >= begin && contention.At <= end && read(contention.Stack).Maker == waiting.Maker);

    private BlockedStack? Owner(BlockedStack waiting) => Commonest(
        from contention in ContentionsOf(waiting)
        let until = traced.Thread(contention.Waiter)?.WaitEndAfter(contention.At) ?? end
        let doing = traced.Thread(contention.Owner)?.StackWithin(contention.At, until)
        where doing is not null && !IsSameWait(read(doing.Value), waiting)
        select doing.Value);

    // Who stands in the same line as those that wait for him has come back for the lock; in another line he may wait for a second one.
    private static bool IsSameWait(BlockedStack stack, BlockedStack waiting) =>
        (stack.Maker, stack.Kind) == (waiting.Maker, waiting.Kind)
        && (stack.User?.File, stack.User?.Line) == (waiting.User?.File, waiting.User?.Line);

    private BlockedStack? Commonest(IEnumerable<int> stacks) =>
        stacks.CountBy(stack => stack).OrderByDescending(seen => seen.Value).Select(seen => read(seen.Key)).FirstOrDefault();
}
