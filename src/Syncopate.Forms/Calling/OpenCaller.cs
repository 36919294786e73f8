using System.Threading.Tasks.Sources;

namespace Syncopate.Calling;

/// <summary>A caller of an open load: rests until a call is due. Made once and used again, so that a turn allocates nothing.</summary>
/// <param name="number">From 0.</param>
/// <param name="next">Takes what is due already, or rests: gives a timestamp, or null for rest.</param>
internal sealed class OpenCaller(int number, Func<OpenCaller, long?> next) : IValueTaskSource<long>
{
    // Turns go through the queue of the pool, as requests do. Written by who gives the turn, read by who has it.
    private ManualResetValueTaskSourceCore<long> _turn = new() { RunContinuationsAsynchronously = true };

    /// <summary>From 0.</summary>
    public int Number => number;

    /// <summary>When the turn was given.</summary>
    public long GivenTimestamp { get; private set; }

    /// <summary>When the next call was due; negative when there is none any more.</summary>
    public ValueTask<long> NextAsync()
    {
        _turn.Reset();
        // Overdue: taken without another wait in the queue, which it had while no caller was free.
        if (next(this) is not { } due)
            return new ValueTask<long>(this, _turn.Version);
        GivenTimestamp = System.Diagnostics.Stopwatch.GetTimestamp();
        return new ValueTask<long>(due);
    }

    /// <summary>Gives a resting caller its turn.</summary>
    /// <param name="due">When the call was due; negative to send it home.</param>
    public void Give(long due)
    {
        GivenTimestamp = System.Diagnostics.Stopwatch.GetTimestamp();
        _turn.SetResult(due);
    }

    long IValueTaskSource<long>.GetResult(short token) => _turn.GetResult(token);

    ValueTaskSourceStatus IValueTaskSource<long>.GetStatus(short token) => _turn.GetStatus(token);

    void IValueTaskSource<long>.OnCompleted(Action<object?> continuation, object? state, short token,
        ValueTaskSourceOnCompletedFlags flags) =>
        _turn.OnCompleted(continuation, state, token, flags);
}
