using System.Diagnostics;
using System.Globalization;

namespace WatchedProgram;

/// <summary>A stopwatch placed by hand in one call of an async method, against which the tool's figures are held.</summary>
internal sealed class HandStopwatch(string method)
{
    private readonly long _started = Stopwatch.GetTimestamp();
    private double? _firstMilliseconds;
    private double _resumedMilliseconds;
    private double _totalMilliseconds;

    /// <summary>Stands in the await itself: after the work was started, before the method suspends for it.</summary>
    public T Awaiting<T>(T task)
    {
        _firstMilliseconds ??= Elapsed;
        return task;
    }

    /// <summary>Stands after an await.</summary>
    public void Resumed() => _resumedMilliseconds = Elapsed;

    public void End() => _totalMilliseconds = Elapsed;

    /// <summary>Method, to the first await, from there to the last resumption, and total in ms; a method that never
    /// waited has -1 for the first two.</summary>
    public override string ToString() => string.Create(CultureInfo.InvariantCulture,
        $"{method}={_firstMilliseconds ?? -1:F3},{(_firstMilliseconds is { } first ? _resumedMilliseconds - first : -1):F3},{_totalMilliseconds:F3}");

    private double Elapsed => Stopwatch.GetElapsedTime(_started).TotalMilliseconds;
}
