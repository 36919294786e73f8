namespace Syncopate.Load;

/// <summary>When each request of an open loop is due, in ticks since the start. Computed from its number, so that no
/// error adds up.</summary>
/// <remarks>With the rate r(t) = a + b t, the number of requests due until t is N(t) = a t + b t^2 / 2. Request i, from
/// 0, is due when N(t) = i.</remarks>
internal sealed class ArrivalSchedule
{
    private readonly double _ticksPerSecond;
    private readonly double _from; // a, per second.
    private readonly double _slope; // b, per second squared.

    public ArrivalSchedule(Arrivals arrivals, long ticksPerSecond)
    {
        double seconds = arrivals.Duration.TotalSeconds;
        _ticksPerSecond = ticksPerSecond;
        _from = arrivals.FromPerSecond;
        _slope = (arrivals.ToPerSecond - arrivals.FromPerSecond) / seconds;
        // Rounded first: 0.1 s at 30/s are 3 requests, but 3.0000000000000004 by this formula.
        Count = (long)Math.Ceiling(Math.Round((arrivals.FromPerSecond + arrivals.ToPerSecond) / 2 * seconds, 6));
    }

    /// <summary>How many requests are due in all; at least 1.</summary>
    public long Count { get; }

    /// <summary>When a request is due.</summary>
    /// <param name="request">From 0; at <see cref="Count"/> and later it never is.</param>
    public long DueOf(long request) => request >= Count ? long.MaxValue : (long)(SecondsTo(request) * _ticksPerSecond);

    // The root of b t^2 / 2 + a t = i in the form without cancellation, which also holds for b = 0.
    private double SecondsTo(long request) => 2.0 * request / (_from + Math.Sqrt(Math.Max(0, _from * _from + 2 * _slope * request)));
}
