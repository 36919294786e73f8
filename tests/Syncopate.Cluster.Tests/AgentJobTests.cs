using Syncopate.Cluster.Links;
using Syncopate.Cluster.Links.InProcess;
using Syncopate.Cluster.Links.Postgres;
using Syncopate.Cluster.Loads;
using Xunit;

namespace Syncopate.Cluster.Tests;

/// <summary>An agent from its start to its end, with a link within this process and a capacity that a test gives.</summary>
public sealed class AgentJobTests : IDisposable
{
    private readonly InProcessStore _store = new(TimeProvider.System);
    private readonly List<string> _said = [];
    private readonly DirectoryInfo _root = Directory.CreateTempSubdirectory("syncopate-agent-job-");

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    private string Spool => Path.Combine(_root.FullName, "spool");

    [Theory]
    [InlineData(true, "'one' has joined.")]
    [InlineData(false, "Its generator takes 1,234 requests per second against a server of its own; used to divide loads.")]
    public async Task It_joins_and_its_folder_goes_only_with_a_run_that_it_was_started_for(
        bool isForOneRun, string first)
    {
        using CancellationTokenSource end = CancellationTokenSource.CreateLinkedTokenSource(Token);
        AgentHost host = Host() with
        {
            Say = sentence =>
            {
                _said.Add(sentence);
                if (sentence.EndsWith("has joined.", StringComparison.Ordinal))
                    end.Cancel();
            },
        };

        AgentJob job = new(Asked(isForOneRun), host);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => job.RunAsync(end.Token));

        Assert.Equal((first, "'one' has joined."), (_said[0], _said[^1]));
        Assert.Equal(isForOneRun, !Directory.Exists(Spool));
    }

    [Fact]
    public async Task A_wrong_connection_is_said_at_once_and_nothing_is_measured()
    {
        AgentHost host = Host() with
        {
            OpenLinkAsync = (_, _, _) => throw new LinkBrokenException("Nobody listens there."),
            MeasureAsync = (_, _) => throw new InvalidOperationException("It is measured before the connection is tried."),
        };

        AgentJob job = new(Asked(isForOneRun: false), host);
        ClusterException refused = await Assert.ThrowsAsync<ClusterException>(() => job.RunAsync(Token));

        Assert.Equal("Nobody listens there.", refused.Message);
    }

    [Theory]
    [InlineData("generator-2.example_1", "generator-2.example_1")]
    [InlineData("Büro 3's PC", "B-ro-3-s-PC")]
    public void Without_a_name_it_has_that_of_its_machine_as_far_as_a_name_may(string machine, string name)
    {
        Assert.Equal(name, AgentCard.NameOf(machine));
        Assert.True(AgentCard.IsName(name));
    }

    [Fact]
    public void Without_a_folder_a_service_keeps_results_in_its_own_and_a_user_at_home()
    {
        Assert.Equal(
            "/var/lib/syncopate/one",
            RequestedAgent.UsualFolder("one", variable => variable == "STATE_DIRECTORY" ? "/var/lib/syncopate" : null));
        Assert.EndsWith(
            Path.Combine("syncopate", "spool", "one"), RequestedAgent.UsualFolder("one", _ => null), StringComparison.Ordinal);
    }

    public void Dispose() => _root.Delete(recursive: true);

    private RequestedAgent Asked(bool isForOneRun) =>
        new(JoinAddress.Parse("Host=127.0.0.1;Username=a"), "one", AgentPolicy.Closed, Spool) { IsForOneRun = isForOneRun };

    private AgentHost Host() => new()
    {
        Say = _said.Add,
        OpenLinkAsync = (_, _, _) => Task.FromResult<IAgentLink>(new InProcessAgentLink(_store)),
        WarmAsync = (_, _) => Task.CompletedTask,
        MeasureAsync = (_, _) => Task.FromResult<double?>(1_234),
    };
}
