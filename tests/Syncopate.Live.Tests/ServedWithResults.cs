using Xunit;

namespace Syncopate.Live.Tests;

/// <summary>One server with two results for all tests of a class that change nothing.</summary>
public sealed class ServedWithResults : IAsyncLifetime
{
    private Served? _served;

    internal Served Served => _served ?? throw new InvalidOperationException("Not started yet.");

    public async ValueTask InitializeAsync() => _served = await Served.StartAsync(results: 2);

    public async ValueTask DisposeAsync()
    {
        if (_served is not null)
            await _served.DisposeAsync();
    }
}
