using Syncopate.Watch.Stacks;

namespace Syncopate.Watch.Blocking;

/// <summary>Finds the stretches for which one thread was past a wait: from the end of that wait, or from the first
/// sample that shows it, until it waits there again, serves another request, has given it back, or is elsewhere.</summary>
/// <param name="state">What a stack says.</param>
/// <param name="isAfter">True for a stack that is known to be of after the wait; of others in the same method it may be of before.</param>
/// <param name="from">Begin of the window.</param>
/// <param name="to">Its end.</param>
internal sealed class HoldWalk(Func<int, HoldState> state, Func<int, bool> isAfter, long from, long to)
{
    private readonly List<HoldSpan> _spans = [];
    private List<(long At, int Stack)> _seen = [];
    private long? _since;
    private long? _lastSample;
    private bool _cameByWait; // The stretch under way began with the end of the wait.
    private bool _beganUnseen; // It was under way when the thread was reported for the first time.
    private bool _isKnown; // The thread has been reported.
    private HoldState? _wait; // What the wait under way is for; null when there is none.

    /// <summary>The stretches within the window, in order.</summary>
    public IReadOnlyList<HoldSpan> Spans(ThreadTrack thread)
    {
        foreach (ThreadMark mark in thread.Marks.SkipWhile(mark => mark.At < from).TakeWhile(mark => mark.At <= to))
            Take(mark);
        Close(to, isWhole: false);
        return _spans;
    }

    private void Take(ThreadMark mark)
    {
        TakeKind(mark);
        _isKnown = true;
    }

    private void TakeKind(ThreadMark mark)
    {
        switch (mark.Kind)
        {
            case ThreadMarkKind.WaitBegins:
                _wait = state(mark.Stack);
                See(mark.At, mark, _wait.Value);
                break;
            case ThreadMarkKind.WaitEnds:
                EndWait(mark);
                break;
            case ThreadMarkKind.RequestBegins or ThreadMarkKind.RequestEnds:
                Close(mark.At, isWhole: true, isOfOne: true);
                break;
            case ThreadMarkKind.SampledInside or ThreadMarkKind.SampledOutside when _wait is null:
                See(_lastSample is { } last ? last + (mark.At - last) / 2 : mark.At, mark, state(mark.Stack));
                _lastSample = mark.At;
                break;
        }
    }

    private void EndWait(ThreadMark mark)
    {
        HoldState waited = _wait ?? state(mark.Stack);
        _wait = null;
        _lastSample = null;
        if (waited == HoldState.Waiting)
            (_since, _cameByWait, _beganUnseen) = (mark.At, true, false);
    }

    private void See(long at, ThreadMark mark, HoldState now)
    {
        if (now == HoldState.Past)
        {
            if (_since is null)
                (_since, _cameByWait, _beganUnseen) = (at, false, !_isKnown);
            _seen.Add((mark.At, mark.Stack));
        }
        else if (now == HoldState.Waiting && !_cameByWait && !(_seen.Count > 0 && isAfter(_seen[^1].Stack)))
        {
            Drop(); // It was in the method before it came to wait: nothing was held yet.
        }
        else
        {
            if (now == HoldState.Waiting && _seen.Count == 0)
                Drop(); // The instant between waking up and having to wait again.
            Close(at, isWhole: true, isOfOne: now == HoldState.Left);
        }
    }

    private void Close(long at, bool isWhole, bool isOfOne = false)
    {
        if (_since is { } since && at > since)
            _spans.Add(new HoldSpan(since, at, isWhole && !_beganUnseen, _beganUnseen, _cameByWait, isOfOne, _seen));
        Drop();
    }

    private void Drop() => (_since, _cameByWait, _seen) = (null, false, []);
}

/// <summary>What a stack says of a thread and of something that others wait for.</summary>
internal enum HoldState
{
    /// <summary>The thread has to do with other things.</summary>
    Elsewhere,

    /// <summary>It waits for it too.</summary>
    Waiting,

    /// <summary>It is in the method that waits for it, and past the wait.</summary>
    Past,

    /// <summary>It is in that method, and has given it back.</summary>
    Left,
}

/// <summary>A stretch of time for which a thread was past a wait, in the method that waits.</summary>
/// <param name="From">Its begin, in ticks of the stream.</param>
/// <param name="To">Its end.</param>
/// <param name="IsWhole">True when both were seen.</param>
/// <param name="BeganUnseen">True when the begin was not.</param>
/// <param name="CameByWait">True when it began with the end of the wait: what was seen in it comes after that.</param>
/// <param name="IsOfOne">True when it is one hold alone: the request that the thread served ended within it, or another began, or it
/// was seen to have given back what it had.</param>
/// <param name="Seen">When it was seen, and where in the <see cref="StackTable"/>.</param>
internal sealed record HoldSpan(
    long From, long To, bool IsWhole, bool BeganUnseen, bool CameByWait, bool IsOfOne, IReadOnlyList<(long At, int Stack)> Seen);
