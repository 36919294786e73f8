using System.Diagnostics;
using Syncopate.Units;

namespace Syncopate.Calling;

/// <summary>A load on a form inside its process: who may call when, and what becomes of the calls. Shared by all callers.</summary>
internal sealed class CallLoad
{
    private readonly CallTally[] _tallies;
    private readonly CallTrace[] _traces;
    private readonly int _loops;

    // The entry of the next call that is kept one by one; beyond the array when there is no room. By all callers, interlocked.
    private int _traced = -1;

    // Calls begun and calls ended; by all callers, interlocked, once a batch.
    private long _started;
    private long _ended;

    /// <param name="shape">Who calls how much.</param>
    /// <param name="discard">Head that does not count.</param>
    /// <param name="traces">Calls to keep one by one.</param>
    /// <param name="tallies">Where calls are counted; at least one, empty.</param>
    /// <param name="stop">Ends it early.</param>
    public CallLoad(LoadShape shape, TimeSpan discard, int traces, CallTally[] tallies, CancellationToken stop)
    {
        Shape = shape;
        Stop = stop;
        _tallies = tallies;
        _traces = new CallTrace[traces];
        _loops = shape is UsersTimesLoops l ? l.Loops : int.MaxValue;
        From = Stopwatch.GetTimestamp();
        CountsFrom = From + Ticks(discard);
        Until = shape switch
        {
            UsersForTime s => From + Ticks(s.Duration),
            SteppedUsers s => From + Ticks(s.Duration),
            Arrivals s => From + Ticks(s.Duration),
            _ => long.MaxValue,
        };
    }

    /// <summary>Who calls how much.</summary>
    public LoadShape Shape { get; }

    /// <summary>When it began; a timestamp, as all others here.</summary>
    public long From { get; }

    /// <summary>Calls begun before this are not counted.</summary>
    public long CountsFrom { get; }

    /// <summary>No call is begun after this; the far future for a number of calls.</summary>
    public long Until { get; }

    /// <summary>Ends it early; given to every call.</summary>
    public CancellationToken Stop { get; }

    /// <summary>Where calls were counted; to be read when all callers are done.</summary>
    public IReadOnlyList<CallTally> Tallies => _tallies;

    /// <summary>Calls begun.</summary>
    public long Started => Interlocked.Read(ref _started);

    /// <summary>Calls that have not ended.</summary>
    public long InFlight => Started - Interlocked.Read(ref _ended);

    /// <summary>The calls that were kept, in no order.</summary>
    public IEnumerable<CallTrace> Traces => _traces.Take(Math.Min(_traced + 1, _traces.Length)).Where(t => t.Ended > 0);

    /// <summary>Ticks of the clock in a time.</summary>
    public static long Ticks(TimeSpan time) => ClockTicks.Of(time, Stopwatch.Frequency);

    /// <summary>Where a caller counts.</summary>
    public CallTally TallyOf(int caller) => _tallies[caller % _tallies.Length];

    /// <summary>Whether a caller may begin another call.</summary>
    /// <param name="done">Calls that it has made.</param>
    /// <param name="now">The time.</param>
    public bool MayGoOn(long done, long now) => done < _loops && now < Until && !Stop.IsCancellationRequested;

    /// <summary>Notes calls that begin.</summary>
    public void Begin(int calls) => Interlocked.Add(ref _started, calls);

    /// <summary>Notes calls that end.</summary>
    public void End(int calls) => Interlocked.Add(ref _ended, calls);

    /// <summary>Keeps a call, as long as there is room.</summary>
    public void Keep(int caller, long from, long served, long ended)
    {
        if (from < CountsFrom || _traced >= _traces.Length - 1)
            return;
        int entry = Interlocked.Increment(ref _traced);
        if (entry < _traces.Length)
            _traces[entry] = new CallTrace(caller, from, served, ended);
    }
}

/// <summary>One call: who made it, when it was asked for, when its code began, when it had ended.</summary>
internal readonly record struct CallTrace(int Caller, long From, long Served, long Ended);
