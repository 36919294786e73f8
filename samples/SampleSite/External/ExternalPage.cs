using SampleSite.Feeds;
using SampleSite.Timing;

namespace SampleSite.External;

/// <summary>What the page about the schedule service shows.</summary>
/// <param name="Shown">The form that made it.</param>
/// <param name="Channels">One answer a channel, always in the same order.</param>
/// <param name="Waterfall">The calls over time.</param>
public sealed record ExternalPage(DemoForm Shown, IReadOnlyList<FeedAnswer> Channels, Waterfall Waterfall);
