using System.Text.Json.Serialization;

namespace Syncopate;

/// <summary>Requests are due at a rate, whatever the server does (an open loop): evenly spaced at a constant rate, or at one that rises or falls evenly.
/// Latency counts from when a request was due, so that a pause of the server counts against every request that was due during it.</summary>
public sealed record Arrivals : LoadShape
{
    private const double HighestPerSecond = 1_000_000;

    /// <param name="fromPerSecond">Rate at the start, above 0, at most 1,000,000 requests a second.</param>
    /// <param name="toPerSecond">Rate at the end, in the same range; equal to <paramref name="fromPerSecond"/> for a constant rate.</param>
    /// <param name="duration">How long requests are due; above zero, at most 24 h.</param>
    /// <exception cref="ArgumentOutOfRangeException">A value is outside its range.</exception>
    public Arrivals(double fromPerSecond, double toPerSecond, TimeSpan duration)
    {
        Check(fromPerSecond, nameof(fromPerSecond));
        Check(toPerSecond, nameof(toPerSecond));
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(duration, TimeSpan.Zero);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(duration, TimeSpan.FromHours(24));
        FromPerSecond = fromPerSecond;
        ToPerSecond = toPerSecond;
        Duration = duration;
    }

    /// <summary>Requests a second at the start.</summary>
    public double FromPerSecond { get; }

    /// <summary>Requests a second at the end.</summary>
    public double ToPerSecond { get; }

    /// <summary>How long requests are due; what is in flight then still finishes and counts.</summary>
    public TimeSpan Duration { get; }

    /// <summary>Most requests in flight at once, 1 to 10,000; default 1,000. What is due beyond that is sent as soon as an answer makes room; its latency counts
    /// from when it was due, and it is counted apart, as one that overflowed.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is outside its range.</exception>
    public int MaximumInFlight
    {
        get;
        init
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, 1);
            ArgumentOutOfRangeException.ThrowIfGreaterThan(value, 10_000);
            field = value;
        }
    } = 1_000;

    /// <inheritdoc/>
    [JsonIgnore]
    public override int MaximumUsers => MaximumInFlight;

    /// <summary>A constant rate.</summary>
    /// <param name="perSecond">Requests a second, above 0, at most 1,000,000.</param>
    /// <param name="duration">How long requests are due; above zero, at most 24 h.</param>
    /// <exception cref="ArgumentOutOfRangeException">A value is outside its range.</exception>
    public static Arrivals AtRate(double perSecond, TimeSpan duration) => new(perSecond, perSecond, duration);

    private static void Check(double perSecond, string name)
    {
        if (!(perSecond > 0 && perSecond <= HighestPerSecond)) // False for NaN too.
            throw new ArgumentOutOfRangeException(name, perSecond, "A rate is above 0 and at most 1,000,000 requests a second.");
    }
}
