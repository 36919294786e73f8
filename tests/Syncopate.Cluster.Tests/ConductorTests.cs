using Syncopate.Cluster.Conducting;
using Syncopate.Cluster.Links;
using Syncopate.Cluster.Links.InProcess;
using Xunit;

namespace Syncopate.Cluster.Tests;

public sealed class ConductorTests
{
    private static readonly Guid Run = new("11111111-2222-3333-4444-555555555555");

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    /// <summary>Nothing is asked between the last round and the end, however long that takes.</summary>
    [Fact]
    public async Task What_was_ordered_is_removed_at_the_end_also_when_the_session_broke_unnoticed()
    {
        InProcessStore store = new(TimeProvider.System);
        await using InProcessAgentLink agent = new(store);
        AgentSeat seat = await agent.JoinAsync(new AgentCard("a", "1", "machine", "id", 2, null), null, Token);
        List<InProcessConductorLink> sessions = [];
        Conductor conductor = await Conductor.OpenAsync(
            _ => Task.FromResult<IConductorLink>(Opened()), Run, TimeProvider.System, Token);
        AgentCommand order = new(0, 0, Run, 1, CommandKind.Prepare);
        await sessions[0].CommandAsync(new Dictionary<int, AgentCommand> { [seat.Id] = order }, Token);
        AgentHearing before = await agent.HearAsync(0, Token);
        await sessions[0].DisposeAsync();

        await conductor.DisposeAsync();

        Assert.Single(before.Commands);
        Assert.Empty((await agent.HearAsync(0, Token)).Commands);
        Assert.Equal(2, sessions.Count);

        InProcessConductorLink Opened()
        {
            InProcessConductorLink session = new(store);
            sessions.Add(session);
            return session;
        }
    }

    /// <summary>An agent on a machine that is always too busy to hear of a start in 0.3 s was lost at each try, three times in a
    /// row.</summary>
    [Fact]
    public async Task After_a_start_that_an_agent_heard_of_too_late_it_has_twice_the_time()
    {
        List<long> starts = await StartsAsync(rounds: 6, lookSeconds: 0);

        Assert.Equal([300_000, 600_000, 1_200_000, 2_400_000, 3_000_000, 3_000_000], starts);
    }

    /// <summary>What a conductor says has its own way to the database before an agent can hear of it: one that was far away told every
    /// agent of a start that was over.</summary>
    [Theory]
    [InlineData(0.4, 700_000)]
    [InlineData(30, 3_300_000)]
    public async Task A_start_lies_farther_ahead_by_what_a_look_takes(double lookSeconds, long ahead) =>
        Assert.Equal([ahead], await StartsAsync(rounds: 1, lookSeconds));

    /// <summary>How far ahead the starts of some rounds lie, in microseconds, of each of which an agent hears too late.</summary>
    private static async Task<List<long>> StartsAsync(int rounds, double lookSeconds)
    {
        SetTime time = new();
        InProcessStore store = new(time);
        await using InProcessAgentLink agent = new(store);
        await agent.JoinAsync(new AgentCard("a", "1", "machine", "id", 2, null), null, Token);
        LateAgentLink link = new(store, agent) { Looking = () => time.Pass(lookSeconds) };
        await using Conductor conductor = await Conductor.OpenAsync(
            _ => Task.FromResult<IConductorLink>(link), Run, time, Token);
        RoundPart part = new(Assert.Single(await conductor.AgentsAsync(Token)), "", 0);
        RoundPlan plan = new([part], TimeSpan.FromSeconds(1)) { EndsWhenIncomplete = true };
        for (int round = 0; round < rounds; round++)
        {
            RoundOutcome outcome = await conductor.RunAsync(plan, Token);
            Assert.StartsWith(AgentReply.HeardLate, outcome.Parts[0].Missing, StringComparison.Ordinal);
        }

        return link.Starts;
    }

    /// <summary>A clock that goes on only when it is told, so that a start lies as far ahead as it was meant to; timers are the
    /// system's.</summary>
    private sealed class SetTime : TimeProvider
    {
        private long _now;

        public override long GetTimestamp() => _now;

        public void Pass(double seconds) => _now += (long)(seconds * TimestampFrequency);
    }

    /// <summary>A conductor's session whose agent answers each command at once, and hears of each start too late.</summary>
    private sealed class LateAgentLink(InProcessStore store, InProcessAgentLink agent) : IConductorLink
    {
        private readonly InProcessConductorLink _own = new(store);

        /// <summary>Called while a look is under way.</summary>
        public Action Looking { get; init; } = static () => { };

        /// <summary>When each round was to begin, in microseconds from then.</summary>
        public List<long> Starts { get; } = [];

        public Task<long> TakeAsync(long? epoch, CancellationToken cancellationToken) =>
            _own.TakeAsync(epoch, cancellationToken);

        public Task<IReadOnlyList<AgentSight>> AgentsAsync(CancellationToken cancellationToken) =>
            _own.AgentsAsync(cancellationToken);

        public async Task CommandAsync(
            IReadOnlyDictionary<int, AgentCommand> commands, CancellationToken cancellationToken)
        {
            await _own.CommandAsync(commands, cancellationToken);
            AgentCommand command = commands.Values.Single();
            if (command.Kind == CommandKind.Prepare)
                await agent.ReplyAsync(new AgentReply(command.Run, command.Round, ReplyKind.Ready, ""), cancellationToken);
            if (command.Kind != CommandKind.Start)
                return;
            Starts.Add(command.Microseconds - store.Now);
            await agent.ReplyAsync(
                new AgentReply(command.Run, command.Round, ReplyKind.Failed, AgentReply.HeardLate + " 5 ms after it"), cancellationToken);
        }

        public Task<RoundSight> LookAsync(
            Guid run, int round, IReadOnlyList<IntervalMark> known, CancellationToken cancellationToken)
        {
            Looking();
            return _own.LookAsync(run, round, known, cancellationToken);
        }

        public Task SweepAsync(CancellationToken cancellationToken) => _own.SweepAsync(cancellationToken);

        public ValueTask DisposeAsync() => _own.DisposeAsync();
    }
}
