using System.Net;
using Syncopate.Load;
using Xunit;

namespace Syncopate.Tests.Load;

/// <summary>The defaults that the documentation names, and the ends of each range.</summary>
public sealed class LoadOptionsTests
{
    [Fact]
    public void The_defaults_are_those_of_the_documentation()
    {
        LoadOptions options = new();

        Assert.Equal(Math.Max(1, Math.Min(64, Environment.ProcessorCount / 2)), options.Threads);
        Assert.Equal(TimeSpan.FromSeconds(30), options.TotalTimeout);
        Assert.Equal((65_536, 67_108_864L), (options.HeaderLimitBytes, options.BodyLimitBytes));
        Assert.Equal(HttpVersion.Version11, options.HttpVersion);
        Assert.False(options.TrustsAnyCertificate);
    }

    [Theory]
    [InlineData(0, false)]
    [InlineData(1, true)]
    [InlineData(64, true)]
    [InlineData(65, false)]
    public void Threads_are_1_to_64(int threads, bool isTaken) =>
        Judge(isTaken, () => Assert.Equal(threads, new LoadOptions { Threads = threads }.Threads));

    [Theory]
    [InlineData(255, false)]
    [InlineData(256, true)]
    [InlineData(1_048_576, true)]
    [InlineData(1_048_577, false)]
    public void Heads_are_limited_to_256_bytes_up_to_1_MiB(int bytes, bool isTaken) =>
        Judge(isTaken, () => Assert.Equal(bytes, new LoadOptions { HeaderLimitBytes = bytes }.HeaderLimitBytes));

    [Theory]
    [InlineData(-1, false)]
    [InlineData(0, true)]
    [InlineData(long.MaxValue, true)]
    public void Bodies_have_any_limit_but_a_negative_one(long bytes, bool isTaken) =>
        Judge(isTaken, () => Assert.Equal(bytes, new LoadOptions { BodyLimitBytes = bytes }.BodyLimitBytes));

    [Theory]
    [InlineData(10 * TimeSpan.TicksPerMillisecond - 1, false)]
    [InlineData(10 * TimeSpan.TicksPerMillisecond, true)]
    [InlineData(TimeSpan.TicksPerHour, true)]
    [InlineData(TimeSpan.TicksPerHour + 1, false)]
    public void An_answer_is_awaited_for_10_ms_up_to_an_hour(long ticks, bool isTaken)
    {
        TimeSpan timeout = TimeSpan.FromTicks(ticks);

        Judge(isTaken, () => Assert.Equal(timeout, new LoadOptions { TotalTimeout = timeout }.TotalTimeout));
    }

    [Theory]
    [InlineData("1.1", true)]
    [InlineData("2.0", true)]
    [InlineData("3.0", true)]
    [InlineData("1.0", false)]
    [InlineData("2.1", false)]
    public void Three_versions_of_HTTP_are_spoken(string version, bool isTaken)
    {
        Version spoken = Version.Parse(version);

        Judge(isTaken, () => Assert.Equal(spoken, new LoadOptions { HttpVersion = spoken }.HttpVersion));
    }

    private static void Judge(bool isTaken, Action take)
    {
        if (isTaken)
            take();
        else
            Assert.Throws<ArgumentOutOfRangeException>(take);
    }
}
