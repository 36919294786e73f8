using System.Diagnostics;
using System.Globalization;
using System.Runtime.CompilerServices;

namespace WatchedProgram;

/// <summary>Counts how long one line of code blocks; that line begins and ends it.</summary>
internal sealed class Place(string name)
{
    private readonly Lock _gate = new(); // Guards the rest: told to another thread while it counts.
    private long _ticks;
    private long? _began;
    private int _line;

    public static implicit operator Place(string name) => new(name);

    public void Begin([CallerLineNumber] int line = 0)
    {
        lock (_gate)
            (_began, _line) = (Stopwatch.GetTimestamp(), line);
    }

    public void End()
    {
        lock (_gate)
            (_ticks, _began) = (Ticks(), null);
    }

    /// <summary>Name, line and milliseconds so far, a wait under way included.</summary>
    public override string ToString()
    {
        lock (_gate)
            return string.Create(CultureInfo.InvariantCulture, $"{name} {_line} {Stopwatch.GetElapsedTime(0, Ticks()).TotalMilliseconds:F3}");
    }

    private long Ticks() => _ticks + (_began is { } began ? Stopwatch.GetTimestamp() - began : 0);
}
