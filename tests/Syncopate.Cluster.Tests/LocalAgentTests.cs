using System.Diagnostics;
using Syncopate.Cluster.Loads;
using Syncopate.Running.Machines;
using Xunit;

namespace Syncopate.Cluster.Tests;

/// <summary>An agent as a process of this machine, by programs that every Linux has.</summary>
[Trait("Judges", "behaviour")]
public sealed class LocalAgentTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task It_is_given_its_policy_and_ends_with_its_input_and_its_folder()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "cat is a program of Linux.");
        List<LocalAgentOrder> orders = [];
        LocalAgent agent = LocalAgent.Start("one", "Host=nowhere", ["shop.example.com"], Host(new ProcessStartInfo("cat"), orders));

        LocalAgentOrder order = Assert.Single(orders);
        AgentPolicy policy = AgentPolicy.Parse(await File.ReadAllTextAsync(order.Policy, Token), order.Policy);
        string? wordsBefore = agent.LastWords;
        await agent.DisposeAsync();
        await agent.Ended.WaitAsync(Token); // It is told of the same end by a wait of its own.

        Assert.Equal(("one", "Host=nowhere"), (order.Name, order.Connection));
        Assert.Contains("shop.example.com", policy.AllowedHosts);
        Assert.Null(wordsBefore);
        Assert.False(Directory.Exists(order.Spool));
    }

    [Fact]
    public async Task What_it_said_last_is_known_when_it_has_ended()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "sh is a program of Linux.");
        ProcessStartInfo start = new("sh", ["-c", "echo There is no room. >&2; exit 4"]);
        await using LocalAgent agent = LocalAgent.Start("one", "Host=nowhere", [], Host(start, []));

        await agent.Ended.WaitAsync(Token);

        Assert.Equal("exit code 4. There is no room.", agent.LastWords);
    }

    /// <summary>Ctrl+C goes to every process of a terminal: agents ended their loads as lost before the tool had stopped them.</summary>
    [Fact]
    public async Task It_is_no_process_of_the_terminal()
    {
        Assert.SkipUnless(ProcessGroup.IsSupported, "setsid is a program of Linux.");
        // Number, group and session of the shell itself.
        ProcessStartInfo start = new("sh", ["-c", "echo $(cut -d' ' -f1,5,6 /proc/$$/stat) >&2; exit 4"]);
        await using LocalAgent agent = LocalAgent.Start("one", "Host=nowhere", [], Host(start, []));

        await agent.Ended.WaitAsync(Token);

        Assert.Matches(@"^exit code 4\. (\d+) \1 \1$", agent.LastWords);
    }

    private static FleetHost Host(ProcessStartInfo start, List<LocalAgentOrder> orders) => new()
    {
        AgentProcess = order =>
        {
            orders.Add(order);
            return start;
        },
    };
}
