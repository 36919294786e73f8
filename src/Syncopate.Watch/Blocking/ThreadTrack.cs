using Syncopate.Watch.Stacks;

namespace Syncopate.Watch.Blocking;

/// <summary>What was reported of one thread, and the stretches of blocked time that follow from it: waits are reported exactly;
/// between them, a state that a sample saw lasts halfway to the sample before and to the one after.</summary>
internal sealed class ThreadTrack
{
    private readonly List<ThreadMark> _marks = [];
    private ThreadMark[]? _ordered;

    public void Add(ThreadMark mark)
    {
        _marks.Add(mark);
        _ordered = null;
    }

    /// <summary>All that was reported, in order.</summary>
    public IReadOnlyList<ThreadMark> Marks => Ordered;

    /// <summary>A stack of the thread between two instants: the first that was reported then, else the one in which it has waited since
    /// before; null when neither was reported.</summary>
    public int? StackWithin(long from, long to)
    {
        ThreadMark[] marks = Ordered;
        int first = FirstFrom(from);
        int told = Array.FindIndex(marks, first, HasStack);
        if (told >= 0 && marks[told].At <= to)
            return marks[told].Stack;
        return first > 0 && marks[first - 1].Kind == ThreadMarkKind.WaitBegins ? marks[first - 1].Stack : null;
    }

    /// <summary>When the first wait ends that ends after an instant; null when none was seen to.</summary>
    public long? WaitEndAfter(long at)
    {
        int end = Array.FindIndex(Ordered, FirstFrom(at), mark => mark.Kind == ThreadMarkKind.WaitEnds);
        return end < 0 ? null : Ordered[end].At;
    }

    /// <summary>Instants of the first and last sample; null when there is none.</summary>
    public (long First, long Last)? Sampled
    {
        get
        {
            long[] samples = [.. _marks.Where(mark => IsSample(mark.Kind)).Select(mark => mark.At)];
            return samples.Length == 0 ? null : (samples.Min(), samples.Max());
        }
    }

    /// <summary>All stacks of the thread.</summary>
    public IEnumerable<int> Stacks => _marks.Select(mark => mark.Stack).Distinct();

    /// <summary>The blocked stretches within a window.</summary>
    /// <param name="isBlocked">Whether a thread that a sample finds with this stack in native code is blocked.</param>
    /// <param name="from">Start of the window.</param>
    /// <param name="to">End of the window.</param>
    public IReadOnlyList<BlockedSpan> Spans(Func<int, bool> isBlocked, long from, long to)
    {
        IReadOnlyList<ThreadMark> marks = Marks;
        Walk walk = new(from, to);
        // A wait that ends without having begun began before the window.
        ThreadMark first = marks.FirstOrDefault(mark => mark.Kind is ThreadMarkKind.WaitBegins or ThreadMarkKind.WaitEnds);
        if (first.Kind == ThreadMarkKind.WaitEnds)
            walk.BeginWait(from, first.Stack);
        foreach (ThreadMark mark in marks)
            walk.Take(mark, isBlocked);
        return walk.End();
    }

    private ThreadMark[] Ordered => _ordered ??= [.. _marks.OrderBy(mark => mark.At)];

    private int FirstFrom(long at)
    {
        ThreadMark[] marks = Ordered;
        (int low, int high) = (0, marks.Length);
        while (low < high)
        {
            int middle = (low + high) / 2;
            (low, high) = marks[middle].At < at ? (middle + 1, high) : (low, middle);
        }

        return low;
    }

    private static bool HasStack(ThreadMark mark) => mark.Kind is ThreadMarkKind.WaitBegins || IsSample(mark.Kind);

    private static bool IsSample(ThreadMarkKind kind) => kind is ThreadMarkKind.SampledInside or ThreadMarkKind.SampledOutside;

    private sealed class Walk
    {
        private readonly long _from;
        private readonly long _to;
        private readonly List<BlockedSpan> _spans = [];

        // Where what is known now begins: the window, the end of a wait, or halfway between two samples.
        private long _since;
        private long? _lastSample;
        private int _stack;
        private int _samples;
        private bool _waits;
        private string? _route;

        public Walk(long from, long to)
        {
            (_from, _to) = (from, to);
            _since = from;
        }

        public void Take(ThreadMark mark, Func<int, bool> isBlocked)
        {
            switch (mark.Kind)
            {
                case ThreadMarkKind.WaitBegins:
                    BeginWait(mark.At, mark.Stack);
                    break;
                case ThreadMarkKind.WaitEnds when _waits:
                    Close(mark.At);
                    break;
                case ThreadMarkKind.RequestBegins or ThreadMarkKind.RequestEnds:
                    if (!_waits)
                        Close(mark.At); // What samples saw of one request is none of the next.
                    _route = mark.Route;
                    break;
                case ThreadMarkKind.SampledInside or ThreadMarkKind.SampledOutside when !_waits:
                    Sample(mark, mark.Kind == ThreadMarkKind.SampledOutside && isBlocked(mark.Stack));
                    break;
            }
        }

        public void BeginWait(long at, int stack)
        {
            Close(at);
            (_waits, _stack) = (true, stack);
        }

        public List<BlockedSpan> End()
        {
            Close(_to);
            return _spans;
        }

        private void Sample(ThreadMark mark, bool isBlocked)
        {
            if (_samples > 0 && (!isBlocked || mark.Stack != _stack))
                Close(Between(mark.At));
            if (isBlocked && _samples++ == 0)
                (_since, _stack) = (Between(mark.At), mark.Stack);
            _lastSample = mark.At;
        }

        private long Between(long at) => _lastSample is { } last ? last + (at - last) / 2 : _since;

        private void Close(long at)
        {
            long since = Math.Max(_since, _from);
            long length = Math.Min(at, _to) - since;
            if ((_waits || _samples > 0) && length > 0)
                _spans.Add(new BlockedSpan(since, length, _stack, _samples, _route));
            (_since, _waits, _samples) = (at, false, 0);
            _lastSample = null;
        }
    }
}

/// <summary>What was reported of a thread at one instant.</summary>
/// <param name="At">In ticks of the stream.</param>
/// <param name="Kind">What happened.</param>
/// <param name="Stack">Its stack, in the <see cref="StackTable"/>.</param>
/// <param name="Route">The request that began; null for all else.</param>
internal readonly record struct ThreadMark(long At, ThreadMarkKind Kind, int Stack, string? Route);

/// <summary>What is known of a thread.</summary>
internal enum ThreadMarkKind
{
    /// <summary>It begins to wait.</summary>
    WaitBegins,

    /// <summary>Its wait is over.</summary>
    WaitEnds,

    /// <summary>A sample found it within native code: it waits there, or works.</summary>
    SampledOutside,

    /// <summary>A sample found it running managed code.</summary>
    SampledInside,

    /// <summary>It begins to serve a request.</summary>
    RequestBegins,

    /// <summary>It has served a request.</summary>
    RequestEnds,
}

/// <summary>A stretch of time that a thread stood blocked.</summary>
/// <param name="From">Its begin, in ticks of the stream.</param>
/// <param name="Ticks">Its length.</param>
/// <param name="Stack">Where, in the <see cref="StackTable"/>.</param>
/// <param name="Samples">How often it was seen; 0 when its begin or end was reported.</param>
/// <param name="Route">The request that the thread serves; null when it is not known.</param>
internal readonly record struct BlockedSpan(long From, long Ticks, int Stack, int Samples, string? Route);
