namespace Syncopate.Watch.Blocking;

/// <summary>Who had what others stood waiting for, and for how long. The runtime names the owner of a lock to each
/// thread that finds it held; of all else, and of the time for which it is held, the look tells
/// by itself: while some threads wait in a method, those are past the wait that are in the same method and do not wait there.</summary>
/// <param name="traced">What threads did.</param>
/// <param name="read">Reads a stack of the table.</param>
/// <param name="begin">Begin of the window.</param>
/// <param name="end">Its end.</param>
internal sealed class LockHolders(TracedThreads traced, Func<int, BlockedStack> read, long begin, long end)
{
    // Samples come every millisecond or so: shorter times would be told too inexactly for a bound.
    private const double ShortestHoldMilliseconds = 2;

    // Of so many the shortest but two counts, since a sample more or less is nothing to build on; of fewer the shortest.
    private const int Many = 10;
    private const int Rank = 3;
    private const int Fewest = 2;

    // Below, others had it who were not seen.
    private const double LeastSeen = 0.7;

    /// <summary>The holder; null when nobody was seen to have it.</summary>
    /// <param name="waiting">A stack of those that wait.</param>
    /// <param name="isAlwaysAwaited">True when at every instant somebody waited: only then is how often it was had the
    /// most that it can be had.</param>
    /// <param name="place">Says what to call the place of a stack.</param>
    public BlockedHolder? Of(BlockedStack waiting, bool isAlwaysAwaited, Func<BlockedStack, SitePlace> place)
    {
        if (waiting is not { Maker: { } maker, Kind: { } kind })
            return null;
        bool isLock = kind == BlockingKind.Lock;
        IReadOnlyList<HoldSpan> spans = Spans(maker, kind);
        if (isLock)
            spans = OneAtATime(spans);
        BlockedStack? owner = isLock ? Owner(waiting) : null;
        BlockedStack? holder = owner
            ?? Commonest(spans.SelectMany(span => span.Seen.Where(seen => seen.At <= span.To)).Select(seen => seen.Stack));
        if (holder is null)
            return null;
        // An owner in another method: how long that one keeps it was not seen.
        double seen = spans.Sum(span => span.To - span.From) / (double)Math.Max(1, end - begin);
        bool isTimed = holder.Passes(maker) && isAlwaysAwaited && seen >= LeastSeen;
        SitePlace at = place(holder);
        return new BlockedHolder(
            holder.Kind is null ? null : holder.Call,
            at.Name,
            at.File,
            at.Line,
            isTimed ? HoldMilliseconds(spans) : null,
            isLock ? 1 : seen);
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
        !stack.Passes(maker) ? HoldState.Elsewhere : stack.Kind == kind && stack.Maker == maker ? HoldState.Waiting : HoldState.Past;

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
        double[] holds = [.. spans.Where(span => span is { IsWhole: true, EndsWithRequest: true })
            .Select(span => (span.To - span.From) * 1e3 / traced.Frequency)
            .Order()];
        if (holds.Length < Fewest)
            return null;
        double hold = holds[holds.Length < Many ? 0 : Rank - 1];
        return hold < ShortestHoldMilliseconds ? null : hold;
    }

    private BlockedStack? Owner(BlockedStack waiting) => Commonest(
        from contention in traced.Contentions
        where contention.At >= begin && contention.At <= end && read(contention.Stack).Maker == waiting.Maker
        let doing = traced.Thread(contention.Owner)?.StackAfter(contention.At)
        where doing is not null && !(read(doing.Value).Maker == waiting.Maker && read(doing.Value).Kind == waiting.Kind)
        select doing.Value);

    private BlockedStack? Commonest(IEnumerable<int> stacks) =>
        stacks.CountBy(stack => stack).OrderByDescending(seen => seen.Value).Select(seen => read(seen.Key)).FirstOrDefault();
}
