namespace Syncopate.WatchAgent;

/// <summary>One call of the program and all woven calls made for it. Thread-safe.</summary>
internal sealed class WovenTrace
{
    // A request of more calls is traced no further.
    private const int MostCalls = 500;

    private readonly List<WovenCall> _calls = []; // Guarded by itself.
    private volatile bool _over;

    public WovenTrace(int method, long started)
    {
        Root = new WovenCall(this, 0, null, method, started);
        _calls.Add(Root);
    }

    public WovenCall Root { get; }

    /// <summary>True when it takes no more calls.</summary>
    public bool IsOver => _over;

    /// <summary>Takes a call made by one of its own; null when it is over or full.</summary>
    public WovenCall? Add(WovenCall parent, int method, long started)
    {
        lock (_calls)
        {
            if (_over || _calls.Count >= MostCalls)
                return null;
            WovenCall call = new(this, _calls.Count, parent, method, started);
            _calls.Add(call);
            return call;
        }
    }

    public void End() => _over = true;

    public void Publish(AgentEvents events, int number)
    {
        lock (_calls)
        {
            foreach (WovenCall call in _calls)
                call.Publish(events, number, Root.Started);
        }

        events.WovenTraceEnd(number);
    }
}
