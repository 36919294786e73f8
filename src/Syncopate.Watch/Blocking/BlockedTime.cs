using Syncopate.Units;
using Syncopate.Watch.Stacks;
using Syncopate.Watch.Starvation;

namespace Syncopate.Watch.Blocking;

/// <summary>From what threads did to the places where they stood blocked.</summary>
internal sealed class BlockedTime(TracedThreads traced) : IDisposable
{
    // To find a holder, all that was reported is read once more.
    private const int MostHeld = 8;
    private const double LeastHeld = 0.01;

    // Of the window: for a moment after each hold nobody waits where two threads take turns.
    private const double AlwaysAwaited = 0.9;

    private readonly FrameReader _frames = new(traced.Methods);
    private readonly Dictionary<int, BlockedStack> _stacks = [];
    private readonly Dictionary<(BlockingKind Kind, SitePlace Place, string? Via), SiteTally> _sites = [];

    // Which route code made while the program runs serves: a lambda of its own for each handler.
    private readonly Dictionary<string, string> _routes = new(StringComparer.Ordinal);

    // Found by route and call; made when the first is asked for.
    private readonly Dictionary<(string Route, string Call), Frame?> _places = [];
    private EndpointHandlers? _handlers;

    public BlockedSites Sum()
    {
        (long from, long to) = Window();
        ThreadTrack[] pool = [.. traced.Threads.Where(thread => thread.Stacks.Any(stack => Read(stack).IsPool))];
        (ThreadTrack Thread, BlockedSpan Span)[] spans = [.. pool.SelectMany(
            thread => thread.Spans(stack => Read(stack) is { IsWorking: true, Kind: not null }, from, to).Select(span => (thread, span)))];
        KnowRoutes(spans.Select(blocked => blocked.Span));
        foreach ((ThreadTrack thread, BlockedSpan span) in spans)
            Add(thread, span);

        SiteTally[] certain = [.. _sites.Values.Where(site => site.IsCertain).OrderByDescending(site => site.Ticks)];
        double all = Math.Max(1, certain.Sum(site => site.Ticks));
        double perMillisecond = Milliseconds.ToSeconds(traced.Frequency);
        LockHolders holders = new(traced, Read, from, to);
        int held = 0;
        return new BlockedSites
        {
            WindowMilliseconds = (to - from) / perMillisecond,
            Threads = pool.Length,
            Workers = traced.Numbers(pool),
            LostEvents = traced.LostEvents,
            Sites = [.. certain.Select(site => Held(site, site.Site(all, perMillisecond)))],
        };

        BlockedSite Held(SiteTally tally, BlockedSite site)
        {
            WaitLimit limit = WaitLimits.Of(site);
            bool hasHolder = limit is WaitLimit.Lock or WaitLimit.Permits or WaitLimit.Room;
            if (site.Share < LeastHeld || !hasHolder || held++ >= MostHeld)
                return site;
            BlockedStack waiting = tally.Commonest;
            bool isAlwaysAwaited = tally.CoveredTicks >= AlwaysAwaited * (to - from);
            return site with
            {
                Holder = limit == WaitLimit.Room ? null
                    : holders.Of(waiting, isAlwaysAwaited, stack => PlaceOf(stack, RouteOf(stack, site.Route))),
                OtherRequests = holders.Elsewhere(waiting),
            };
        }
    }

    public void Dispose() => _frames.Dispose();

    // All threads are sampled together: the first and the last sample of any are those of all.
    private (long From, long To) Window()
    {
        (long First, long Last)[] sampled = [.. traced.Threads.Select(thread => thread.Sampled).OfType<(long, long)>()];
        return sampled.Length == 0 ? (0, 0) : (sampled.Min(thread => thread.First), sampled.Max(thread => thread.Last));
    }

    private void KnowRoutes(IEnumerable<BlockedSpan> spans)
    {
        IEnumerable<(string Code, string Route)> known =
            from span in spans
            let stack = Read(span.Stack)
            where stack is { GeneratedCode: not null, InRequest: true } && span.Route is not null
            group span.Ticks by (Code: stack.GeneratedCode, Route: span.Route) into served
            orderby served.Sum() descending
            select served.Key;
        foreach ((string code, string route) in known)
            _routes.TryAdd(code, route);
    }

    // A request that began before the look has no route, but the code that serves it may have served others since.
    private string? RouteOf(BlockedStack stack, string? route) =>
        !stack.InRequest ? null : stack.GeneratedCode is { } code && _routes.TryGetValue(code, out string? known) ? known : route;

    private void Add(ThreadTrack thread, BlockedSpan span)
    {
        BlockedStack stack = Read(span.Stack);
        if (!stack.IsWorking)
            return;
        // A wait that was reported, in a call that no rule knows: the runtime's own code waits for a lock, or the library for a signal.
        BlockingKind kind = stack.Kind ?? BlockingKind.Signal;
        string? route = RouteOf(stack, span.Route);
        SitePlace place = PlaceOf(stack, route);
        if (!_sites.TryGetValue((kind, place, stack.Via), out SiteTally? site))
            _sites[(kind, place, stack.Via)] = site = new SiteTally(kind, place);
        site.Add(thread, stack, span with { Route = route });
    }

    // Only of a call that the handler itself makes: what a method of .NET calls stands in no line of the application.
    private Frame? Handler(string route, string call)
    {
        if (_places.TryGetValue((route, call), out Frame? place))
            return place;
        try
        {
            place = (_handlers ??= new EndpointHandlers(_frames.Own())).Find(route, call);
        }
        catch (BadImageFormatException)
        {
            // A file that is damaged, or was replaced while it was read: the route says where.
        }

        return _places[(route, call)] = place;
    }

    private SitePlace PlaceOf(BlockedStack stack, string? route)
    {
        bool isHandler = stack.User is null && (route is not null || stack.IsOfEndpoint);
        return (isHandler ? Handler(route ?? "", stack.Call) : stack.User) is { } user
            ? new SitePlace(
                user.Name,
                user.File,
                user.Line,
                isHandler ? user.Guard : stack.Guard,
                stack.IsPolling || (isHandler && user.IsInLoop && stack.Kind == BlockingKind.Sleep))
            : new SitePlace(route ?? stack.Nearest, IsPolling: stack.IsPolling);
    }

    private BlockedStack Read(int stack)
    {
        if (!_stacks.TryGetValue(stack, out BlockedStack? read))
            _stacks[stack] = read = new BlockedStack(Frames(stack));
        return read;
    }

    // Where the runtime enters a lock in code of its own that is on the stack, that is not reported twice.
    private List<Frame> Frames(int stack)
    {
        List<Frame> frames = [.. traced.Stacks.Addresses(stack).Select(_frames.Read).OfType<Frame>()];
        if (traced.Stacks.Addresses(stack).FirstOrDefault() == FrameReader.EnterAddress
            && frames.Skip(1).Any(frame => BlockingRules.Of(frame) == BlockingKind.Lock))
        {
            frames.RemoveAt(0);
        }

        return frames;
    }
}
