namespace FeedService.Race;

/// <summary>Counts lanes exactly. Any thread may call; one lock, not single interlocked fields, so that what is read
/// belongs together.</summary>
internal sealed class RaceCount
{
    private readonly Lock _gate = new(); // Guards all below.
    private long _started;
    private long _finished;
    private long _stopped;
    private TimeSpan _worked;
    private TimeSpan _planned;
    private TimeSpan _workedByStopped;

    public void Start()
    {
        lock (_gate)
            _started++;
    }

    public void Finish(TimeSpan planned, TimeSpan worked)
    {
        lock (_gate)
        {
            _finished++;
            _planned += planned;
            _worked += worked;
        }
    }

    public void Stop(TimeSpan planned, TimeSpan worked)
    {
        lock (_gate)
        {
            _stopped++;
            _planned += planned;
            _worked += worked;
            _workedByStopped += worked;
        }
    }

    public RaceStatistics Read()
    {
        lock (_gate)
        {
            double stoppedAfter = _stopped == 0 ? 0 : _workedByStopped.TotalMilliseconds / _stopped;
            return new(_started, _finished, _stopped, _worked.TotalMilliseconds, _planned.TotalMilliseconds, stoppedAfter);
        }
    }
}
