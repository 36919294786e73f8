using Xunit;

namespace Syncopate.Site.Tests;

/// <summary>A site whose blog only the tests of one class change.</summary>
public abstract class BlogSite : IAsyncLifetime
{
    // Threads of the site's pool that have nothing to do retire after 2 s instead of 20, so that a test need not wait for that.
    private static readonly string[] Launcher = ["env", "DOTNET_ThreadPool_ThreadTimeoutMs=2000"];

    private RunningSample? _site;

    /// <summary>The first page's address; skips the test where the machine has not what this site needs.</summary>
    public Uri Address
    {
        get
        {
            Assert.SkipWhen(_site is null, WhatIsMissing);
            return _site.Client.BaseAddress ?? throw new InvalidOperationException("Not started yet.");
        }
    }

    private protected abstract string WhatIsMissing { get; }

    /// <inheritdoc/>
    public async ValueTask InitializeAsync()
    {
        if (await SettingsAsync() is { } settings)
            _site = await RunningSample.StartUnderAsync(Launcher, "SampleSite", ["--Run:Key=key", .. settings]);
    }

    /// <inheritdoc/>
    public virtual async ValueTask DisposeAsync()
    {
        GC.SuppressFinalize(this);
        if (_site is not null)
            await _site.DisposeAsync();
    }

    /// <summary>A new visitor, without cookies.</summary>
    internal Visitor Visit() => new(Address);

    /// <summary>What the site is started with; null where the machine has not what it needs.</summary>
    private protected abstract Task<string[]?> SettingsAsync();
}
