using Syncopate.Units;

namespace Syncopate.Cluster.Agents;

/// <summary>The common clock as one agent knows it. It hangs on the monotonic clock, and a wrong or jumping wall clock changes
/// nothing.</summary>
/// <remarks>Each answer bounds what the clocks differ by: the common clock was read after the question left and before its answer came.
/// What all bounds have in common is narrower than what the quickest answer has, as one question may have had the quickest way there and
/// another one the quickest way back: chance on a way does not shift the middle, only what is always longer one way does (Marzullo and
/// Owicki, 1983: Maintaining the time in a distributed system).</remarks>
/// <param name="Time">The agent's clocks.</param>
/// <param name="OffsetMicroseconds">Common clock minus monotonic clock.</param>
/// <param name="Reading">What to say about it.</param>
/// <param name="MeasuredTimestamp">When, on the monotonic clock.</param>
internal sealed record AgentClock(TimeProvider Time, long OffsetMicroseconds, ClockReading Reading, long MeasuredTimestamp)
{
    /// <summary>Asks for the common clock, several times.</summary>
    /// <param name="readAsync">Reads it, in microseconds.</param>
    /// <param name="questions">How often; at least 1.</param>
    /// <param name="time">The agent's clocks.</param>
    /// <param name="cancellationToken">Gives up.</param>
    public static async Task<AgentClock> MeasureAsync(
        Func<CancellationToken, Task<long>> readAsync, int questions, TimeProvider time,
        CancellationToken cancellationToken)
    {
        AgentClock? best = null;
        (long low, long high) = (long.MinValue, long.MaxValue);
        for (int i = 0; i < questions; i++)
        {
            long asked = time.GetTimestamp();
            long common = await readAsync(cancellationToken).ConfigureAwait(false);
            long answered = time.GetTimestamp();
            long wall = (long)Microseconds.FromMilliseconds(time.GetUtcNow().ToUnixTimeMilliseconds());
            long roundTrip = (long)time.GetElapsedTime(asked, answered).TotalMicroseconds;
            (low, high) = (Math.Max(low, common - At(time, answered)), Math.Min(high, common - At(time, asked)));
            if (best is not null && roundTrip >= best.Reading.RoundTripMicroseconds)
                continue;
            long middle = At(time, asked) + roundTrip / 2;
            best = new AgentClock(time, common - middle, new ClockReading(wall - common, roundTrip), answered);
        }

        if (best is null)
            throw new ArgumentOutOfRangeException(nameof(questions), questions, "At least one question is asked of the clock.");
        // Nothing in common: the common clock was set meanwhile.
        return low <= high ? best with { OffsetMicroseconds = low + (high - low) / 2 } : best;
    }

    /// <summary>An instant of the common clock on the monotonic one.</summary>
    public long ToTimestamp(long commonMicroseconds) =>
        (long)((commonMicroseconds - OffsetMicroseconds) * Microseconds.TicksIn(Time.TimestampFrequency));

    /// <summary>In microseconds of the monotonic clock.</summary>
    private static long At(TimeProvider time, long timestamp) =>
        (long)(timestamp * Microseconds.PerTick(time.TimestampFrequency));
}
