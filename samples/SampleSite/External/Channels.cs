using SampleSite.Feeds;

namespace SampleSite.External;

/// <summary>The three channels whose day the page shows.</summary>
public static class Channels
{
    /// <summary>The first channel.</summary>
    public static Feed<Schedule> One { get; } =
        new("one", "Channel One", "slow/one", ExternalJson.Default.Schedule, static schedule => FeedLine.Each(schedule.Programmes));

    /// <summary>The second channel.</summary>
    public static Feed<Schedule> Two { get; } =
        new("two", "Channel Two", "slow/two", ExternalJson.Default.Schedule, static schedule => FeedLine.Each(schedule.Programmes));

    /// <summary>The third channel.</summary>
    public static Feed<Schedule> Three { get; } =
        new("three", "Channel Three", "slow/three", ExternalJson.Default.Schedule, static schedule => FeedLine.Each(schedule.Programmes));
}
