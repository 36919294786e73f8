using Xunit;

namespace Syncopate.Site.Tests;

/// <summary>One feed service for all tests that leave it as they found it: no delay but that of the schedules, the rows
/// as they were made.</summary>
public sealed class FeedsShared : IAsyncLifetime
{
    public const int SlowMilliseconds = 150;

    private RunningSample? _service; // Set before the first test.

    public HttpClient Client => _service!.Client;

    public async ValueTask InitializeAsync() =>
        _service = await RunningSample.StartAsync("FeedService", "--Feeds:DelayMilliseconds=0", $"--Feeds:Delays:slow={SlowMilliseconds}");

    public async ValueTask DisposeAsync()
    {
        if (_service is not null)
            await _service.DisposeAsync();
    }
}
