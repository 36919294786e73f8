using SampleSite.Feeds;
using SampleSite.Timing;

namespace SampleSite.Dashboard;

/// <summary>What the dashboard shows.</summary>
/// <param name="Query">What was asked for.</param>
/// <param name="Quarters">The four feeds, always in the same order.</param>
/// <param name="Waterfall">The four calls over time.</param>
public sealed record DashboardPage(FeedQuery Query, IReadOnlyList<FeedAnswer> Quarters, Waterfall Waterfall)
{
    /// <summary>How many items of a feed a quarter has room for; the rest is counted.</summary>
    public const int Room = 6;
}
