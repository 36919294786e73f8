using SampleSite.Feeds;

namespace SampleSite.External;

/// <summary>The three channels whose day the page shows.</summary>
public static class Channels
{
    /// <summary>The first channel.</summary>
    public static Feed<Programme> One { get; } = new("one", "Channel One", "slow/one", ExternalJson.Default.ListProgramme);

    /// <summary>The second channel.</summary>
    public static Feed<Programme> Two { get; } = new("two", "Channel Two", "slow/two", ExternalJson.Default.ListProgramme);

    /// <summary>The third channel.</summary>
    public static Feed<Programme> Three { get; } = new("three", "Channel Three", "slow/three", ExternalJson.Default.ListProgramme);
}
