using System.Runtime.Versioning;
using Syncopate.Load;
using Syncopate.Load.Engines;
using Xunit;

namespace Syncopate.Tests.Load;

[SupportedOSPlatform("linux")]
public sealed class EventLoopEngineTests
{
    [Theory]
    [InlineData("https://127.0.0.1:1", 1, 1)]
    [InlineData("http://127.0.0.1:1", 2, 0)]
    [InlineData("http://127.0.0.1:1", 3, 0)]
    public void Tls_and_other_versions_are_refused(string address, int major, int minor)
    {
        LoadOptions options = new() { HttpVersion = new Version(major, minor) };

        ArgumentException refused =
            Assert.Throws<ArgumentException>(() => new EventLoopEngine(new HttpTarget(new Uri(address)), options));

        Assert.StartsWith(
            $"Cannot drive {address}/ by event loops: they speak HTTP/1.1 without TLS; use HttpClientEngine.",
            refused.Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public void Nothing_has_been_sent_before_the_first_load()
    {
        using EventLoopEngine engine = new(new HttpTarget(new Uri("http://127.0.0.1:1")));

        Assert.Equal(new LoadProgress(0, 0), engine.Progress);
    }
}
