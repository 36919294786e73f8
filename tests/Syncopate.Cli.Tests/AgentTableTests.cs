using Syncopate.Cli.Agents;
using Syncopate.Cluster;
using Xunit;

namespace Syncopate.Cli.Tests;

public sealed class AgentTableTests
{
    private static readonly AgentSight Small = new(1, 1, new AgentCard("a1", "1.2.3", "shop", "id", 2, 61_234.4)
    {
        Limits = "localhost; up to 5,000 requests/s",
        Protocol = ClusterProtocol.Current,
    })
    {
        Clock = new ClockReading(-1_530, 412),
        IsBusy = true,
    };

    [Fact]
    public void It_has_all_that_is_known_of_an_agent()
    {
        IReadOnlyList<string> lines = AgentTable.Lines([Small]);

        Assert.Equal(
            [
                "agent  machine  cores  can send  clock off  round trip  state  version  may load",
                "a1     shop         2  61,234/s    -1.5 ms     0.41 ms  busy   1.2.3    localhost; up to 5,000 requests/s",
            ],
            lines);
    }

    /// <summary>Columns were of one width each: a name of twenty letters stood against that of the machine, and a clock that was wrong by
    /// years against what the agent can send.</summary>
    [Fact]
    public void What_is_longer_than_others_moves_its_column_and_runs_into_no_other()
    {
        AgentSight large = Small with
        {
            Card = Small.Card with { Name = new string('n', 63), Machine = new string('m', 63) },
            Clock = new ClockReading(90_000_000_000_000_000, 2_000_000),
        };

        string[] lines = [.. AgentTable.Lines([Small, large])];

        Assert.All(["machine", "state", "version", "may load"], head => Assert.All(lines[1..], line =>
            Assert.Equal("  ", line.Substring(lines[0].IndexOf(head, StringComparison.Ordinal) - 2, 2))));
        Assert.Contains($"{new string('n', 63)}  {new string('m', 63)}  ", lines[2], StringComparison.Ordinal);
        Assert.Contains("  +90000000000000.0 ms  ", lines[2], StringComparison.Ordinal);
    }

    [Fact]
    public void What_is_not_known_is_no_number_and_another_build_is_named()
    {
        AgentSight old = new(1, 1, AgentCard.Unreadable("old"));

        string line = AgentTable.Lines([old])[1];

        Assert.Matches(@"^old +\? +1 +\? +\? +\? +idle +that cannot be read \(another build\)$", line);
    }
}
