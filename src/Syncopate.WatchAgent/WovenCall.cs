namespace Syncopate.WatchAgent;

/// <summary>One call within a traced request. Its waits are written by whoever runs the call, one thread at a time.</summary>
internal sealed class WovenCall(WovenTrace trace, int number, WovenCall? parent, int method, long started)
{
    private readonly List<(int State, long From, long To)> _waits = [];
    private long _firstSuspended;
    private long _ended;

    public WovenTrace Trace { get; } = trace;

    public int Method { get; } = method;

    public long Started { get; } = started;

    public int Number { get; } = number;

    public void Wait(int state, long from, long to)
    {
        lock (_waits)
            _waits.Add((state, from, to));
    }

    public void End(long firstSuspended, long ended)
    {
        lock (_waits)
            (_firstSuspended, _ended) = (firstSuspended, ended);
    }

    /// <summary>Tells the call and its waits; a call that has not ended has 0 for its end. Times from the beginning of the trace.</summary>
    public void Publish(AgentEvents events, int trace, long origin)
    {
        lock (_waits)
        {
            events.WovenCall(trace, Number, parent?.Number ?? -1, Method);
            events.WovenCallTimes(Since(Started, origin), _firstSuspended == 0 ? -1 : Since(_firstSuspended, origin), _ended == 0 ? -1 : Since(_ended, origin));
            foreach ((int state, long from, long to) in _waits)
                events.WovenWait(state, Since(from, origin), Since(to, origin));
        }
    }

    private static long Since(long timestamp, long origin) => WovenMethodFigures.Nanoseconds(timestamp - origin);
}
