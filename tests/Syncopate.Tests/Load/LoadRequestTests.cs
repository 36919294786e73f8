using Syncopate.Load;
using Xunit;

namespace Syncopate.Tests.Load;

public sealed class LoadRequestTests
{
    private static readonly UsersTimesLoops Once = new(1, 1);

    [Theory]
    [InlineData("/")]
    [InlineData("/customers/io-bound?ms=200&name=%C3%A4")]
    [InlineData("//two/slashes")]
    public void A_path_is_kept_as_it_is(string path) => Assert.Equal(path, new LoadRequest(path, Once).Path);

    [Theory]
    [InlineData("")]
    [InlineData("dashboard")]
    [InlineData("http://10.0.0.1/")]
    [InlineData("/two words")]
    [InlineData("/a\r\nHost: 10.0.0.1")]
    [InlineData("/\u00e4")]
    [InlineData("/nul\0")]
    [InlineData("/page#fragment")]
    public void A_path_that_would_change_the_request_is_refused(string path) =>
        Assert.Throws<ArgumentException>(() => new LoadRequest(path, Once));

    [Fact]
    public void A_negative_head_and_too_many_traces_are_refused()
    {
        Assert.Throws<ArgumentOutOfRangeException>(() => new LoadRequest("/", Once) { Discard = TimeSpan.FromTicks(-1) });
        Assert.Throws<ArgumentOutOfRangeException>(() => new LoadRequest("/", Once) { MaximumTraces = -1 });
        Assert.Throws<ArgumentOutOfRangeException>(() => new LoadRequest("/", Once) { MaximumTraces = 10_001 });
    }
}
