namespace FeedService;

internal static class Logging
{
    /// <summary>A log that can be read to the end: where the service listens, that it stops, and what went wrong.</summary>
    public static void AddLifetimeAndWarnings(this ILoggingBuilder logging) => logging
        .SetMinimumLevel(LogLevel.Warning)
        .AddFilter("Microsoft.Hosting.Lifetime", LogLevel.Information)

        // What these two call errors are exceptions, too: answered as a problem, told in a line before the exit, or logged as unhandled.
        .AddFilter("Microsoft.EntityFrameworkCore", level => level == LogLevel.Warning)
        .AddFilter("Microsoft.Extensions.Hosting.Internal.Host", LogLevel.None);
}
