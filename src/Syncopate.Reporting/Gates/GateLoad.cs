namespace Syncopate.Reporting.Gates;

/// <summary>What was asked of a form. Two results can be compared when these are equal.</summary>
/// <param name="Shape">Users, loops, rate.</param>
/// <param name="WaitMilliseconds">The wait of one outside call in ms; 0 for none.</param>
/// <param name="Sentence">The same in words.</param>
internal sealed record GateLoad(LoadShape Shape, double WaitMilliseconds, string Sentence)
{
    /// <summary>Method, path and query, where a load asks for one page; else empty. Hosts and ports are other ones in
    /// every run of a build.</summary>
    public string Page { get; init; } = "";

    /// <summary>True when the same was asked; words do not matter.</summary>
    public bool IsSameAs(GateLoad other)
    {
        ArgumentNullException.ThrowIfNull(other);
        return IsSame(Shape, other.Shape) && Page == other.Page && WaitMilliseconds.Equals(other.WaitMilliseconds);
    }

    /// <summary>How long a slot lasts is often chosen by a pilot, a little differently each time, and changes no latency.</summary>
    private static bool IsSame(LoadShape shape, LoadShape other) => (shape, other) switch
    {
        (UsersForTime one, UsersForTime two) => one.Users == two.Users,
        (Arrivals one, Arrivals two) => one.FromPerSecond.Equals(two.FromPerSecond) && one.ToPerSecond.Equals(two.ToPerSecond),
        _ => shape.Equals(other),
    };
}
