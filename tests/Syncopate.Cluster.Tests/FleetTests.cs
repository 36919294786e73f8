using Npgsql;
using Syncopate.Cluster.Agents;
using Syncopate.Cluster.Conducting;
using Syncopate.Cluster.Links;
using Syncopate.Cluster.Links.Postgres;
using Syncopate.Cluster.Loads;
using Xunit;
using static Syncopate.Cluster.Tests.Polling;

namespace Syncopate.Cluster.Tests;

/// <summary>Who takes part in a run, and who not: agents that come late, are of another version, or hear of the start too late.</summary>
[Trait("Judges", "behaviour")]
public sealed class FleetTests(Database database)
{
    private static readonly Guid Run = new("11111111-2222-3333-4444-555555555555");

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task An_agent_of_another_version_is_named_and_takes_no_part()
    {
        JoinAddress address = await database.NewAddressAsync();
        await using PostgresAgentLink own = await JoinAsync(address, "own", "1.0.0");
        await using PostgresAgentLink other = await JoinAsync(address, "other", "0.9.0");
        await using Conductor conductor = await ConductAsync(address);

        IReadOnlyList<AgentSight> one = await ClusterFleet.GatherAsync(conductor, 1, "1.0.0", TimeSpan.Zero, Token);
        ClusterException refused = await Assert.ThrowsAsync<ClusterException>(
            () => ClusterFleet.GatherAsync(conductor, 2, "1.0.0", TimeSpan.Zero, Token));

        Assert.Equal(["own"], one.Select(agent => agent.Card.Name));
        Assert.Contains("2 agents are asked for, and 1 is there: own ('other' has version 0.9.0, this is 1.0.0)", refused.Message,
            StringComparison.Ordinal);
    }

    /// <summary>Two builds of one version may send figures of different forms: such an agent took part, and was lost at its first
    /// interval by "it sent figures that cannot be read".</summary>
    [Theory]
    [InlineData(0, "an earlier build, whose protocol has no number")]
    [InlineData(99, "another build, with protocol 99")]
    public async Task An_agent_of_another_protocol_is_named_and_takes_no_part(int protocol, string build)
    {
        JoinAddress address = await database.NewAddressAsync();
        await using PostgresAgentLink own = await JoinAsync(address, "own", "1.0.0");
        await using PostgresAgentLink other = await JoinAsync(address, "other", "1.0.0", protocol);
        await using Conductor conductor = await ConductAsync(address);

        IReadOnlyList<AgentSight> one = await ClusterFleet.GatherAsync(conductor, 1, "1.0.0", TimeSpan.Zero, Token);
        ClusterException refused = await Assert.ThrowsAsync<ClusterException>(
            () => ClusterFleet.GatherAsync(conductor, 2, "1.0.0", TimeSpan.Zero, Token));

        Assert.Equal(["own"], one.Select(agent => agent.Card.Name));
        Assert.Contains($"('other' is of {build}; this build has protocol {ClusterProtocol.Current}: install one build on all machines)",
            refused.Message, StringComparison.Ordinal);
    }

