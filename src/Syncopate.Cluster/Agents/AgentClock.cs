using Syncopate.Cluster.Links;
using Syncopate.Units;

namespace Syncopate.Cluster.Agents;

/// <summary>The common clock as one agent knows it: by the question that came back soonest, so that what is wrong is at most half of
/// its round trip. It hangs on the monotonic clock, and a wrong or jumping wall clock changes nothing.</summary>
/// <param name="Time">The agent's clocks.</param>
/// <param name="OffsetMicroseconds">Common clock minus monotonic clock.</param>
/// <param name="Reading">What to say about it.</param>
/// <param name="MeasuredTimestamp">When, on the monotonic clock.</param>
internal sealed record AgentClock(TimeProvider Time, long OffsetMicroseconds, ClockReading Reading, long MeasuredTimestamp)
{
    public static async Task<AgentClock> MeasureAsync(IAgentLink link, int questions, TimeProvider time,
        CancellationToken cancellationToken)
    {
        AgentClock? best = null;
        for (int i = 0; i < questions; i++)
        {
            long asked = time.GetTimestamp();
            long common = await link.ReadClockAsync(cancellationToken).ConfigureAwait(false);
            long answered = time.GetTimestamp();
            long wall = (long)Microseconds.FromMilliseconds(time.GetUtcNow().ToUnixTimeMilliseconds());
            long roundTrip = (long)time.GetElapsedTime(asked, answered).TotalMicroseconds;
            if (best is not null && roundTrip >= best.Reading.RoundTripMicroseconds)
                continue;
            long middle = At(time, asked) + roundTrip / 2;
            best = new AgentClock(time, common - middle, new ClockReading(wall - common, roundTrip), answered);
        }

        return best ?? throw new ArgumentOutOfRangeException(nameof(questions), questions, "At least one question is asked of the clock.");
    }

    /// <summary>An instant of the common clock on the monotonic one.</summary>
    public long ToTimestamp(long commonMicroseconds) =>
        (long)((commonMicroseconds - OffsetMicroseconds) * Microseconds.TicksIn(Time.TimestampFrequency));

    /// <summary>In microseconds of the monotonic clock.</summary>
    private static long At(TimeProvider time, long timestamp) =>
        (long)(timestamp * Microseconds.PerTick(time.TimestampFrequency));
}
