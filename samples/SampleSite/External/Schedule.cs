namespace SampleSite.External;

/// <summary>The day of a channel, as the service sends it.</summary>
public sealed record Schedule(string Channel, List<Programme> Programmes);
