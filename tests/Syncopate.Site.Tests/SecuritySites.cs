using Xunit;

namespace Syncopate.Site.Tests;

/// <summary>The site as a process, and twins of it with every fault.</summary>
public sealed class SecuritySites : IAsyncLifetime
{
    /// <summary>The key that the site was started with.</summary>
    public const string RunKey = "Cn4ry-Run-Key";

    private readonly List<BrokenSite> _twins = [];
    private RunningSample? _site;
    private SecurityTarget? _target;

    /// <summary>The two targets of each test, by name.</summary>
    public static TheoryData<string> Both => ["the site", "the broken twin"];

    /// <inheritdoc/>
    public async ValueTask InitializeAsync()
    {
        _site = await RunningSample.StartAsync("SampleSite", $"--Run:Key={RunKey}", "--Feeds:Url=http://127.0.0.1:9");
        _target = await SecurityTarget.ExploreAsync(_site.Client.BaseAddress ?? throw new InvalidOperationException("Not started."), mustFall: false);
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        foreach (BrokenSite twin in _twins)
            await twin.DisposeAsync();
        if (_site is not null)
            await _site.DisposeAsync();
    }

    /// <summary>The site is the same for all tests; a twin is new each time, since attacks on it succeed.</summary>
    internal async Task<SecurityTarget> TargetAsync(string name)
    {
        if (name == "the site")
            return _target ?? throw new InvalidOperationException("Not started.");

        BrokenSite twin = await BrokenSite.StartAsync();
        _twins.Add(twin);
        return await SecurityTarget.ExploreAsync(twin.Address, mustFall: true);
    }
}
