namespace SampleSite.Hosting;

/// <summary>What the site writes while it runs.</summary>
public static class SiteLog
{
    /// <summary>Lines about start and end, and warnings; never a line for each request, which would be measured with it.</summary>
    public static void OnlyLifetimeAndWarnings(this ILoggingBuilder logging) => logging
        .SetMinimumLevel(LogLevel.Warning)
        .AddFilter("Microsoft.Hosting.Lifetime", LogLevel.Information)
        // These two tell a failed start with a stack trace; StartFailure tells it in a sentence.
        .AddFilter("Microsoft.Extensions.Hosting.Internal.Host", LogLevel.None)
        .AddFilter("Microsoft.AspNetCore.Hosting.Diagnostics", LogLevel.None);
}
