using System.Text.Json.Serialization;

namespace Syncopate;

/// <summary>How many users send how much. Each user has exactly one request in flight while it is active (a closed loop).</summary>
[JsonPolymorphic(TypeDiscriminatorPropertyName = "shape")]
[JsonDerivedType(typeof(UsersTimesLoops), "usersTimesLoops")]
[JsonDerivedType(typeof(UsersForTime), "usersForTime")]
[JsonDerivedType(typeof(SteppedUsers), "steppedUsers")]
[JsonDerivedType(typeof(CallsInProcess), "callsInProcess")]
public abstract record LoadShape
{
    /// <summary>The most users that are active at once; at least 1.</summary>
    [JsonIgnore]
    public abstract int MaximumUsers { get; }
}
