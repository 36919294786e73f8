using Syncopate.Cluster.Agents;
using Syncopate.Cluster.Links;
using Xunit;

namespace Syncopate.Cluster.Tests;

public sealed class AgentRoundTests
{
    /// <summary>What is run before it is cancelled sends requests that nobody counts: a target saw 101 of a load of 100.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Work_that_is_ended_before_it_began_is_cancelled_before_it_is_run(bool isBroken)
    {
        ReadyWork work = new();
        AgentSettings settings = new()
        {
            Card = new AgentCard("a1", "1", "machine", "id", 2, null),
            Work = work,
            Spool = work,
            OpenAsync = _ => throw new LinkBrokenException("no session"),
        };
        AgentCommand prepare = new(1, 1, Guid.Empty, 1, CommandKind.Prepare);
        using AgentRound round = new(prepare, new AgentSeat(1, 1, 0), settings, new AgentOutbox());
        round.Prepare(Task.CompletedTask);

        if (isBroken)
            round.Break("another conductor has taken over");
        else
            round.Stop();
        await round.Ended;

        Assert.True(work.WasCancelled);
    }

    /// <summary>Work that is ready at once, and keeps nothing.</summary>
    private sealed class ReadyWork : IAgentWork, IPreparedWork, IIntervalSpool
    {
        private CancellationToken _stop;

        /// <summary>Whether it had been cancelled when it was run; null when it was not run.</summary>
        public bool? WasCancelled { get; private set; }

        public Task<IPreparedWork> PrepareAsync(string order, Action<string> keep, CancellationToken stop)
        {
            _stop = stop;
            return Task.FromResult<IPreparedWork>(this);
        }

        public Task<string> RunAsync(long timestamp)
        {
            WasCancelled = _stop.IsCancellationRequested;
            return Task.FromResult("");
        }

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
