using SampleSite.Feeds;
using SampleSite.Timing;

namespace SampleSite.External;

/// <summary>What the page about the schedule service shows.</summary>
/// <param name="AskedMilliseconds">The wait that was asked for; null for the service's own.</param>
/// <param name="Channels">One answer a channel, always in the same order.</param>
/// <param name="Waterfall">The calls over time.</param>
public sealed record ExternalPage(int? AskedMilliseconds, IReadOnlyList<FeedAnswer> Channels, Waterfall Waterfall)
{
    /// <summary>How many programmes of a channel are shown: a whole day.</summary>
    public const int Room = 24;
}
