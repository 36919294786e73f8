using System.Diagnostics;

namespace Syncopate.WatchAgent;

/// <summary>The clock of one call of an async method: a field that weaving adds to its state machine, driven by calls
/// what happens. One thread at a time, as the state machine itself.</summary>
/// <remarks>A change of these members is one for the weaver too, which writes calls of them into other assemblies.</remarks>
public struct AwaitClock
{
    private long _started;
    private long _firstSuspended;
    private long _suspendedAt;
    private long _suspended;
    private int _state;
    private WovenCall? _call;

    /// <summary>The program's <c>Main</c> returns: the last figures are reported. Later would be too late, since event
    /// sources are disposed of before any event of a process that ends.</summary>
    public static void Finish() => WovenFigures.Instance.Emit(AgentEvents.Log);

    /// <summary>The method is called; before its builder starts the state machine.</summary>
    /// <param name="method">Number that weaving gave it.</param>
    public void Enter(int method)
    {
        WovenFigures figures = WovenFigures.Instance;
        _started = Stopwatch.GetTimestamp();
        figures.Of(method).Begin(_started);
        _call = figures.Trace(method, _started);
    }

    /// <summary>The state machine begins or goes on; the first thing in its <c>MoveNext</c>.</summary>
    public void Resume(int method)
    {
        if (_suspendedAt == 0)
        {
            if (_call is not null)
                WovenFigures.Instance.Flow(_call);
            return;
        }

        long now = Stopwatch.GetTimestamp();
        long waited = now - _suspendedAt;
        _suspended += waited;
        WovenFigures.Instance.Of(method).Resume(_state, waited);
        _call?.Wait(_state, _suspendedAt, now);
        _suspendedAt = 0;
    }

    /// <summary>The state machine suspends; before its builder registers what goes on with it, since that may run at once.</summary>
    public void Suspend(int state)
    {
        _suspendedAt = Stopwatch.GetTimestamp();
        _state = state;
        if (_firstSuspended == 0)
            _firstSuspended = _suspendedAt;
    }

    /// <summary>The call ends, by a result or an exception; before its builder says so, since who awaits it may run at once.</summary>
    public void Leave(int method)
    {
        long now = Stopwatch.GetTimestamp();
        WovenFigures figures = WovenFigures.Instance;
        figures.Of(method).End(_started, _firstSuspended == 0 ? 0 : _firstSuspended - _started, _suspended, now);
        if (_call is not null)
            figures.End(_call, _firstSuspended, now);
    }
}
