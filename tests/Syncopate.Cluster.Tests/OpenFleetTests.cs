using System.Diagnostics;
using Syncopate.Cluster.Links;
using Syncopate.Cluster.Links.InProcess;
using Syncopate.Cluster.Links.Postgres;
using Syncopate.Cluster.Loads;
using Syncopate.Running;
using Xunit;

namespace Syncopate.Cluster.Tests;

/// <summary>The agents of a run, gathered without a database: who may load what, and what is said of it.</summary>
public sealed class OpenFleetTests
{
    private static readonly JoinAddress Place = JoinAddress.Parse("Host=127.0.0.1;Username=a");
    private static readonly FleetSettings One = new(1, Place);

    private readonly InProcessStore _store = new(TimeProvider.System);
    private readonly List<string> _said = [];

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Agents_that_have_joined_are_gathered_and_how_the_load_is_divided_is_said()
    {
        await using InProcessAgentLink agent = await JoinAsync(AgentMachine.Id());

        await using OpenFleet open = await OpenFleet.OpenAsync(One, Plan("http://localhost:5080"), Host(), Token);

        Assert.Equal(["one"], open.Fleet.Agents.Select(one => one.Card.Name));
        Assert.Equal(2, _said.Count);
        Assert.StartsWith("Warning: the database and the agents share a machine", _said[0], StringComparison.Ordinal);
        Assert.StartsWith("1 agent", _said[1], StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_only_this_machine_reaches_is_refused_to_agents_elsewhere_and_they_are_let_go()
    {
        await using InProcessAgentLink agent = await JoinAsync("another machine");

        TargetNotAllowedException refused = await Assert.ThrowsAsync<TargetNotAllowedException>(
            () => OpenFleet.OpenAsync(One, Plan("http://localhost:5080"), Host(), Token));

        Assert.StartsWith(
            "http://localhost:5080 means this machine, and agent 'one' is on another one (generator)", refused.Message,
            StringComparison.Ordinal);
        // They could not be conducted a second time while the first conductor had them.
        await using OpenFleet open = await OpenFleet.OpenAsync(One, Plan("http://shop.example.com"), Host(), Token);
        Assert.Single(open.Fleet.Agents);
    }

    [Fact]
    public async Task A_database_that_is_not_there_is_said_once()
    {
        int opened = 0;
        FleetHost host = Host() with
        {
            OpenLinkAsync = (_, _) =>
            {
                opened++;
                throw new LinkBrokenException("Nobody listens there.");
            },
        };

        ClusterException refused = await Assert.ThrowsAsync<ClusterException>(
            () => OpenFleet.OpenAsync(One, Plan("http://localhost:5080"), host, Token));

        Assert.Equal(("Nobody listens there.", 1), (refused.Message, opened));
    }

    [Fact]
    public async Task Who_asks_for_no_agents_gets_none() => Assert.Equal(
        7, await OpenFleet.UseAsync(null, null, Host(), fleet => Task.FromResult(fleet is null ? 7 : 0)));

    private static FleetPlan Plan(string target) =>
        new(new UsersForTime(10, TimeSpan.FromSeconds(1)), [new Uri(target)], [], OnlyWholeLoads: false);

    private FleetHost Host() => new()
    {
        Say = _said.Add,
        OpenLinkAsync = (_, _) => Task.FromResult<IConductorLink>(new InProcessConductorLink(_store)),
        AgentProcess = _ => throw new UnreachableException("No agent is to be started."),
    };

    private async Task<InProcessAgentLink> JoinAsync(string machineId)
    {
        InProcessAgentLink link = new(_store);
        AgentCard card = new("one", ToolVersion.Text, "generator", machineId, 2, null) { Protocol = ClusterProtocol.Current };
        await link.JoinAsync(card, null, Token);
        await link.DescribeAsync(new ClockReading(0, 0), isBusy: false, Token);
        return link;
    }
}
