using Syncopate.Watch.Processes;
using Xunit;

namespace Syncopate.Watch.Tests;

/// <summary>Whether a process is connected to itself, from tables as Linux writes them.</summary>
public sealed class OwnConnectionsTests
{
    private const string Head = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n";

    // It listens on port 8080 by socket 1, asks by socket 2 and answers by socket 3.
    private const string Listener = "   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 1 1 0\n";
    private const string Asking = "   1: 0100007F:C001 0100007F:1F90 01 00000000:00000000 00:00000000 00000000     0        0 2 1 0\n";
    private const string Answering = "   2: 0100007F:1F90 0100007F:C001 01 00000000:00000000 00:00000000 00000000     0        0 3 1 0\n";

    [Theory]
    [InlineData(true, true, true)]
    [InlineData(false, true, false)] // Threads of its own answer there, not the pool.
    [InlineData(true, false, false)] // Another process asks.
    public void A_process_that_asks_a_port_which_its_pool_serves_asks_itself(
        bool isAsynchronous, bool isAsking, bool expected)
    {
        Dictionary<string, bool> own = new() { ["1"] = isAsynchronous, ["3"] = true };
        if (isAsking)
            own["2"] = true;

        Assert.Equal(expected, OwnConnections.LeadToItself([Head + Listener + Asking + Answering], own));
    }

    // Its answer waits in the queue of the system until the pool takes it: no socket of the process has it yet.
    [Fact]
    public void A_connection_that_was_not_taken_yet_is_one() => Assert.True(OwnConnections.LeadToItself(
        [Head + Listener + Asking + Answering.Replace(" 3 1 0", " 0 1 0", StringComparison.Ordinal)],
        new Dictionary<string, bool> { ["1"] = true, ["2"] = true }));

    [Fact]
    public void The_same_port_of_another_machine_is_none_of_its_own() => Assert.False(OwnConnections.LeadToItself(
        [Head + Listener + Asking.Replace(" 0100007F:1F90", " 0200000A:1F90", StringComparison.Ordinal)],
        new Dictionary<string, bool> { ["1"] = true, ["2"] = true }));

    // A socket of IPv6 that is connected by IPv4.
    [Fact]
    public void An_address_of_both_families_is_one_address() => Assert.True(OwnConnections.LeadToItself(
        [
            Head + Listener + Answering,
            Head + Asking.Replace("0100007F", "0000000000000000FFFF00000100007F", StringComparison.Ordinal),
        ],
        new Dictionary<string, bool> { ["1"] = true, ["2"] = true, ["3"] = true }));
}
