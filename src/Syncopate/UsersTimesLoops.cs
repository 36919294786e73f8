using System.Text.Json.Serialization;

namespace Syncopate;

/// <summary>Every user sends a fixed number of requests, one after the other, and is done.</summary>
public sealed record UsersTimesLoops : LoadShape
{
    /// <param name="users">Users at once, 1 to 10,000.</param>
    /// <param name="loops">Requests of each user, 1 to 1,000,000.</param>
    /// <exception cref="ArgumentOutOfRangeException">A value is outside its range.</exception>
    public UsersTimesLoops(int users, int loops)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(users, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(users, 10_000);
        ArgumentOutOfRangeException.ThrowIfLessThan(loops, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(loops, 1_000_000);
        Users = users;
        Loops = loops;
    }

    /// <summary>Users at once, 1 to 10,000.</summary>
    public int Users { get; }

    /// <summary>Requests of each user, 1 to 1,000,000.</summary>
    public int Loops { get; }

    /// <inheritdoc/>
    [JsonIgnore]
    public override int MaximumUsers => Users;
}
