using System.Diagnostics;

namespace SampleSite.Timing;

/// <summary>One outside call in a request. The thread that makes the call starts and stops it; any thread may read it.</summary>
public sealed class TimedPart(string name) : IDisposable
{
    // Written once, by whoever ends the call; 0 while it runs.
    private long _end;

    /// <summary>A token of the Server-Timing grammar: letters, digits, hyphens.</summary>
    public string Name { get; } = name;

    /// <summary>Stopwatch timestamp at the start.</summary>
    public long Start { get; } = Stopwatch.GetTimestamp();

    /// <summary>Whether the call has not ended yet.</summary>
    public bool IsRunning => Volatile.Read(ref _end) == 0;

    /// <summary>Its duration as of now; final once it is disposed.</summary>
    public double Milliseconds => MillisecondsAt(Stopwatch.GetTimestamp());

    /// <summary>Its duration as of the Stopwatch timestamp <paramref name="now"/>, so that several parts can be read at
    /// one moment.</summary>
    public double MillisecondsAt(long now)
    {
        long end = Volatile.Read(ref _end);
        return Stopwatch.GetElapsedTime(Start, end == 0 || end > now ? now : end).TotalMilliseconds;
    }

    /// <summary>Ends the part; a second call changes nothing.</summary>
    public void Dispose() => Interlocked.CompareExchange(ref _end, Stopwatch.GetTimestamp(), 0);
}
