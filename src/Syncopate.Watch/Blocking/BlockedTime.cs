namespace Syncopate.Watch.Blocking;

/// <summary>From what threads did to the places where they stood blocked.</summary>
internal sealed class BlockedTime(TracedThreads traced) : IDisposable
{
    private readonly FrameReader _frames = new(traced.Methods);
    private readonly Dictionary<int, BlockedStack> _stacks = [];
    private readonly Dictionary<(BlockingKind Kind, string Place, string? File, int? Line), SiteTally> _sites = [];

    public BlockedSites Sum()
    {
        (long from, long to) = Window();
        int pool = 0;
        foreach (ThreadTrack thread in traced.Threads.Where(thread => thread.Stacks.Any(stack => Read(stack).IsPool)))
        {
            pool++;
            foreach (BlockedSpan span in thread.Spans(stack => Read(stack) is { IsWorking: true, Kind: not null }, from, to))
                Add(thread, span);
        }

        SiteTally[] certain = [.. _sites.Values.Where(site => site.IsCertain).OrderByDescending(site => site.Ticks)];
        double all = Math.Max(1, certain.Sum(site => site.Ticks));
        double perMillisecond = traced.Frequency / 1e3;
        return new BlockedSites
        {
            WindowMilliseconds = (to - from) / perMillisecond,
            Threads = pool,
            LostEvents = traced.LostEvents,
            Sites = [.. certain.Select(site => site.Site(all, perMillisecond))],
        };
    }

    public void Dispose() => _frames.Dispose();

    // All threads are sampled together: the first and the last sample of any are those of all.
    private (long From, long To) Window()
    {
        (long First, long Last)[] sampled = [.. traced.Threads.Select(thread => thread.Sampled).OfType<(long, long)>()];
        return sampled.Length == 0 ? (0, 0) : (sampled.Min(thread => thread.First), sampled.Max(thread => thread.Last));
    }

    private void Add(ThreadTrack thread, BlockedSpan span)
    {
        BlockedStack stack = Read(span.Stack);
        if (!stack.IsWorking)
            return;
        // A wait that was told, in a call that no rule knows: the runtime's own code waits for a lock, or the library for a signal.
        BlockingKind kind = stack.Kind ?? BlockingKind.Signal;
        string? route = stack.InRequest ? span.Route : null;
        string place = stack.User?.Name ?? route ?? stack.Nearest;
        (BlockingKind, string, string?, int?) key = (kind, place, stack.User?.File, stack.User?.Line);
        if (!_sites.TryGetValue(key, out SiteTally? site))
            _sites[key] = site = new SiteTally(kind, place, stack.User);
        site.Add(thread, stack, span with { Route = route });
    }

    private BlockedStack Read(int stack)
    {
        if (!_stacks.TryGetValue(stack, out BlockedStack? read))
            _stacks[stack] = read = new BlockedStack([.. traced.Stacks.Addresses(stack).Select(_frames.Read).OfType<Frame>()]);
        return read;
    }
}
