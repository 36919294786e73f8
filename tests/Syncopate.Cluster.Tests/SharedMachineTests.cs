using System.Net;
using System.Net.NetworkInformation;
using System.Net.Sockets;
using Syncopate.Cluster.Links.Postgres;
using Syncopate.Cluster.Loads;
using Xunit;

namespace Syncopate.Cluster.Tests;

public sealed class SharedMachineTests
{
    [Theory]
    [InlineData("127.0.0.1", "http://localhost:5080",
        "the database and the agents share a machine and its processors with http://localhost:5080")]
    [InlineData("db.example.com", "http://127.0.0.1:5080", "the agents share a machine")]
    [InlineData("Shop.example.com", "http://shop.example.com", "the database shares a machine")]
    public void What_takes_processors_from_the_target_is_told(string database, string target, string said) =>
        Assert.Contains(said, Warning(database, target), StringComparison.Ordinal);

    [Theory]
    [InlineData("db.example.com", "http://shop.example.com")]
    [InlineData("localhost", "http://shop.example.com")]
    public void Machines_of_their_own_are_no_reason_for_a_warning(string database, string target) =>
        Assert.Null(Warning(database, target));

    /// <summary>Agents on other machines do not know it as localhost.</summary>
    [Fact]
    public void A_target_here_is_known_by_the_address_of_this_machine_too()
    {
        IPAddress? own = NetworkInterface.GetAllNetworkInterfaces()
            .SelectMany(network => network.GetIPProperties().UnicastAddresses).Select(address => address.Address)
            .FirstOrDefault(
                address => address.AddressFamily == AddressFamily.InterNetwork && !IPAddress.IsLoopback(address));
        if (own is null)
            return; // A machine without a network has no such target.
        string target = $"http://{own}:5080";

        Assert.Contains($"agents share a machine and its processors with {target}", Warning("db.example.com", target, hasAgentsHere: true),
            StringComparison.Ordinal);
        Assert.Contains("the database shares a machine", Warning("127.0.0.1", target), StringComparison.Ordinal);
        Assert.Null(Warning("db.example.com", target));
    }

    private static string? Warning(string database, string target, bool hasAgentsHere = false) =>
        SharedMachine.Warning(JoinAddress.Parse($"Host={database};Username=a"), [new Uri(target)], hasAgentsHere);
}
