using System.Collections.Concurrent;
using System.Diagnostics;
using System.Diagnostics.Tracing;

namespace Syncopate.WatchAgent;

/// <summary>Everything that the woven methods of this process report. Thread-safe.</summary>
internal sealed class WovenFigures
{
    private const int TicksBetween = 5;

    // What runs longer is no request but a loop forever, such as Main.
    private static readonly long Endless = 3 * Stopwatch.Frequency;

    private readonly object _growing = new();
    private readonly object _telling = new();
    private readonly AsyncLocal<WovenCall?> _current = new(); // The traced call that the code now running is part of; flows as the program's own do.
    private readonly ConcurrentDictionary<int, bool> _endless = new();
    private readonly ConcurrentQueue<WovenTrace> _ended = new(); // At most a few: one trace at a time is armed, and each tick of the agent takes all.
    private volatile WovenMethodFigures?[] _methods = new WovenMethodFigures?[64]; // By number; replaced as a whole under _growing.
    private volatile WovenTrace? _active; // Set by the call that was armed; taken away by its end or by the agent's thread.
    private int _armed; // 1 when the next call may begin a trace; by Interlocked.
    private int _ticks; // The agent's thread only.
    private int _traces; // Guarded by _telling.

    private WovenFigures()
    {
    }

    /// <summary>The figures of this process.</summary>
    public static WovenFigures Instance { get; } = new();

    /// <summary>The figures of one method.</summary>
    public WovenMethodFigures Of(int method)
    {
        WovenMethodFigures?[] methods = _methods;
        return method < methods.Length && methods[method] is { } figures ? figures : Make(method);
    }

    /// <summary>Takes a call into the trace of the call that makes it, or begins a trace with it; null for nearly all calls.</summary>
    public WovenCall? Trace(int method, long started)
    {
        WovenTrace? active = _active;
        if (active is not null && _current.Value is { } parent && parent.Trace == active)
            return active.Add(parent, method, started);
        if (active is not null || Volatile.Read(ref _armed) == 0 || _endless.ContainsKey(method) || Interlocked.Exchange(ref _armed, 0) == 0)
            return null;
        WovenTrace trace = new(method, started);
        _active = trace;
        return trace.Root;
    }

    /// <summary>The calling thread runs this traced call now, and so does what flows from it.</summary>
    public void Flow(WovenCall call) => _current.Value = call;

    /// <summary>A traced call has ended.</summary>
    public void End(WovenCall call, long firstSuspended, long now)
    {
        call.End(firstSuspended, now);
        if (call.Trace.Root != call || call.Trace.IsOver)
            return;
        call.Trace.End();
        _ended.Enqueue(call.Trace);
        _active = null;
    }

    /// <summary>Tells what there is, if a session asks for it; called by the agent's thread alone, ten times a second.</summary>
    public void Publish(AgentEvents events)
    {
        if (!events.IsEnabled(EventLevel.Informational, AgentEvents.Keywords.Woven))
            return;
        if (_active is { } active && Stopwatch.GetTimestamp() - active.Root.Started > Endless)
        {
            active.End();
            _endless[active.Root.Method] = true;
            _active = null;
        }

        if (_active is null)
            Interlocked.Exchange(ref _armed, 1);
        if (++_ticks % TicksBetween == 0)
            Emit(events);
    }

    /// <summary>Tells all that there is, whoever asks for it.</summary>
    public void Emit(AgentEvents events)
    {
        lock (_telling) // The events of one trace belong together.
        {
            foreach (WovenMethodFigures? figures in _methods)
                figures?.Publish(events);
            while (_ended.TryDequeue(out WovenTrace trace))
                trace.Publish(events, ++_traces);
        }
    }

    private WovenMethodFigures Make(int method)
    {
        lock (_growing)
        {
            WovenMethodFigures?[] methods = _methods;
            if (method >= methods.Length)
                Array.Resize(ref methods, Math.Max(method + 1, 2 * methods.Length));
            WovenMethodFigures figures = methods[method] ??= new WovenMethodFigures(method);
            _methods = methods;
            return figures;
        }
    }
}
