using System.Net;
using SampleSite.Hosting;

namespace SampleSite.Feeds;

/// <summary>The one client for all that other processes serve.</summary>
public static class FeedHttp
{
    private const long LongestAnswerBytes = 4 * 1024 * 1024;

    /// <summary>Makes the client when the first page needs it; it lives as long as the process.</summary>
    public static HttpClient Create(IServiceProvider services) => Create(services.GetRequiredService<SiteSettings>());

    private static HttpClient Create(SiteSettings settings) => new(new SocketsHttpHandler
    {
        // No limit: with one, the forms of a page would queue for connections and the queue would be measured instead of the form.
        MaxConnectionsPerServer = int.MaxValue,
        // Feeds are untrusted and near: what they answer is not followed, unpacked or remembered.
        AllowAutoRedirect = false,
        AutomaticDecompression = DecompressionMethods.None,
        UseCookies = false,
        UseProxy = false,
        // A feed that moved to another address is found again; two minutes are far longer than any single measurement step.
        PooledConnectionLifetime = TimeSpan.FromMinutes(2),
    })
    {
        BaseAddress = settings.FeedsUrl,
        // Answers are buffered, so both bounds hold for the whole answer and not only for its first line.
        Timeout = settings.FeedTimeout,
        MaxResponseContentBufferSize = LongestAnswerBytes,
    };
}
