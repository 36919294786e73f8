using System.Text.Json.Serialization;

namespace Syncopate;

/// <summary>A fixed number of users send requests, one after the other, until the time is over; requests in flight then still finish and count.</summary>
public sealed record UsersForTime : LoadShape
{
    /// <param name="users">Users at once, 1 to 10,000.</param>
    /// <param name="duration">How long new requests are sent; above zero, at most 24 h.</param>
    /// <exception cref="ArgumentOutOfRangeException">A value is outside its range.</exception>
    public UsersForTime(int users, TimeSpan duration)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(users, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(users, 10_000);
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(duration, TimeSpan.Zero);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(duration, TimeSpan.FromHours(24));
        Users = users;
        Duration = duration;
    }

    /// <summary>Users at once, 1 to 10,000.</summary>
    public int Users { get; }

    /// <summary>How long new requests are sent.</summary>
    public TimeSpan Duration { get; }

    /// <inheritdoc/>
    [JsonIgnore]
    public override int MaximumUsers => Users;
}
