using Xunit;

namespace Syncopate.Site.Tests;

/// <summary>FeedService and SampleSite as two processes, shared by the tests that only look at them.</summary>
public sealed class SiteProcesses : IAsyncLifetime
{
    /// <summary>How long every feed of these processes waits. Long enough to tell a sequence from calls at once, on a
    /// busy machine too.</summary>
    public const int FeedMilliseconds = 100;

    private RunningSample? _feeds;
    private RunningSample? _site;

    /// <summary>Asks FeedService.</summary>
    public HttpClient Feeds => (_feeds ?? throw new InvalidOperationException("Not started yet.")).Client;

    /// <summary>Asks the site.</summary>
    public HttpClient Site => (_site ?? throw new InvalidOperationException("Not started yet.")).Client;

    /// <summary>The first page's address.</summary>
    public Uri Address => Site.BaseAddress ?? throw new InvalidOperationException("Not started yet.");

    /// <inheritdoc/>
    public async ValueTask InitializeAsync()
    {
        _feeds = await RunningSample.StartAsync("FeedService", $"--Feeds:DelayMilliseconds={FeedMilliseconds}");
        _site = await StartSiteAsync(Feeds.BaseAddress);
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        if (_site is not null)
            await _site.DisposeAsync();
        if (_feeds is not null)
            await _feeds.DisposeAsync();
    }

    /// <summary>Starts a site that is patient with its feeds, so that a busy machine fails no test; <paramref name="more"/> wins.</summary>
    internal static Task<RunningSample> StartSiteAsync(Uri? feeds, params string[] more) =>
        RunningSample.StartAsync("SampleSite", [$"--Feeds:Url={feeds}", "--Feeds:TimeoutMilliseconds=60000", .. more]);
}
