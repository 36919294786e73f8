using Syncopate.Cluster.Links;
using Syncopate.Cluster.Links.InProcess;
using Syncopate.Cluster.Links.Postgres;
using Xunit;
using static Syncopate.Cluster.Tests.Polling;

namespace Syncopate.Cluster.Tests;

/// <summary>What agents and conductor may rely on, asked of both that coordinate them: the simulation is worth what its store has in common
/// with the database.</summary>
[Trait("Judges", "behaviour")]
public sealed class LinkContractTests(Database database)
{
    private const string InProcess = "in process";
    private const string Postgres = "PostgreSQL";

    private static readonly Guid Run = new("11111111-2222-3333-4444-555555555555");

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(InProcess)]
    [InlineData(Postgres)]
    public async Task What_is_stored_or_answered_twice_counts_once_and_in_its_order(string kind)
    {
        await using Joined joined = await JoinedAsync(kind);
        (_, IConductorLink conductor, _, IAgentLink agent, AgentSeat seat) = joined;
        await conductor.CommandAsync(Order(seat, CommandKind.Prepare), Token);
        StoredInterval[] intervals = [.. Enumerable.Range(1, 3).Select(i => Interval(seat, i))];
        AgentReply reply = new(Run, 1, ReplyKind.Done, "end", 3);

        await agent.StoreAsync(intervals, Token);
        await agent.StoreAsync([intervals[2], intervals[1]], Token);
        await agent.ReplyAsync(reply, Token);
        await agent.ReplyAsync(reply with { Body = "again" }, Token);
        RoundSight sight = await LookAsync(conductor, seat);
        RoundSight later = await conductor.LookAsync(Run, 1, [new IntervalMark(seat.Id, seat.Incarnation, 2)], Token);
        RoundSight other = await conductor.LookAsync(Run, 2, [new IntervalMark(seat.Id, seat.Incarnation, 0)], Token);

        Assert.Equal(intervals, sight.Intervals);
        Assert.Equal(new ReceivedReply(seat.Id, seat.Incarnation, reply), Assert.Single(sight.Replies));
        Assert.Equal(intervals[2..], later.Intervals);
        Assert.Equal((0, 0), (other.Intervals.Count, other.Replies.Count));
    }

    [Theory]
    [InlineData(InProcess)]
    [InlineData(Postgres)]
    public async Task A_command_is_heard_once_with_its_epoch_and_a_fresh_sign_of_life(string kind)
    {
        Links links = await LinksAsync(kind);
        await using IAgentLink agent = await links.Agent();
        AgentSeat seat = await agent.JoinAsync(Card("a"), null, Token);
        AgentHearing alone = await agent.HearAsync(seat.LastCommand, Token);
        IConductorLink conductor = await links.Conductor();
        long epoch = await conductor.TakeAsync(null, Token);

        await conductor.CommandAsync(Order(seat, CommandKind.Prepare), Token);
        await conductor.CommandAsync(Order(seat, CommandKind.Prepare), Token);
        await conductor.CommandAsync(Order(seat, CommandKind.Stop), Token);
        await LookAsync(conductor, seat);
        AgentHearing first = await agent.HearAsync(seat.LastCommand, Token);
        AgentHearing second = await agent.HearAsync(first.Commands[^1].Number, Token);
        await conductor.DisposeAsync();
        await UntilAsync(() => agent.HearAsync(0, Token), hearing => hearing.Epoch is null);

        Assert.Null(alone.Epoch);
        Assert.Equal([CommandKind.Prepare, CommandKind.Stop], first.Commands.Select(command => command.Kind));
        Assert.All(first.Commands, command => Assert.Equal((epoch, "order"), (command.Epoch, command.Body)));
        Assert.Equal(epoch, first.Epoch);
        Assert.InRange(first.Silence, TimeSpan.Zero, AgentHearing.LongestSilence);
        Assert.Empty(second.Commands);
    }

    [Theory]
    [InlineData(InProcess)]
    [InlineData(Postgres)]
    public async Task What_is_heard_has_the_common_clock_in_it(string kind)
    {
        await using Joined joined = await JoinedAsync(kind);
        (_, _, _, IAgentLink agent, AgentSeat seat) = joined;

        long before = await agent.ReadClockAsync(Token);
        AgentHearing heard = await agent.HearAsync(seat.LastCommand, Token);
        long after = await agent.ReadClockAsync(Token);

        Assert.InRange(heard.CommonClock ?? 0, before, after);
    }

    /// <summary>Only commands were signs of life once, so that agents gave up every load that was longer than a few
    /// seconds.</summary>
    [Theory]
    [InlineData(InProcess)]
    [InlineData(Postgres)]
    public async Task Who_looks_and_who_is_back_gives_a_sign_of_life(string kind)
    {
        await using Joined joined = await JoinedAsync(kind);
        (Links links, IConductorLink conductor, long epoch, IAgentLink agent, AgentSeat seat) = joined;

        await conductor.SweepAsync(Token); // Takes the sign of life back, where it is a row.
        await LookAsync(conductor, seat);
        AgentHearing looked = await agent.HearAsync(seat.LastCommand, Token);
        await conductor.SweepAsync(Token);
        await conductor.DisposeAsync();
        await using IConductorLink back = await links.Conductor();
        await back.TakeAsync(epoch, Token);
        AgentHearing returned = await agent.HearAsync(seat.LastCommand, Token);

        Assert.InRange(looked.Silence, TimeSpan.Zero, TimeSpan.FromHours(1));
        Assert.InRange(returned.Silence, TimeSpan.Zero, TimeSpan.FromHours(1));
    }

    [Theory]
    [InlineData(InProcess)]
    [InlineData(Postgres)]
    public async Task An_agent_is_there_as_long_as_its_session_and_one_name_is_one_agent(string kind)
    {
        await using Joined joined = await JoinedAsync(kind);
        (Links links, IConductorLink conductor, _, IAgentLink agent, AgentSeat seat) = joined;
        await agent.DescribeAsync(new ClockReading(1, 2), isBusy: true, Token);
        await using IAgentLink second = await links.Agent();

        await Assert.ThrowsAsync<ClusterException>(() => second.JoinAsync(Card("a"), null, Token));
        AgentSight seen = Assert.Single(await conductor.AgentsAsync(Token));
        await agent.DisposeAsync();
        await UntilAsync(() => conductor.AgentsAsync(Token), present => present.Count == 0);
        await using IAgentLink back = await links.Agent();
        AgentSeat again = await back.JoinAsync(Card("a"), seat, Token);
        await back.DisposeAsync();
        await UntilAsync(() => conductor.AgentsAsync(Token), present => present.Count == 0);
        await using IAgentLink anew = await links.Agent();
        AgentSeat next = await anew.JoinAsync(Card("a"), null, Token);
        await anew.DisposeAsync();
        await UntilAsync(() => conductor.AgentsAsync(Token), present => present.Count == 0);
        await using IAgentLink late = await links.Agent();

        Assert.Equal((seat.Id, true, 1L), (seen.Id, seen.IsBusy, seen.Clock?.WallOffsetMicroseconds ?? 0));
        Assert.Equal((seat.Id, seat.Incarnation), (again.Id, again.Incarnation));
        Assert.Equal((seat.Id, seat.Incarnation + 1), (next.Id, next.Incarnation));
        // Another process has had the name since.
        await Assert.ThrowsAsync<ClusterException>(() => late.JoinAsync(Card("a"), seat, Token));
    }

    /// <summary>They ended, as if somebody else had their places.</summary>
    [Theory]
    [InlineData(InProcess)]
    [InlineData(Postgres)]
    public async Task Who_is_back_before_its_broken_session_has_ended_may_try_again(string kind)
    {
        await using Joined joined = await JoinedAsync(kind);
        await using IConductorLink nextConductor = await joined.Links.Conductor();
        await using IAgentLink nextAgent = await joined.Links.Agent();

        Task<long> taking = nextConductor.TakeAsync(joined.Epoch, Token);
        Task<AgentSeat> joining = nextAgent.JoinAsync(Card("a"), joined.Seat, Token);

        await Assert.ThrowsAsync<LinkBrokenException>(() => taking);
        await Assert.ThrowsAsync<LinkBrokenException>(() => joining);
    }

    [Theory]
    [InlineData(InProcess)]
    [InlineData(Postgres)]
    public async Task Only_one_conducts_and_one_that_was_replaced_stays_out(string kind)
    {
        Links links = await LinksAsync(kind);
        IConductorLink first = await links.Conductor();
        long epoch = await first.TakeAsync(null, Token);
        await using IConductorLink second = await links.Conductor();

        await Assert.ThrowsAsync<ClusterException>(() => second.TakeAsync(null, Token));
        await first.DisposeAsync();
        IConductorLink back = await links.Conductor();
        long same = await back.TakeAsync(epoch, Token);
        await back.DisposeAsync();
        long next = await second.TakeAsync(null, Token);
        await second.DisposeAsync();
        await using IConductorLink late = await links.Conductor();

        Assert.Equal((epoch, epoch + 1), (same, next));
        await Assert.ThrowsAsync<ClusterException>(() => late.TakeAsync(epoch, Token));
    }

    [Theory]
    [InlineData(InProcess)]
    [InlineData(Postgres)]
    public async Task What_an_agent_stored_stays_while_its_run_is_there_and_no_longer(string kind)
    {
        Links links = await LinksAsync(kind);
        IConductorLink conductor = await links.Conductor();
        await conductor.TakeAsync(null, Token);
        IAgentLink leaving = await links.Agent();
        await using IAgentLink staying = await links.Agent();
        AgentSeat gone = await leaving.JoinAsync(Card("gone"), null, Token);
        AgentSeat there = await staying.JoinAsync(Card("there"), null, Token);
        foreach ((IAgentLink agent, AgentSeat seat) in new[] { (leaving, gone), (staying, there) })
        {
            await conductor.CommandAsync(Order(seat, CommandKind.Prepare), Token);
            await agent.StoreAsync([Interval(seat, 1)], Token);
        }

        await leaving.LeaveAsync(Token);
        await leaving.DisposeAsync();
        bool early = await staying.ForgetAsync(Token);
        int left = (await LookAsync(conductor, gone)).Intervals.Count;
        int kept = (await LookAsync(conductor, there)).Intervals.Count;
        await conductor.DisposeAsync();
        await UntilAsync(() => staying.HearAsync(0, Token), hearing => hearing.Epoch is null);
        bool late = await staying.ForgetAsync(Token);
        await using IConductorLink next = await links.Conductor();
        await next.TakeAsync(null, Token);
        int forgotten = (await LookAsync(next, there)).Intervals.Count;
        int others = (await LookAsync(next, gone)).Intervals.Count;
        await next.SweepAsync(Token);

        Assert.Equal((false, true), (early, late));
        Assert.Equal((1, 1, 0, 1), (left, kept, forgotten, others));
        Assert.Empty((await LookAsync(next, gone)).Intervals);
        Assert.Empty((await staying.HearAsync(0, Token)).Commands);
    }

    private static AgentCard Card(string name) => new(name, "1", "machine", "id", 2, null);

    private static StoredInterval Interval(AgentSeat seat, int sequence) =>
        new(Run, 1, seat.Id, seat.Incarnation, sequence, $"body {sequence}");

    private static Dictionary<int, AgentCommand> Order(AgentSeat seat, CommandKind kind) => new()
    {
        [seat.Id] = new AgentCommand(0, 0, Run, 1, kind) { Body = "order", Microseconds = 7 },
    };

    private static Task<RoundSight> LookAsync(IConductorLink conductor, AgentSeat seat) =>
        conductor.LookAsync(Run, 1, [new IntervalMark(seat.Id, seat.Incarnation, 0)], Token);

    private async Task<Joined> JoinedAsync(string kind)
    {
        Links links = await LinksAsync(kind);
        IConductorLink conductor = await links.Conductor();
        long epoch = await conductor.TakeAsync(null, Token);
        IAgentLink agent = await links.Agent();
        return new Joined(links, conductor, epoch, agent, await agent.JoinAsync(Card("a"), null, Token));
    }

    private async Task<Links> LinksAsync(string kind)
    {
        if (kind == InProcess)
        {
            InProcessStore store = new(TimeProvider.System);
            return new Links(
                () => Task.FromResult<IAgentLink>(new InProcessAgentLink(store)),
                () => Task.FromResult<IConductorLink>(new InProcessConductorLink(store)));
        }

        JoinAddress address = await database.NewAddressAsync();
        return new Links(
            async () => await PostgresAgentLink.OpenAsync(address, "a", Token),
            async () => await PostgresConductorLink.OpenAsync(address, Token));
    }

    /// <summary>Opens sessions with one that coordinates.</summary>
    private sealed record Links(Func<Task<IAgentLink>> Agent, Func<Task<IConductorLink>> Conductor);

    /// <summary>One that conducts and one agent that has joined. A test may end either of them before.</summary>
    private sealed record Joined(Links Links, IConductorLink Conductor, long Epoch, IAgentLink Agent, AgentSeat Seat)
        : IAsyncDisposable
    {
        public async ValueTask DisposeAsync()
        {
            await Agent.DisposeAsync();
            await Conductor.DisposeAsync();
        }
    }
}
