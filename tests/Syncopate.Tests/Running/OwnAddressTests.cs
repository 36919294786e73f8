using System.Net;
using System.Net.NetworkInformation;
using Syncopate.Running.Servers;
using Xunit;

namespace Syncopate.Tests.Running;

public sealed class OwnAddressTests
{
    [Fact]
    public void Loopback_and_what_the_network_interfaces_have_is_of_this_machine()
    {
        IEnumerable<IPAddress> own = NetworkInterface.GetAllNetworkInterfaces()
            .SelectMany(network => network.GetIPProperties().UnicastAddresses).Select(address => address.Address);

        Assert.All([IPAddress.Loopback, IPAddress.IPv6Loopback, IPAddress.Parse("127.0.0.9"), .. own],
            address => Assert.True(OwnAddress.Is(address), address.ToString()));
    }

    [Theory]
    [InlineData("http://localhost:5080", true)]
    [InlineData("http://127.0.0.9", true)]
    [InlineData("http://[::1]:5080", true)]
    [InlineData("http://192.0.2.1", false)]
    [InlineData("http://shop.example.com", false)]
    public void A_URL_is_of_this_machine_by_its_number_or_as_localhost(string url, bool isHere) =>
        Assert.Equal(isHere, OwnAddress.Is(new Uri(url)));

    /// <summary>Of a block that is for documentation alone (RFC 5737).</summary>
    [Fact]
    public void An_address_of_nobody_is_not() => Assert.False(OwnAddress.Is(IPAddress.Parse("192.0.2.1")));
}
