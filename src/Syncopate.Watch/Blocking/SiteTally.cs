namespace Syncopate.Watch.Blocking;

/// <summary>Adds up the blocked stretches of one place.</summary>
internal sealed class SiteTally(BlockingKind kind, SitePlace at)
{
    private readonly HashSet<ThreadTrack> _threads = [];
    private readonly Dictionary<string, long> _routes = new(StringComparer.Ordinal);
    private readonly Dictionary<BlockedStack, long> _stacks = [];
    private readonly List<(long From, long To)> _spans = [];
    private int _told;
    private int _sampled;
    private long _sampledTicks;
    private long _taskTicks;
    private long _longest;

    /// <summary>Blocked time of all threads.</summary>
    public long Ticks { get; private set; }

    /// <summary>Time in which at least one thread was blocked here: that many waited for as long as all of it says nothing of whether
    /// somebody always did.</summary>
    public long CoveredTicks
    {
        get
        {
            (long covered, long until) = (0, long.MinValue);
            foreach ((long from, long to) in _spans.OrderBy(span => span.From))
            {
                covered += Math.Max(0, to - Math.Max(from, until));
                until = Math.Max(until, to);
            }

            return covered;
        }
    }

    /// <summary>True when the place did not come from a single glimpse, which may have been of work.</summary>
    public bool IsCertain { get; private set; }

    /// <summary>The stack that was seen here for longest; of a place to which nothing was added yet, there is none.</summary>
    public BlockedStack Commonest => _stacks.MaxBy(seen => seen.Value).Key;

    public void Add(ThreadTrack thread, BlockedStack stack, BlockedSpan span)
    {
        _threads.Add(thread);
        Ticks += span.Ticks;
        _spans.Add((span.From, span.From + span.Ticks));
        _longest = Math.Max(_longest, span.Ticks);
        _stacks[stack] = _stacks.GetValueOrDefault(stack) + span.Ticks;
        if (stack.IsSyncOverAsync)
            _taskTicks += span.Ticks;
        if (span.Route is { } route)
            _routes[route] = _routes.GetValueOrDefault(route) + span.Ticks;
        if (span.Samples > 0)
        {
            _sampled++;
            _sampledTicks += span.Ticks;
        }
        else
        {
            _told++;
        }

        IsCertain |= span.Samples != 1;
    }

    public BlockedSite Site(double ticksOfAll, double ticksPerMillisecond)
    {
        BlockedStack stack = Commonest;
        return new BlockedSite
        {
            Kind = kind,
            Call = stack.Call,
            Place = at.Name,
            Via = stack.Via,
            File = at.File,
            Line = at.Line,
            Guard = at.Guard,
            IsPolling = at.IsPolling,
            Route = _routes.Count == 0 ? null : _routes.MaxBy(seen => seen.Value).Key,
            IsSyncOverAsync = _taskTicks > Ticks / 2,
            IsSampled = _sampledTicks > Ticks / 2,
            Threads = _threads.Count,
            Waits = _told > 0 ? _told : _sampled,
            BlockedMilliseconds = Ticks / ticksPerMillisecond,
            LongestMilliseconds = _longest / ticksPerMillisecond,
            Share = Ticks / ticksOfAll,
            Frames = stack.Frames,
        };
    }
}
