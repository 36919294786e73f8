using Syncopate.ThreadPools;
using Xunit;

namespace Syncopate.Tests.ThreadPools;

public sealed class MonitorAddressTests
{
    private const string Token = "0123456789ABCDEF0123456789ABCDEF";

    [Fact]
    public void An_address_survives_its_journey_through_an_environment_variable()
    {
        var address = new MonitorAddress(40_123, Token);

        bool parsed = MonitorAddress.TryParse(address.ToString(), out MonitorAddress? read);

        Assert.True(parsed);
        Assert.Equal(address, read);
    }

    [Theory]
    [InlineData(null)]
    [InlineData("")]
    [InlineData("40123")]
    [InlineData("0/" + Token)]
    [InlineData("65536/" + Token)]
    [InlineData("-1/" + Token)]
    [InlineData("40123/short")]
    [InlineData("40123/" + Token + "/more")]
    [InlineData("40123/z123456789ABCDEF0123456789ABCDEF")]
    public void Anything_else_is_no_address(string? text)
    {
        Assert.False(MonitorAddress.TryParse(text, out _));
    }
}
