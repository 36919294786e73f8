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
        using AgentRound round = Round(work, new AgentOutbox());
        round.Prepare(Task.CompletedTask);

        if (isBroken)
            round.Break("another coordinator has taken over");
        else
            round.Stop();
        await round.Ended;

        Assert.True(work.WasCancelled);
    }

    /// <summary>A comparison was ended by an agent that was cut off, stopped in order, or told too late, while it got ready: its reason was
    /// taken for a refusal, which is the same at each try.</summary>
    [Theory]
    [InlineData(JoinedAgent.HeardNothing, "Failed")]
    [InlineData(JoinedAgent.WasEnded, "Failed")]
    [InlineData(null, "Refused")]
    public async Task What_breaks_a_round_before_it_begins_is_a_loss_and_no_refusal(string? reason, string kind)
    {
        AgentOutbox outbox = new();
        using AgentRound round = Round(new ReadyWork(), outbox);
        round.Prepare(Task.CompletedTask);

        if (reason is null)
            round.Stop();
        else
            round.Break(reason);
        await round.Ended;

        AgentReply end = Assert.IsType<AgentReply>(Sent(outbox)[^1]);
        Assert.Equal((kind, reason ?? AgentRound.NotBegun), (end.Kind.ToString(), end.Body));
    }

    /// <summary>No text of a database holds a zero: the reply was sent again and again, and nothing after it.</summary>
    [Fact]
    public async Task A_reason_that_repeats_what_others_said_can_be_stored_and_printed()
    {
        AgentOutbox outbox = new();
        using AgentRound round = Round(new ReadyWork(), outbox);
        round.Prepare(Task.CompletedTask);

        round.Break("it said \0\u001b[2Jhello");
        await round.Ended;

        AgentReply end = Assert.IsType<AgentReply>(Sent(outbox)[^1]);
        Assert.Equal("it said \uFFFD\uFFFD[2Jhello", end.Body);
    }

    /// <summary>A conductor waits for all intervals up to the last one that an agent names: one that was not kept never comes.</summary>
    [Fact]
    public async Task A_disk_that_is_full_ends_the_round_with_what_was_kept()
    {
        AgentOutbox outbox = new();
        ReadyWork work = new() { Intervals = 3, Room = 2 };
        using AgentRound round = Round(work, outbox);
        round.Prepare(Task.CompletedTask);

        round.Begin(TimeProvider.System.GetTimestamp());
        await round.Ended;

        List<object> sent = Sent(outbox);
        Assert.Equal([1, 2], sent.OfType<StoredInterval>().Select(interval => interval.Sequence));
        AgentReply end = Assert.IsType<AgentReply>(sent[^1]);
        Assert.Equal((ReplyKind.Failed, "it cannot keep what it measures: No space left on device", 2), (end.Kind, end.Body, end.Last));
    }

    /// <summary>A conductor would wait for the answer, and the message of an exception may hold what was to be sent.</summary>
    [Theory]
    [InlineData(true, "Refused")]
    [InlineData(false, "Failed")]
    public async Task A_fault_of_ours_is_answered_without_what_it_says(bool isBefore, string kind)
    {
        AgentOutbox outbox = new();
        ReadyWork work = new() { FailsBefore = isBefore, FailsMeanwhile = true };
        using AgentRound round = Round(work, outbox);
        round.Prepare(Task.CompletedTask);

        if (!isBefore)
            round.Begin(TimeProvider.System.GetTimestamp());
        await round.Ended;

        AgentReply end = Assert.IsType<AgentReply>(Sent(outbox)[^1]);
        Assert.Equal(kind, end.Kind.ToString());
        Assert.StartsWith("a fault of Syncopate ended it (NotSupportedException)", end.Body, StringComparison.Ordinal);
        Assert.DoesNotContain("canary", end.Body, StringComparison.Ordinal);
    }

    /// <summary>It waited twice as long each time, and slept for 1.6 s while the database had come back: a load under way ends after
    /// two.</summary>
    [Theory]
    [InlineData(0, true, 100)]
    [InlineData(5, true, 100)]
    [InlineData(0, false, 100)]
    [InlineData(3, false, 800)]
    [InlineData(1_000_000, false, 2_000)]
    public void An_agent_under_load_looks_for_its_database_ten_times_a_second(
        int failures, bool isBusy, int milliseconds) =>
        Assert.Equal(TimeSpan.FromMilliseconds(milliseconds), JoinedAgent.RetryAfter(failures, isBusy));

    private static AgentRound Round(ReadyWork work, AgentOutbox outbox)
    {
        AgentSettings settings = new()
        {
            Card = new AgentCard("a1", "1", "machine", "id", 2, null),
            Work = work,
            Spool = work,
            OpenAsync = _ => throw new LinkBrokenException("no session"),
        };
        AgentCommand prepare = new(1, 1, Guid.Empty, 1, CommandKind.Prepare)
        {
            Microseconds = (long)TimeSpan.FromMinutes(5).TotalMicroseconds,
        };
        return new AgentRound(prepare, new AgentSeat(1, 1, 0), settings, outbox);
    }

    /// <summary>Everything that an agent would send, in its order.</summary>
    private static List<object> Sent(AgentOutbox outbox)
    {
        List<object> sent = [];
        while (true)
        {
            object[] next = outbox.Reply() is { } reply ? [reply] : [.. outbox.Intervals()];
            if (next.Length == 0)
                return sent;
            sent.AddRange(next);
            outbox.Sent(next.Length);
        }
    }

    /// <summary>Work that is ready at once, and its disk.</summary>
    private sealed class ReadyWork : IAgentWork, IPreparedWork, IIntervalSpool
    {
        private CancellationToken _stop;
        private Action<string> _keep = static _ => { };
        private int _kept;

        /// <summary>How many it measures.</summary>
        public int Intervals { get; init; }

        /// <summary>For how many the disk has room.</summary>
        public int Room { get; init; }

        /// <summary>Whether a mistake of ours ends it while it gets ready.</summary>
        public bool FailsBefore { get; init; }

        /// <summary>Whether one ends it while it measures.</summary>
        public bool FailsMeanwhile { get; init; }

        /// <summary>Whether it had been cancelled when it was run; null when it was not run.</summary>
        public bool? WasCancelled { get; private set; }

        public Task<IPreparedWork> PrepareAsync(string order, Action<string> keep, CancellationToken stop)
        {
            (_stop, _keep) = (stop, keep);
            if (FailsBefore)
                throw new NotSupportedException("canary");
            return Task.FromResult<IPreparedWork>(this);
        }

        public Task<string> RunAsync(long timestamp)
        {
            WasCancelled = _stop.IsCancellationRequested;
            for (int i = 1; i <= Intervals; i++)
                _keep($"interval {i}");
            if (FailsMeanwhile)
                throw new NotSupportedException("canary");
            return Task.FromResult("");
        }

        public void Release()
        {
        }

        public void Keep(StoredInterval interval)
        {
            if (_kept == Room)
                throw new IOException("No space left on device");
            _kept++;
        }

        public IReadOnlyList<StoredInterval> Left() => [];

        public void Clear()
        {
        }
    }
}
