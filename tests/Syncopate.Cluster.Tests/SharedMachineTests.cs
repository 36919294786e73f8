using Syncopate.Cli.Agents;
using Syncopate.Cluster.Links.Postgres;
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

    private static string? Warning(string database, string target) =>
        SharedMachine.Warning(JoinAddress.Parse($"Host={database};Username=a"), [new Uri(target)]);
}
