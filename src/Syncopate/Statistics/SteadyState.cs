using Syncopate.Units;

namespace Syncopate.Statistics;

/// <summary>
/// Tells when a server has warmed up: few methods are still compiled, the thread count stands still, and the mean
/// latency has settled. Without it the first rounds measure the JIT: Kestrel's throughput doubled within its first 8 s. Not thread-safe:
/// one warm-up feeds one instance.</summary>
internal sealed class SteadyState
{
    private const long WindowNanoseconds = 2_000_000_000;
    private const double MostCompiledPerSecond = 2;
    private const double MostLatencyChangePercent = 5;

    private readonly long _floorNanoseconds;
    private readonly long _ceilingNanoseconds;
    private readonly List<SteadyObservation> _observations = [];

    /// <param name="floor">No sooner than this; at least 2 s, the length of a window. The usual floor is 3 s.</param>
    /// <param name="ceiling">No longer than this; at least the floor. The usual ceiling is 30 s.</param>
    /// <exception cref="ArgumentOutOfRangeException">A value is outside its range.</exception>
    public SteadyState(TimeSpan floor, TimeSpan ceiling)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(floor, TimeSpan.FromSeconds(2));
        ArgumentOutOfRangeException.ThrowIfLessThan(ceiling, floor);
        _floorNanoseconds = (long)floor.TotalNanoseconds;
        _ceilingNanoseconds = (long)ceiling.TotalNanoseconds;
    }

    /// <summary>Takes one observation, later than the one before; every 100 to 500 ms is right.</summary>
    /// <returns>The reading with this observation; the warm-up is over when its phase is no longer
    /// <see cref="SteadyPhase.Warming"/>.</returns>
    /// <exception cref="ArgumentException">The observation is not later than the one before.</exception>
    public SteadyReading Observe(SteadyObservation observation)
    {
        if (_observations.Count > 0 && observation.AtNanoseconds <= _observations[^1].AtNanoseconds)
            throw new ArgumentException("An observation must be later than the one before.", nameof(observation));
        _observations.Add(observation);

        int start = LatestBefore(observation.AtNanoseconds - WindowNanoseconds);
        if (start < 0)
            return new SteadyReading(SteadyPhase.Warming, double.NaN, observation.Threads, observation.Threads, double.NaN);

        int earlierStart = Math.Max(0, LatestBefore(observation.AtNanoseconds - 2 * WindowNanoseconds));
        return Reading(_observations[earlierStart], start);
    }

    /// <summary>Before 4 s the earlier window is cut by the start. The change is scaled to windows of full length, or a
    /// steady fall would look small.</summary>
    private SteadyReading Reading(SteadyObservation earlier, int start)
    {
        var (first, last) = (_observations[start], _observations[^1]);
        SteadyReading reading = new(
            SteadyPhase.Warming,
            (last.CompiledMethods - first.CompiledMethods) / Nanoseconds.ToSeconds(last.AtNanoseconds - first.AtNanoseconds),
            _observations.Skip(start).Min(o => o.Threads),
            _observations.Skip(start).Max(o => o.Threads),
            100 * (MeanLatency(first, last) / MeanLatency(earlier, first) - 1) * 2 * WindowNanoseconds
                / (last.AtNanoseconds - earlier.AtNanoseconds));
        return reading with { Phase = Phase(last.AtNanoseconds, IsSteady(reading)) };
    }

    private SteadyPhase Phase(long at, bool steady) =>
        steady && at >= _floorNanoseconds ? SteadyPhase.Steady
        : at >= _ceilingNanoseconds ? SteadyPhase.NotSteady
        : SteadyPhase.Warming;

    private static bool IsSteady(SteadyReading reading) =>
        reading.CompiledPerSecond <= MostCompiledPerSecond
        && reading.FewestThreads == reading.MostThreads
        && Math.Abs(reading.LatencyChangePercent) <= MostLatencyChangePercent;

    /// <summary>NaN without an answer, which no comparison calls steady.</summary>
    private static double MeanLatency(SteadyObservation from, SteadyObservation to) =>
        (to.LatencySumNanoseconds - from.LatencySumNanoseconds) / (to.Answers - from.Answers);

    /// <summary>Index of the last observation at or before an instant; -1 when there is none.</summary>
    private int LatestBefore(long at) => _observations.FindLastIndex(o => o.AtNanoseconds <= at);
}

/// <summary>The three signs of a steady server, over the last two seconds.</summary>
/// <param name="Phase">What to do.</param>
/// <param name="CompiledPerSecond">Methods compiled per second; steady at 2 or fewer. NaN before there is a window.</param>
/// <param name="FewestThreads">Fewest thread-pool threads; steady when equal to <paramref name="MostThreads"/>.</param>
/// <param name="MostThreads">Most thread-pool threads.</param>
/// <param name="LatencyChangePercent">How far the mean latency moved against the two seconds before, in percent
/// for each two seconds, signed; steady within 5. NaN before both windows have answers.</param>
internal readonly record struct SteadyReading(
    SteadyPhase Phase,
    double CompiledPerSecond,
    int FewestThreads,
    int MostThreads,
    double LatencyChangePercent);

/// <summary>What a warming server looks like at one instant. Counters are totals, so that a lost observation loses nothing.</summary>
/// <param name="AtNanoseconds">Monotonic time since the warm-up began.</param>
/// <param name="CompiledMethods">Methods compiled since the process started.</param>
/// <param name="Threads">Thread-pool threads that exist.</param>
/// <param name="Answers">Answers received since the warm-up began.</param>
/// <param name="LatencySumNanoseconds">Sum of their latencies.</param>
internal readonly record struct SteadyObservation(
    long AtNanoseconds,
    long CompiledMethods,
    int Threads,
    long Answers,
    double LatencySumNanoseconds);

/// <summary>How far a warm-up has come.</summary>
internal enum SteadyPhase
{
    /// <summary>Go on sending: something still changes, or the floor is not reached.</summary>
    Warming,

    /// <summary>Nothing changes any more: measuring may begin.</summary>
    Steady,

    /// <summary>The ceiling is reached and something still changes: measure, with a doubt.</summary>
    NotSteady,
}
