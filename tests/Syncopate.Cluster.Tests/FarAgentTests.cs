using Syncopate.Cluster.Agents;
using Syncopate.Cluster.Links;
using Syncopate.Cluster.Links.InProcess;
using Xunit;

namespace Syncopate.Cluster.Tests;

/// <summary>An agent whose database answers late, as one that is far away or busy.</summary>
[Trait("Judges", "behaviour")]
public sealed class FarAgentTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    /// <summary>Fifteen answers of 0.3 s are longer than the 2 s for which an agent may hear nothing: it gave up each round in the moment
    /// in which it was ready.</summary>
    [Fact]
    public async Task An_agent_that_takes_long_to_set_its_clock_is_not_cut_off_by_that()
    {
        JumpingTime time = new();
        FarLink link = new(new InProcessStore(TimeProvider.System), time);
        using CancellationTokenSource end = CancellationTokenSource.CreateLinkedTokenSource(Token);
        Idle work = new();
        using JoinedAgent agent = new(new AgentSettings
        {
            Card = new AgentCard("a", "1", "machine", "id", 2, null),
            Work = work,
            Spool = work,
            Time = time,
            OpenAsync = _ => Task.FromResult<IAgentLink>(link),
        });

        Task running = agent.RunAsync(end.Token);
        Assert.Same(link.Seen, await Task.WhenAny(link.Seen, running));
        await end.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => running);

        Assert.Equal([ReplyKind.Ready], await link.Seen);
    }

    /// <summary>A clock that can be set forward; timers are the system's.</summary>
    private sealed class JumpingTime : TimeProvider
    {
        private long _jumped;

        public override long GetTimestamp() => base.GetTimestamp() + Interlocked.Read(ref _jumped);

        public void Jump(double seconds) => Interlocked.Add(ref _jumped, (long)(seconds * TimestampFrequency));
    }

    /// <summary>An agent's session on which each reading of the clock takes 0.3 s, and by whose first question a conductor comes and tells
    /// it to get ready. All on the way of the agent: the store is for one thread at a time.</summary>
    private sealed class FarLink(InProcessStore store, JumpingTime time) : IAgentLink
    {
        private readonly InProcessAgentLink _own = new(store);
        private readonly InProcessConductorLink _conductor = new(store);
        private readonly List<ReplyKind> _replies = [];
        private readonly TaskCompletionSource<IReadOnlyList<ReplyKind>> _seen =
            new(TaskCreationOptions.RunContinuationsAsynchronously);

        private int _agent;
        private int _asked;

        /// <summary>What it answered, some questions after it was told.</summary>
        public Task<IReadOnlyList<ReplyKind>> Seen => _seen.Task;

        public async Task<AgentSeat> JoinAsync(AgentCard card, AgentSeat? seat, CancellationToken cancellationToken)
        {
            AgentSeat own = await _own.JoinAsync(card, seat, cancellationToken);
            _agent = own.Id;
            return own;
        }

        public Task<long> ReadClockAsync(CancellationToken cancellationToken)
        {
            time.Jump(0.3);
            return _own.ReadClockAsync(cancellationToken);
        }

        public async Task<AgentHearing> HearAsync(long afterCommand, CancellationToken cancellationToken)
        {
            if (++_asked == 1)
                await TellAsync(cancellationToken);
            if (_asked == 4)
                _seen.TrySetResult([.. _replies]);
            return await _own.HearAsync(afterCommand, cancellationToken);
        }

        public Task ReplyAsync(AgentReply reply, CancellationToken cancellationToken)
        {
            _replies.Add(reply.Kind);
            return _own.ReplyAsync(reply, cancellationToken);
        }

        public Task DescribeAsync(ClockReading clock, bool isBusy, CancellationToken cancellationToken) =>
            _own.DescribeAsync(clock, isBusy, cancellationToken);

        public Task StoreAsync(IReadOnlyList<StoredInterval> intervals, CancellationToken cancellationToken) =>
            _own.StoreAsync(intervals, cancellationToken);

        public Task WaitAsync(TimeSpan most, CancellationToken cancellationToken) =>
            _own.WaitAsync(most, cancellationToken);

        public Task<bool> ForgetAsync(CancellationToken cancellationToken) => _own.ForgetAsync(cancellationToken);

        public Task LeaveAsync(CancellationToken cancellationToken) => _own.LeaveAsync(cancellationToken);

        public ValueTask DisposeAsync() => _own.DisposeAsync();

        private async Task TellAsync(CancellationToken cancellationToken)
        {
            time.Jump(20); // What it knows of the clock has become old.
            await _conductor.TakeAsync(null, cancellationToken);
            AgentCommand prepare = new(0, 0, Guid.NewGuid(), 1, CommandKind.Prepare)
            {
                Microseconds = (long)TimeSpan.FromMinutes(5).TotalMicroseconds,
            };
            await _conductor.CommandAsync(new Dictionary<int, AgentCommand> { [_agent] = prepare }, cancellationToken);
        }
    }

    /// <summary>Work that is ready at once and does nothing, with a disk that keeps nothing.</summary>
    private sealed class Idle : IAgentWork, IPreparedWork, IIntervalSpool
    {
        public Task<IPreparedWork> PrepareAsync(string order, Action<string> keep, CancellationToken stop) =>
            Task.FromResult<IPreparedWork>(this);

        public Task<string> RunAsync(long timestamp) => Task.FromResult("");

        public void Release()
        {
        }

        public void Keep(StoredInterval interval)
        {
        }

        public IReadOnlyList<StoredInterval> Left() => [];

        public void Clear()
        {
        }
    }
}
