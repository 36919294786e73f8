using System.Diagnostics;

namespace SampleSite.Timing;

/// <summary>How long the server has worked on a request until now, and how much of it in the database.</summary>
/// <param name="ServedMilliseconds">Since the request entered the site's code.</param>
/// <param name="DatabaseMilliseconds">In connections, commands, readers and commits; part of the above.</param>
/// <param name="Commands">Sent to the database.</param>
public sealed record ServerShare(double ServedMilliseconds, double DatabaseMilliseconds, int Commands)
{
    public static ServerShare Of(RequestTiming timing) => new(
        Stopwatch.GetElapsedTime(timing.Start).TotalMilliseconds, timing.Database.Duration.TotalMilliseconds, timing.Database.Commands);
}
