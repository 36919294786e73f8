using System.Text.Json.Nodes;
using Syncopate.Cluster.Agents;
using Syncopate.Cluster.Conducting;
using Syncopate.Cluster.Links.Postgres;
using Syncopate.Cluster.Loads;
using Syncopate.Load;
using Xunit;

namespace Syncopate.Cluster.Tests;

/// <summary>Real agents, a real database and a real server; agents and conductor in this process.</summary>
[Trait("Judges", "behaviour")]
public sealed class AgentLoadTests(Database database)
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Agents_send_together_what_one_would_and_every_answer_counts_once()
    {
        await using LoadSite site = await LoadSite.StartAsync();
        await using Crew crew = await Crew.StartAsync(await database.NewAddressAsync(), 3, AgentPolicy.Closed);
        List<LoadInterval> intervals = [];
        LoadRequest request = new("/plain", new UsersTimesLoops(7, 300))
        {
            Intervals = new Receiver(intervals.Add),
            TraceParents = new TraceParents(1),
        };
        using ClusterEngine engine = crew.Fleet.OpenEngine(new HttpTarget(new Uri(site.Address)), null);

        LoadResult result = await engine.RunAsync(request, Token);

        Assert.Null(result.Failure);
        Assert.Equal((2100, 2100, 2100, 0), (result.Count, result.Started, result.Latencies.TotalCount, result.Errors.Count));
        Assert.Equal(2100, site.Asked);
        Assert.Equal(2100, intervals.Sum(interval => interval.Count));
        Assert.Equal(2100 * 13, result.BodyBytes);
        Assert.All(intervals.Zip(intervals.Skip(1)), pair => Assert.Equal(pair.First.ToTimestamp, pair.Second.FromTimestamp));
        Assert.Equal(["a1", "a2", "a3"], crew.Fleet.Parts.Select(part => part.Name));
        Assert.Equal(2100, crew.Fleet.Parts.Sum(part => part.Count));
        Assert.Equal(10, result.Slowest.Select(slow => slow.TraceId).Distinct().Count());
        Assert.Equal(result.Latencies.Maximum, result.Slowest[0].LatencyNanoseconds, result.Latencies.Maximum * 0.001);
        Assert.Contains(result.Slowest[0].TraceId, intervals.SelectMany(interval => interval.Slowest).Select(slow => slow.TraceId));
        Assert.Equal([900, 600, 600], crew.Fleet.Parts.Select(part => part.Count));
    }

    [Fact]
    public async Task At_a_rate_as_many_are_sent_as_are_due_and_a_second_load_follows_the_first()
    {
        await using LoadSite site = await LoadSite.StartAsync();
        await using Crew crew = await Crew.StartAsync(await database.NewAddressAsync(), 2, AgentPolicy.Closed);
        using ClusterEngine engine = crew.Fleet.OpenEngine(new HttpTarget(new Uri(site.Address)), null);
        LoadRequest request = new("/plain", Arrivals.AtRate(101, TimeSpan.FromSeconds(1)));

        LoadResult first = await engine.RunAsync(request, Token);
        LoadResult second = await engine.RunAsync(request, Token);

        Assert.Equal((101, 101), (first.Started, second.Started));
        Assert.Equal(202, site.Asked);
        Assert.DoesNotContain(LoadLaws.Broken(first, request), doubt => doubt.Code is LoadLaws.Rate or LoadLaws.Books);
    }

    [Fact]
    public async Task An_agent_refuses_what_its_policy_does_not_allow_and_nothing_is_sent()
    {
        await using LoadSite site = await LoadSite.StartAsync();
        await using Crew crew = await Crew.StartAsync(await database.NewAddressAsync(), 2,
            new AgentPolicy { AllowedHosts = ["shop.example.com"] });
        using ClusterEngine engine = crew.Fleet.OpenEngine(new HttpTarget(new Uri(site.Address)), null);

        LoadResult result = await engine.RunAsync(new LoadRequest("/plain", new UsersTimesLoops(2, 5)), Token);

        Assert.NotNull(result.Failure);
        Assert.Contains("agent 'a1'", result.Failure.What, StringComparison.Ordinal);
        Assert.Contains("its policy does not allow the host '127.0.0.1' (allowed: shop.example.com)", result.Failure.What,
            StringComparison.Ordinal);
        Assert.Equal(0, site.Asked);
    }

    [Fact]
    public async Task Users_that_become_faster_than_the_policy_allows_are_stopped()
    {
        await using LoadSite site = await LoadSite.StartAsync();
        await using Crew crew = await Crew.StartAsync(await database.NewAddressAsync(), 1,
            AgentPolicy.Closed with { MostRequestsPerSecond = 20 });
        using ClusterEngine engine = crew.Fleet.OpenEngine(new HttpTarget(new Uri(site.Address)), null);

        LoadResult result = await engine.RunAsync(new LoadRequest("/plain", new UsersForTime(4, TimeSpan.FromMinutes(5))), Token);

        Assert.Contains("20 requests per second that its policy allows", Assert.Single(crew.Fleet.Parts).Missing, StringComparison.Ordinal);
        Assert.InRange(result.Count, site.Asked - 4, site.Asked); // What was in flight at the cut, one for each user, has no end.
    }

    /// <summary>A number of requests has no length that could be refused before: it was sent for half a minute more.</summary>
    [Fact]
    public async Task A_number_of_requests_is_sent_no_longer_than_the_policy_allows()
    {
        await using LoadSite site = await LoadSite.StartAsync();
        AgentPolicy policy = AgentPolicy.Closed with { Longest = TimeSpan.FromSeconds(1) };
        await using Crew crew = await Crew.StartAsync(await database.NewAddressAsync(), 1, policy);
        using ClusterEngine engine = crew.Fleet.OpenEngine(new HttpTarget(new Uri(site.Address)), null);

        LoadResult result = await engine.RunAsync(new LoadRequest("/plain", new UsersTimesLoops(2, 1_000_000)), Token);

        Assert.Equal("its load lasted longer than the 1 s that its policy allows", Assert.Single(crew.Fleet.Parts).Missing);
        TimeSpan length = TimeProvider.System.GetElapsedTime(result.StartedTimestamp, result.EndedTimestamp);
        Assert.InRange(length.TotalSeconds, 0.5, 25); // A second, and what a busy machine adds to it.
        Assert.InRange(result.Count, site.Asked - 2, site.Asked);
    }

    [Fact]
    public async Task Requests_that_follow_redirects_count_for_the_policy()
    {
        await using LoadSite site = await LoadSite.StartAsync();
        await using Crew crew = await Crew.StartAsync(await database.NewAddressAsync(), 1,
            AgentPolicy.Closed with { MostRequestsPerSecond = 20 });
        using ClusterEngine engine = crew.Fleet.OpenEngine(new HttpTarget(new Uri(site.Address)), null);
        LoadRequest request = new("/moved?times=5", Arrivals.AtRate(15, TimeSpan.FromMinutes(5))) { FollowsRedirects = true };

        await engine.RunAsync(request, Token);

        Assert.Contains("20 requests per second that its policy allows", Assert.Single(crew.Fleet.Parts).Missing, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_target_that_is_not_there_is_a_failure_in_words()
    {
        await using Crew crew = await Crew.StartAsync(await database.NewAddressAsync(), 2, AgentPolicy.Closed);
        using ClusterEngine engine = crew.Fleet.OpenEngine(new HttpTarget(new Uri("http://127.0.0.1:1")), null);

        LoadResult result = await engine.RunAsync(new LoadRequest("/plain", new UsersTimesLoops(2, 5)), Token);

        Assert.Contains("http://127.0.0.1:1/ stopped answering: connection refused", result.Failure?.What, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Loads_of_two_servers_at_one_time_take_turns()
    {
        await using LoadSite one = await LoadSite.StartAsync();
        await using LoadSite other = await LoadSite.StartAsync();
        await using Crew crew = await Crew.StartAsync(await database.NewAddressAsync(), 2, AgentPolicy.Closed);
        using ClusterEngine first = crew.Fleet.OpenEngine(new HttpTarget(new Uri(one.Address)), null);
        using ClusterEngine second = crew.Fleet.OpenEngine(new HttpTarget(new Uri(other.Address)), null);

        LoadResult[] results = await Task.WhenAll(
            first.RunAsync(new LoadRequest("/plain", new UsersTimesLoops(2, 30)), Token),
            second.RunAsync(new LoadRequest("/plain", new UsersTimesLoops(4, 20)), Token));

        Assert.All(results, result => Assert.Null(result.Failure));
        Assert.Equal((60, 80), (results[0].Count, results[1].Count));
        Assert.Equal((60, 80), (one.Asked, other.Asked));
        Assert.All(crew.Fleet.Parts, part => Assert.Equal(("its part of each load", 70), (part.Part, part.Count)));
        Assert.Contains(crew.Fleet.Parts, part => part.ApartMicroseconds > 0);
        Assert.All(crew.Fleet.Parts, part => Assert.InRange(part.ApartMicroseconds!.Value, 0, part.StartedLateMicroseconds!.Value));
    }

    [Fact]
    public async Task A_load_of_one_user_goes_to_one_agent_where_some_may_rest()
    {
        await using LoadSite site = await LoadSite.StartAsync();
        await using Crew crew = await Crew.StartAsync(await database.NewAddressAsync(), 2, AgentPolicy.Closed);
        ClusterFleet fleet = new(crew.Fleet.Conductor, crew.Fleet.Agents) { OnlyWholeLoads = true, SomeMayRest = true };
        using ClusterEngine engine = fleet.OpenEngine(new HttpTarget(new Uri(site.Address)), null);

        LoadResult single = await engine.RunAsync(new LoadRequest("/plain", new UsersTimesLoops(1, 10)), Token);
        LoadResult both = await engine.RunAsync(new LoadRequest("/plain", new UsersTimesLoops(2, 10)), Token);

        Assert.Equal((10, 20, 30), (single.Count, both.Count, site.Asked));
        Assert.Equal([("a1", 20), ("a2", 10)], fleet.Parts.Select(part => (part.Name, (int)part.Count)));
    }

    [Fact]
    public async Task A_load_that_an_agent_began_in_another_process_is_begun_anew_and_whole()
    {
        await using LoadSite site = await LoadSite.StartAsync();
        await using Crew crew = await Crew.StartAsync(await database.NewAddressAsync(), 2, AgentPolicy.Closed);
        List<string> told = [];
        AgentSight[] before = [.. crew.Fleet.Agents.Select(agent => agent.Card.Name == "a2" ? agent with { Incarnation = 7 } : agent)];
        ClusterFleet fleet = new(crew.Fleet.Conductor, before) { Notify = told.Add };
        using ClusterEngine engine = fleet.OpenEngine(new HttpTarget(new Uri(site.Address)), null);

        LoadResult result = await engine.RunAsync(new LoadRequest("/plain", new UsersTimesLoops(4, 25)), Token);

        Assert.Null(result.Failure);
        Assert.Equal((100, 100), (result.Count, site.Asked));
        Assert.Equal("The load was not begun: agent 'a2' on machine: its process was started anew. It is begun anew when all agents are "
            + "there.", Assert.Single(told));
        Assert.Equal([(50, null, 0), (50, null, 0)], fleet.Parts.Select(part => (part.Count, part.Missing, part.Repeated)));
    }

    /// <summary>Forms are compared by slots that the same agents sent: what it belongs to is measured again, not it alone.</summary>
    [Fact]
    public async Task Where_only_whole_loads_count_one_that_lost_an_agent_says_that_it_can_be_measured_again()
    {
        await using LoadSite site = await LoadSite.StartAsync();
        await using Crew crew = await Crew.StartAsync(await database.NewAddressAsync(), 2, AgentPolicy.Closed);
        AgentSight[] before = [.. crew.Fleet.Agents.Select(agent => agent.Card.Name == "a2" ? agent with { Incarnation = 7 } : agent)];
        ClusterFleet fleet = new(crew.Fleet.Conductor, before) { OnlyWholeLoads = true };
        using ClusterEngine engine = fleet.OpenEngine(new HttpTarget(new Uri(site.Address)), null);
        LoadRequest request = new("/plain", new UsersTimesLoops(4, 25));

        LoadResult lost = await engine.RunAsync(request, Token);
        LoadResult warming = await engine.RunAsync(request with { IsUnrecorded = true }, Token);
        LoadResult whole = await engine.RunAsync(request, Token);

        Assert.True(lost.IsRepeatable, lost.Failure?.What);
        Assert.Null(warming.Failure);
        Assert.Equal((100, 200), (whole.Count, site.Asked));
        Assert.Equal([(50, 0), (50, 1)], fleet.Parts.Select(part => ((int)part.Count, part.Repeated)));
    }

    /// <summary>Agents that were cut off for more than two seconds have ended by themselves, and say so: a machine may be that busy, but
    /// not eight times in a row.</summary>
    [Fact]
    public async Task A_database_that_is_killed_and_comes_back_costs_not_one_answer()
    {
        List<string> lost = [];
        while (lost.Count < 8)
        {
            if (await LostInRestartAsync() is not { } reason)
                return;
            Assert.True(reason is JoinedAgent.HeardNothing or "its coordinator was gone", reason);
            lost.Add(reason);
        }

        Assert.Fail($"In none of {lost.Count} loads the agents went on: {string.Join("; ", lost)}");
    }

    /// <summary>Why an agent did not go on when the database was killed and came back; null when all did and every answer counts.</summary>
    private async Task<string?> LostInRestartAsync()
    {
        await using LoadSite site = await LoadSite.StartAsync();
        await using MortalDatabase mortal = await MortalDatabase.StartAsync();
        await using Crew crew = await Crew.StartAsync(JoinAddress.Parse(mortal.ConnectionString), 2, AgentPolicy.Closed);
        using ClusterEngine engine = crew.Fleet.OpenEngine(new HttpTarget(new Uri(site.Address)), null);
        TaskCompletionSource second = new(TaskCreationOptions.RunContinuationsAsynchronously);
        int intervals = 0;
        LoadRequest request = new("/plain", Arrivals.AtRate(100, TimeSpan.FromSeconds(8)))
        {
            Intervals = new Receiver(_ =>
            {
                if (++intervals == 2)
                    second.TrySetResult();
            }),
        };

        Task<LoadResult> running = engine.RunAsync(request, Token);
        await Task.WhenAny(second.Task, running);
        await mortal.KillAsync();
        await mortal.RiseAsync();
        LoadResult result = await running;

        string? lost = crew.Fleet.Parts.Select(part => part.Missing).FirstOrDefault(missing => missing is not null);
        if (lost is null)
            Assert.Equal((800, 800), (result.Count, result.Started));
        Assert.InRange(result.Count, site.Asked - 40, site.Asked); // What was in flight at a cut has no end.
        return lost;
    }

    [Fact]
    public void A_header_and_a_body_are_in_the_order_and_in_nothing_that_is_kept()
    {
        LoadRequest request = new("/x", new UsersForTime(1, TimeSpan.FromSeconds(1)))
        {
            Method = "POST",
            Headers = [new("Authorization", "canary")],
            Body = "canary"u8.ToArray()
        };
        LoadOrder order = LoadOrder.Of((new HttpTarget(new Uri("http://localhost:5")), ["a"]), request, null, request.Shape, 3);

        LoadRequest again = ClusterJson.Read(order.ToText(), LoadJson.Default.LoadOrder).ToRequest();

        Assert.Equal(("/x", "POST", "canary"), (again.Path, again.Method, again.Headers[0].Value));
        Assert.Equal(request.Body.ToArray(), again.Body.ToArray());
        Assert.Equal(request.Shape, again.Shape);
        Assert.Equal(3, again.MaximumTraces);
        Assert.DoesNotContain("canary", JsonNode.Parse(order.ToText())!["path"]!.ToJsonString(), StringComparison.Ordinal);
    }

    /// <summary>A picture has a row for each user: users of two agents are not one.</summary>
    [Fact]
    public async Task Requests_that_are_kept_are_of_as_many_users_as_the_load_has()
    {
        await using LoadSite site = await LoadSite.StartAsync();
        await using Crew crew = await Crew.StartAsync(await database.NewAddressAsync(), 2, AgentPolicy.Closed);
        using ClusterEngine engine = crew.Fleet.OpenEngine(new HttpTarget(new Uri(site.Address)), null);

        LoadResult result = await engine.RunAsync(new LoadRequest("/plain", new UsersTimesLoops(5, 2)) { MaximumTraces = 100 }, Token);

        Assert.Equal([0, 1, 2, 3, 4], result.Traces.Select(trace => trace.User).Distinct().Order());
        Assert.Equal(10, result.Traces.Count);
    }

    [Fact]
    public void Requests_of_an_agent_that_began_later_or_was_late_lie_as_much_later_in_the_whole_load()
    {
        AgentSummary own = new()
        {
            LateMicroseconds = 500,
            DurationNanoseconds = 1,
            DrainNanoseconds = 0,
            Unfinished = 0,
            CpuNanoseconds = 0,
            Threads = [],
            Traces = [new RequestTrace(1, 10, -1, 30, []), new RequestTrace(0, 10, 20, 30, [new RequestPart("emails", 15, 5)])],
            Cancelled = false,
            Failure = null,
        };

        IReadOnlyList<RequestTrace> whole = own.InWhole(3, phaseMicroseconds: 1_500).Traces;

        Assert.Equal((4, 2_000_010, -1), (whole[0].User, whole[0].SentNanoseconds, whole[0].ServedNanoseconds));
        Assert.Equal(2_000_030, whole[0].EndNanoseconds);
        Assert.Equal((3, 2_000_020), (whole[1].User, whole[1].ServedNanoseconds));
        Assert.Equal(new RequestPart("emails", 2_000_015, 5), Assert.Single(whole[1].Parts));
    }

    /// <summary>As many event loops as this machine would take by itself say nothing of another one.</summary>
    [Theory]
    [InlineData(null, 0)]
    [InlineData(3, 3)]
    public void Threads_are_in_the_order_only_when_they_were_asked_for(int? asked, int ordered)
    {
        LoadOptions? options = asked is { } threads ? new LoadOptions { Threads = threads } : null;
        LoadRequest request = new("/", new UsersForTime(1, TimeSpan.FromSeconds(1)));

        LoadOrder order = LoadOrder.Of((new HttpTarget(new Uri("http://localhost:5")), []), request, options, request.Shape, 0);

        Assert.Equal(ordered, order.Threads);
        Assert.Equal(asked ?? new LoadOptions().Threads, order.ToOptions().Threads);
    }

    private sealed class Receiver(Action<LoadInterval> receive) : IProgress<LoadInterval>
    {
        public void Report(LoadInterval value) => receive(value);
    }

    /// <summary>Agents and their conductor.</summary>
    private sealed class Crew : IAsyncDisposable
    {
        private readonly CancellationTokenSource _end = new();
        private readonly string _folder = Directory.CreateTempSubdirectory("syncopate-test-").FullName;
        private Task[] _agents = [];
        private ClusterFleet? _fleet;

        public ClusterFleet Fleet => _fleet!; // Gathered before anybody has the crew.

        public static async Task<Crew> StartAsync(JoinAddress address, int count, AgentPolicy policy)
        {
            Crew crew = new();
            await using (await PostgresConductorLink.OpenAsync(address, Token))
            {
            }

            crew._agents = [.. Enumerable.Range(1, count).Select(i => crew.RunAsync($"a{i}", address, policy))];
            Conductor conductor = await Conductor.OpenAsync(async token =>
                await PostgresConductorLink.OpenAsync(address, token), Guid.NewGuid(), TimeProvider.System, Token);
            Task<IReadOnlyList<AgentSight>> gathering = ClusterFleet.GatherAsync(conductor, count, "1", TimeSpan.FromMinutes(2), Token);
            await await Task.WhenAny([gathering, .. crew._agents]); // An agent that could not join says why.
            IReadOnlyList<AgentSight> agents = await gathering;
            crew._fleet = new ClusterFleet(conductor, agents);
            return crew;
        }

        public async ValueTask DisposeAsync()
        {
            await Fleet.DisposeAsync();
            await _end.CancelAsync();
            await Task.WhenAll(_agents);
            _end.Dispose();
            Directory.Delete(_folder, recursive: true);
        }

        private async Task RunAsync(string name, JoinAddress address, AgentPolicy policy)
        {
            using DiskSpool spool = DiskSpool.Open(Path.Combine(_folder, name));
            using JoinedAgent agent = new(new AgentSettings
            {
                Card = new AgentCard(name, "1", "machine", "id", 2, null) { Protocol = ClusterProtocol.Current },
                Work = new LoadWork(policy, TimeProvider.System),
                Spool = spool,
                OpenAsync = async token => await PostgresAgentLink.OpenAsync(address, name, token),
                Notify = sentence => TestContext.Current.TestOutputHelper?.WriteLine(sentence),
            });
            try
            {
                await agent.RunAsync(_end.Token);
            }
            catch (OperationCanceledException)
            {
                // The crew is dismissed.
            }
        }
    }
}
