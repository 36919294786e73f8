namespace SampleSite.Actions;

/// <summary>Counts measured actions. Any thread may call; one lock, so that what is read belongs together.</summary>
public sealed class ActionTally
{
    private const int Uncounted = -1;

    private readonly Lock _gate = new(); // Guards all below.
    private long _started;
    private long _done;
    private double _totalMilliseconds;
    private double _maximumMilliseconds;
    private long _answered;
    private double _heldMilliseconds;
    private int _resets;

    /// <summary>What has been counted since the last reset; milliseconds from the request's arrival in the site to the
    /// end of its work, and to its answer. What it waited for before that, such as a thread, only its sender
    /// sees.</summary>
    public object Statistics
    {
        get
        {
            lock (_gate)
            {
                return new
                {
                    Started = _started,
                    Done = _done,
                    MeanDoneMilliseconds = _done == 0 ? 0 : _totalMilliseconds / _done,
                    MaxDoneMilliseconds = _maximumMilliseconds,
                    MeanHeldMilliseconds = _answered == 0 ? 0 : _heldMilliseconds / _answered,
                };
            }
        }
    }

    /// <summary>Counts an action that begins. One without work only warms the way to it, and is not counted: of those that a warm-up
    /// gave up, some arrive after the reset.</summary>
    /// <param name="milliseconds">Its work.</param>
    /// <returns>The count to which it belongs, for <see cref="Done"/> and <see cref="Answer"/>.</returns>
    public int Start(int milliseconds)
    {
        if (milliseconds == 0)
            return Uncounted;
        lock (_gate)
        {
            _started++;
            return _resets;
        }
    }

    /// <summary>Counts its end, unless it was started before the last reset: else more would be done than was started.</summary>
    public void Done(int count, TimeSpan took)
    {
        lock (_gate)
        {
            if (count != _resets)
                return;
            _done++;
            _totalMilliseconds += took.TotalMilliseconds;
            _maximumMilliseconds = Math.Max(_maximumMilliseconds, took.TotalMilliseconds);
        }
    }

    /// <summary>A request is about to be answered, so long after it arrived; counted as <see cref="Done"/> is.</summary>
    public void Answer(int count, TimeSpan held)
    {
        lock (_gate)
        {
            if (count != _resets)
                return;
            _answered++;
            _heldMilliseconds += held.TotalMilliseconds;
        }
    }

    public void Reset()
    {
        lock (_gate)
        {
            (_started, _done, _totalMilliseconds, _maximumMilliseconds, _answered, _heldMilliseconds) = (0, 0, 0, 0, 0, 0);
            _resets++;
        }
    }
}
