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
}
