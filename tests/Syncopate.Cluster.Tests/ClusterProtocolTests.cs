using System.Text.Json;
using System.Text.Json.Nodes;
using Syncopate.Cluster.Loads;
using Syncopate.Load;
using Syncopate.Tests.Load;
using Xunit;

namespace Syncopate.Cluster.Tests;

/// <summary>What agents and conductors write to each other, and the number by which builds know that they agree on it.</summary>
public sealed class ClusterProtocolTests
{
    private const string Raise = "Agents of a build before this change would be taken for agents of this one. Raise "
        + "ClusterProtocol.Current, and then change the names here.";

    private static readonly LoadRequest Request = new("/", new UsersForTime(1, TimeSpan.FromSeconds(1)));

    /// <summary>As a conductor gave it before protocols had a number.</summary>
    [Fact]
    public async Task An_order_of_an_earlier_build_is_refused_in_words()
    {
        JsonObject order = JsonNode.Parse(Order().ToText())!.AsObject();
        order.Remove("protocol");
        LoadWork work = new(AgentPolicy.Closed, TimeProvider.System);

        ClusterException refused = await Assert.ThrowsAsync<ClusterException>(
            () => work.PrepareAsync(order.ToJsonString(), static _ => { }, TestContext.Current.CancellationToken));

        Assert.Equal("its coordinator is of an earlier build, whose protocol has no number; this build has protocol "
            + $"{ClusterProtocol.Current}: install one build on all machines", refused.Message);
    }

    /// <summary>As an agent wrote it before protocols had a number.</summary>
    [Fact]
    public void A_card_without_a_protocol_is_of_an_earlier_build()
    {
        AgentCard card = ClusterJson.Read("""{"name":"a","version":"1","machine":"m","machineId":"i","cores":1,"perSecond":null}""",
            ClusterJson.Default.AgentCard);

        Assert.Equal(0, card.Protocol);
    }

    [Fact]
    public void What_is_written_changes_only_with_the_number_of_the_protocol()
    {
        Assert.True(ClusterProtocol.Current == 2, "Write down here what the protocol with the new number has.");
        Same("cores limits machine machineId name perSecond protocol version", Text(Card()));
        Same("allowedHosts body discardTicks expected followsRedirects headers httpVersion keepsConnections keepsGoing method path "
            + "protocol scenario shape target thinkTicks threads timeoutTicks traceSeed traces trustsAnyCertificate", Order().ToText());
        string interval = new AgentInterval(IntervalRecords.Nothing(0, 1), 0, null).ToText();
        Same("discarded failedBodyBytes figures", interval);
        Same("activeNanoseconds bodyBytes connects count drained drainedFailures errors failedInStep firstBytes fromNanoseconds "
            + "generatorCpuNanoseconds histogram inFlight inFlightNanoseconds latencySumNanoseconds lateness overflowed receivedBytes "
            + "reopened sentBytes services slowest started steps target thinkNanoseconds toNanoseconds unasked",
            JsonNode.Parse(interval)!["figures"]!.ToJsonString());
        Same("cancelled cpuNanoseconds drainNanoseconds durationNanoseconds failure lateMicroseconds stolenShare threads traces unfinished",
            End().ToText());
    }

    private static void Same(string names, string written) => Assert.True(names == Names(written), $"{Names(written)}: {Raise}");

    private static string Names(string written) =>
        string.Join(' ', JsonNode.Parse(written)!.AsObject().Select(name => name.Key).Order(StringComparer.Ordinal));

    private static string Text(AgentCard card) => JsonSerializer.Serialize(card, ClusterJson.Default.AgentCard);

    private static AgentCard Card() => new("a", "1", "m", "i", 1, null) { Protocol = ClusterProtocol.Current };

    private static LoadOrder Order() =>
        LoadOrder.Of((new HttpTarget(new Uri("http://localhost:5")), []), Request, null, Request.Shape, 0);

    private static AgentSummary End() => new()
    {
        LateMicroseconds = 0,
        DurationNanoseconds = 1,
        DrainNanoseconds = 0,
        Unfinished = 0,
        CpuNanoseconds = 0,
        Threads = [],
        Traces = [],
        Cancelled = false,
        Failure = null,
    };
}
