using Syncopate.Agent;
using Xunit;

namespace Syncopate.Tests.ThreadPools;

public sealed class MonitorAddressTests
{
    private const string Token = "0123456789ABCDEF0123456789ABCDEF";

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void An_address_survives_its_journey_through_an_environment_variable(bool withChildren)
    {
        MonitorAddress? read = MonitorAddress.Parse(new MonitorAddress(40_123, Token, withChildren).ToString());

        Assert.Equal((40_123, Token, withChildren), (read?.Port, read?.Token, read?.WithChildren));
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
        Assert.Null(MonitorAddress.Parse(text));
    }
}
