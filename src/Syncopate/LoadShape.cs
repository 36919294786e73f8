using System.Text.Json.Serialization;

namespace Syncopate;

/// <summary>How many users send how much, each with exactly one request in flight while it is active (a closed loop); or at which rate requests are due (an open loop).</summary>
[JsonPolymorphic(TypeDiscriminatorPropertyName = "shape")]
[JsonDerivedType(typeof(UsersTimesLoops), "usersTimesLoops")]
[JsonDerivedType(typeof(UsersForTime), "usersForTime")]
[JsonDerivedType(typeof(SteppedUsers), "steppedUsers")]
[JsonDerivedType(typeof(Arrivals), "arrivals")]
[JsonDerivedType(typeof(CallsInProcess), "callsInProcess")]
[JsonDerivedType(typeof(WholeProcesses), "wholeProcesses")]
public abstract record LoadShape
{
    /// <summary>The most users that are active, or requests that are in flight, at once; at least 1.</summary>
    [JsonIgnore]
    public abstract int MaximumUsers { get; }
}