    /// <summary>An agent may write what it wants into its own row.</summary>
    [Fact]
    public async Task An_agent_with_a_card_that_cannot_be_read_is_named_and_keeps_nobody_from_the_others()
    {
        NpgsqlConnectionStringBuilder owner = await database.NewAsync();
        JoinAddress address = JoinAddress.Parse(owner.ConnectionString);
        await using PostgresAgentLink own = await JoinAsync(address, "own", "1.0.0");
        await using PostgresAgentLink odd = await JoinAsync(address, "odd", "1.0.0");
        await Database.ExecuteAsync(owner.ConnectionString, "update syncopate.agent set card = '[]', clock = '[]' where name = 'odd'");
        await using Conductor conductor = await ConductAsync(address);

        IReadOnlyList<AgentSight> one = await ClusterFleet.GatherAsync(conductor, 1, "1.0.0", TimeSpan.Zero, Token);
        ClusterException refused = await Assert.ThrowsAsync<ClusterException>(
            () => ClusterFleet.GatherAsync(conductor, 2, "1.0.0", TimeSpan.Zero, Token));

        Assert.Equal(["own"], one.Select(agent => agent.Card.Name));
        Assert.Contains("('odd' has version that cannot be read, this is 1.0.0)", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_agent_that_joins_while_others_wait_for_it_takes_part()
    {
        JoinAddress address = await database.NewAddressAsync();
        await using PostgresAgentLink first = await JoinAsync(address, "first", "1");
        await using Conductor conductor = await ConductAsync(address);

        Task<IReadOnlyList<AgentSight>> gathering = ClusterFleet.GatherAsync(conductor, 2, "1", TimeSpan.FromMinutes(1), Token);
        await using PostgresAgentLink late = await JoinAsync(address, "late", "1");

        Assert.Equal(["first", "late"], (await gathering).Select(agent => agent.Card.Name));
    }

    [Fact]
    public async Task An_agent_that_hears_of_the_start_after_it_does_not_begin_and_says_so()
    {
        (string reason, bool hasBegun) = await TellOfStartAsync(TimeSpan.FromMilliseconds(-40));

        Assert.Matches("^it heard of the start [0-9]+ ms after it$", reason);
        Assert.False(hasBegun);
    }

    /// <summary>It waited for as long as the clock had been set forward; no timer goes as far as the second one.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(1_500)]
    public async Task An_agent_whose_database_s_clock_was_set_forward_does_not_wait_for_the_start(int hours)
    {
        (string reason, bool hasBegun) = await TellOfStartAsync(TimeSpan.FromHours(hours));

        Assert.Matches("^its start was [0-9,]+ s away: the database's clock was set forward$", reason);
        Assert.False(hasBegun);
    }

    /// <summary>It holds its lock, and nobody could stop the load through it.</summary>
    [Fact]
    public async Task A_conductor_that_stands_still_leaves_no_load_and_says_so_when_it_goes_on()
    {
        NpgsqlConnectionStringBuilder owner = await database.NewAsync();
        (string, string)[] join = [("SYNCOPATE_JOIN", owner.ConnectionString)];
        await using LoadSite site = await LoadSite.StartAsync();
        using RunFolder folder = new();
        await using Tool agent = Tool.StartWith(join, "agent", "--name", "one", "--spool", Path.Combine(folder.Path, "spool"));
        await agent.SeeAsync("'one' has joined.");
        await using Tool load = Tool.StartWith(join, "load", site.Address + "/plain", "--agents", "1", "-c", "2", "-d", "10m", "--out",
            Path.Combine(folder.Path, "result"));
        await load.SeeAsync("divided ");
        await UntilAsync(() => Database.CountAsync(owner.ConnectionString, "syncopate.interval"), count => count > 0);

        load.Signal("STOP");
        await UntilAsync(() => Database.CountAsync(owner.ConnectionString,
            $"syncopate.reply where body = '{JoinedAgent.ConductorStoodStill}'"), count => count > 0);
        long asked = site.Asked;
        load.Signal("CONT");
        int code = await load.ExitAsync();

        Assert.True(code == 4, load.Error);
        Assert.Contains($"Agent 'one' is missing from a part of the load: {JoinedAgent.ConductorStoodStill}", load.Error,
            StringComparison.Ordinal);
        Assert.Equal(asked, site.Asked);
    }

    [Fact]
    public async Task What_a_machine_can_send_is_measured_and_shown_and_divides_the_load()
    {
        NpgsqlConnectionStringBuilder owner = await database.NewAsync();
        await using Tool agent = Tool.StartWith([("SYNCOPATE_JOIN", owner.ConnectionString)], "agent", "--name", "lone");
        await agent.SeeAsync("'lone' has joined.");
        await using Conductor conductor = await ConductAsync(JoinAddress.Parse(owner.ConnectionString));

        AgentSight seen = Assert.Single(await conductor.AgentsAsync(Token));
        await using Tool listing = Tool.StartWith([("SYNCOPATE_JOIN", owner.ConnectionString)], "agents");

        Assert.Equal(0, await listing.ExitAsync());
        Assert.True(seen.Card.PerSecond > 100, agent.Error);
        Assert.Contains("can send", listing.Output, StringComparison.Ordinal);
        Assert.Contains($"{seen.Card.PerSecond:#,0}/s", listing.Output, StringComparison.Ordinal);
        Assert.Contains($"takes {seen.Card.PerSecond:#,0} requests per second", agent.Error, StringComparison.Ordinal);
    }

    /// <summary>What an agent that is ready answers when it is told of a start.</summary>
    private async Task<(string Reason, bool HasBegun)> TellOfStartAsync(TimeSpan away)
    {
        JoinAddress address = await database.NewAddressAsync();
        await using PostgresConductorLink conductor = await PostgresConductorLink.OpenAsync(address, Token);
        await conductor.TakeAsync(null, Token);
        Idle work = new();
        await using Crowd crowd = new(address, work);
        AgentSight agent = (await UntilAsync(() => conductor.AgentsAsync(Token), agents => agents is [{ Clock: not null }]))[0];
        await conductor.CommandAsync(Command(agent, CommandKind.Prepare, (long)TimeSpan.FromMinutes(1).TotalMicroseconds), Token);
        IntervalMark[] marks = [new(agent.Id, agent.Incarnation, 0)];
        RoundSight ready = await UntilAsync(() => conductor.LookAsync(Run, 1, marks, Token), sight => sight.Replies.Count > 0);

        long start = ready.ServerMicroseconds + (long)away.TotalMicroseconds;
        await conductor.CommandAsync(Command(agent, CommandKind.Start, start), Token);
        RoundSight end = await UntilAsync(() => conductor.LookAsync(Run, 1, marks, Token), sight => sight.Replies.Count > 1);

        AgentReply failed = Assert.Single(end.Replies, reply => reply.Reply.Kind == ReplyKind.Failed).Reply;
        return (failed.Body, work.HasBegun);
    }

    private static Dictionary<int, AgentCommand> Command(AgentSight agent, CommandKind kind, long microseconds) => new()
    {
        [agent.Id] = new AgentCommand(0, 0, Run, 1, kind) { Microseconds = microseconds },
    };

    private static Task<Conductor> ConductAsync(JoinAddress address) => Conductor.OpenAsync(
        async token => await PostgresConductorLink.OpenAsync(address, token), Run, TimeProvider.System, Token);

    private static async Task<PostgresAgentLink> JoinAsync(
        JoinAddress address, string name, string version, int protocol = ClusterProtocol.Current)
    {
        PostgresAgentLink link = await PostgresAgentLink.OpenAsync(address, name, Token);
        await link.JoinAsync(new AgentCard(name, version, "machine", name, 2, null) { Protocol = protocol }, null, Token);
        await link.DescribeAsync(new ClockReading(0, 100), isBusy: false, Token);
        return link;
    }

    /// <summary>Work that is ready at once.</summary>
    private sealed class Idle : IAgentWork, IPreparedWork
    {
        public bool HasBegun { get; private set; }

        public Task<IPreparedWork> PrepareAsync(string order, Action<string> keep, CancellationToken stop) =>
            Task.FromResult<IPreparedWork>(this);

        public Task<string> RunAsync(long timestamp)
        {
            HasBegun |= timestamp > 0;
            return Task.FromResult("");
        }

        public void Release()
        {
        }
    }

    /// <summary>An agent with some work, until it is dismissed.</summary>
    private sealed class Crowd : IAsyncDisposable
    {
        private readonly CancellationTokenSource _end = new();
        private readonly string _folder = Directory.CreateTempSubdirectory("syncopate-test-").FullName;
        private readonly Task _running;

        public Crowd(JoinAddress address, IAgentWork work) => _running = RunAsync(address, work);

        public async ValueTask DisposeAsync()
        {
            await _end.CancelAsync();
            await _running;
            _end.Dispose();
            Directory.Delete(_folder, recursive: true);
        }

        private async Task RunAsync(JoinAddress address, IAgentWork work)
        {
            using DiskSpool spool = DiskSpool.Open(_folder);
            using JoinedAgent agent = new(new AgentSettings
            {
                Card = new AgentCard("late", "1", "machine", "id", 2, null) { Protocol = ClusterProtocol.Current },
                Work = work,
                Spool = spool,
                OpenAsync = async token => await PostgresAgentLink.OpenAsync(address, "late", token),
            });
            try
            {
                await agent.RunAsync(_end.Token);
            }
            catch (OperationCanceledException)
            {
                // It is dismissed.
            }
        }
    }
}
