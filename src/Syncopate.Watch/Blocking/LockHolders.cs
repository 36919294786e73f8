namespace Syncopate.Watch.Blocking;

/// <summary>Who had what others stood waiting for, and for how long. The runtime names the owner of a lock to each thread that finds it held; of all else, and of the time for which it is held, the look tells
/// by itself: while some threads wait in a method, those are past the wait that are in the same method and do not wait there.</summary>
/// <param name="traced">What threads did.</param>
/// <param name="read">Reads a stack of the table.</param>
/// <param name="begin">Begin of the window.</param>
/// <param name="end">Its end.</param>
internal sealed class LockHolders(TracedThreads traced, Func<int, BlockedStack> read, long begin, long end)
{
    // Samples come every millisecond or so: shorter times, or fewer of them, would be told too inexactly for a bound.
    private const double ShortestHoldMilliseconds = 2;
    private const int FewestHolds = 3;

    /// <summary>The holder; null when nobody was seen to have it.</summary>
    /// <param name="waiting">A stack of those that wait.</param>
    /// <param name="isAlwaysAwaited">True when at every instant somebody waited. Only then is the number of those that have something else than a lock the most that can have it.</param>
    /// <param name="place">Says what to call the place of a stack.</param>
    public BlockedHolder? Of(BlockedStack waiting, bool isAlwaysAwaited, Func<BlockedStack, string> place)
    {
        if (waiting is not { Maker: { } maker, Kind: { } kind })
            return null;
        bool isLock = kind == BlockingKind.Lock;
        IReadOnlyList<HoldSpan> spans = Spans(maker, kind);
        if (isLock)
            spans = OneAtATime(spans);
        BlockedStack? owner = isLock ? Owner(waiting) : null;
        BlockedStack? holder = owner ?? Commonest(spans.SelectMany(span => span.Seen.Where(seen => seen.At <= span.To)).Select(seen => seen.Stack));
        if (holder is null)
            return null;
        // An owner in another method: how long that one keeps it was not seen.
        bool isTimed = holder.Passes(maker) && (isLock || isAlwaysAwaited);
        double atOnce = isLock ? 1 : spans.Sum(span => span.To - span.From) / (double)Math.Max(1, end - begin);
        return new BlockedHolder(holder.Kind is null ? null : holder.Call, place(holder), holder.User?.File, holder.User?.Line, isTimed ? HoldMilliseconds(spans) : null, atOnce);
    }

    private List<HoldSpan> Spans((string Type, string Method) maker, BlockingKind kind)
    {
        Dictionary<int, HoldState> states = [];
        return [.. traced.Threads.SelectMany(thread => new HoldWalk(State, begin, end).Spans(thread)).OrderBy(span => span.From)];

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
    private List<HoldSpan> OneAtATime(IReadOnlyList<HoldSpan> spans)
    {
        List<HoldSpan> held = [];
        for (int i = 0; i < spans.Count; i++)
        {
            bool isCut = i + 1 < spans.Count && spans[i + 1].From < spans[i].To;
            HoldSpan span = isCut ? spans[i] with { To = spans[i + 1].From, IsWhole = spans[i].From > begin } : spans[i];
            if (span.To > span.From)
                held.Add(span);
        }

        return held;
    }

    // The shorter of mean and median: two holds of one thread on end may look like one, and a bound must not be too low.
    private double? HoldMilliseconds(IReadOnlyList<HoldSpan> spans)
    {
        double[] holds = [.. spans.Where(span => span.IsWhole).Select(span => (span.To - span.From) * 1e3 / traced.Frequency).Order()];
        if (holds.Length < FewestHolds)
            return null;
        double hold = Math.Min(holds.Average(), holds[holds.Length / 2]);
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
