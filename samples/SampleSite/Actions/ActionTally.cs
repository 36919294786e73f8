namespace SampleSite.Actions;

/// <summary>Counts measured actions. Any thread may call; one lock, so that what is read belongs together.</summary>
public sealed class ActionTally
{
    private readonly Lock _gate = new(); // Guards all below.
    private long _started;
    private long _done;
    private double _totalMilliseconds;
    private double _maximumMilliseconds;

    /// <summary>What has been counted since the last reset; milliseconds from the request's arrival to the end of its work.</summary>
    public object Statistics
    {
        get
        {
            lock (_gate)
                return new
                {
                    Started = _started,
                    Done = _done,
                    MeanDoneMilliseconds = _done == 0 ? 0 : _totalMilliseconds / _done,
                    MaxDoneMilliseconds = _maximumMilliseconds,
                };
        }
    }

    public void Start()
    {
        lock (_gate)
            _started++;
    }

    public void Done(TimeSpan took)
    {
        lock (_gate)
        {
            _done++;
            _totalMilliseconds += took.TotalMilliseconds;
            _maximumMilliseconds = Math.Max(_maximumMilliseconds, took.TotalMilliseconds);
        }
    }

    public void Reset()
    {
        lock (_gate)
            (_started, _done, _totalMilliseconds, _maximumMilliseconds) = (0, 0, 0, 0);
    }
}
