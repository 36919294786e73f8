using Syncopate.Cluster.Agents;
using Syncopate.Cluster.Links;
using Xunit;

namespace Syncopate.Cluster.Tests;

public sealed class AgentOutboxTests
{
    private static readonly AgentReply Reply = new(Guid.Empty, 1, ReplyKind.Done, "");

    /// <summary>The load adds while the session takes: an outbox that were called filled forever would have its agent ask the database
    /// without a pause.</summary>
    [Fact]
    public async Task What_is_sent_while_it_is_being_added_leaves_nothing_filled()
    {
        AgentOutbox outbox = new();

        for (int i = 0; i < 20_000; i++)
        {
            Task adding = Task.Run(() => outbox.Add(Reply), TestContext.Current.CancellationToken);
            while (outbox.Reply() is null)
                Thread.Yield();
            outbox.Sent(1);
            await adding;
            Assert.False(outbox.Filled.IsCompleted, $"round {i}");
        }
    }

    [Fact]
    public void What_waits_is_told_and_taken_in_its_order()
    {
        AgentOutbox outbox = new();
        StoredInterval first = new(Guid.Empty, 1, 1, 1, 1, "a");
        StoredInterval second = first with { Sequence = 2 };
        outbox.Add(first);
        outbox.Add(second);
        outbox.Add(Reply);

        Assert.True(outbox.Filled.IsCompleted);
        Assert.Equal([first, second], outbox.Intervals());
        Assert.Null(outbox.Reply());
        outbox.Sent(2);
        Assert.Same(Reply, outbox.Reply());
        Assert.True(outbox.Filled.IsCompleted);
    }
}
