using Syncopate.Cluster.Loads;
using Syncopate.Histograms;
using Syncopate.Load;
using Syncopate.Tests.Load;
using Xunit;

namespace Syncopate.Cluster.Tests;

public sealed class MergedLoadTests
{
    private const long Second = 1_000_000_000;

    /// <summary>The conductor knows of the start and of a loss by messages that took their time: "from 0.29 s nothing of it counts" was
    /// said of an agent whose first second counts.</summary>
    [Theory]
    [InlineData(0.29, 1.0)]
    [InlineData(1.7, 1.7)]
    [InlineData(null, null)]
    public void Since_an_agent_was_lost_nothing_of_it_counts(double? seen, double? told)
    {
        MergedLoad load = new(new LoadRequest("/", new UsersForTime(2, TimeSpan.FromSeconds(3))), parts: 2, TimeProvider.System);

        load.Keep(1, Sent(IntervalRecords.Nothing(0, Second)));

        Assert.Equal(Time(told), load.LostAt(1, Time(seen)));
        Assert.Equal(Time(seen), load.LostAt(0, Time(seen)));

        static TimeSpan? Time(double? seconds) => seconds is { } some ? TimeSpan.FromSeconds(some) : null;
    }

    /// <summary>Whoever sends a request, its latency falls into the same bucket: what four agents sent in their intervals is, bucket by
    /// bucket, what one generator would have recorded.</summary>
    [Fact]
    public void Latencies_of_several_agents_are_those_of_one_generator_that_sent_all()
    {
        const int Agents = 4;
        MergedLoad load = new(new LoadRequest("/", new UsersForTime(Agents, TimeSpan.FromSeconds(3))), Agents, TimeProvider.System);
        Histogram one = new();
        Random random = new(18);
        for (int interval = 0; interval < 3; interval++)
        {
            for (int agent = 0; agent < Agents; agent++)
            {
                Histogram own = new();
                for (int i = 0; i < 1_000 * (agent + 1); i++)
                {
                    long latency = (long)Math.Exp(25 * random.NextDouble()); // From nanoseconds to more than a minute.
                    own.Record(latency);
                    one.Record(latency);
                }

                load.Keep(agent, Sent(IntervalRecords.Nothing(interval * Second, (interval + 1) * Second) with
                {
                    Histogram = HistogramCodec.Encode(own),
                }));
            }
        }

        LoadResult result = load.ToResult([End(0), End(0), End(0), End(0)], isCancelled: false, failure: null);

        Assert.Equal(30_000, result.Count);
        Assert.Equal(HistogramCodec.Encode(one), HistogramCodec.Encode(result.Latencies));
        Assert.Equal(one.ValueAtQuantile(0.99), result.Latencies.ValueAtQuantile(0.99));
    }

    /// <summary>At a rate agents begin one after the other: a second agent's slowest request was said to be due as much too
    /// early.</summary>
    [Fact]
    public void Slowest_requests_of_an_agent_that_begins_later_are_due_as_much_later_in_the_whole_load()
    {
        List<LoadInterval> told = [];
        LoadRequest request = new("/", Arrivals.AtRate(2, TimeSpan.FromSeconds(1))) { Intervals = new Receiver(told.Add) };
        MergedLoad load = new(request, parts: 2, TimeProvider.System);

        load.Keep(0, Slow('a', 10, 30));
        load.Keep(1, Slow('b', 10, 20), phase: TimeSpan.FromMilliseconds(500));
        LoadResult result = load.ToResult([End(0), End(0)], isCancelled: false, failure: null);

        Assert.Equal([10, 500_000_010], result.Slowest.Select(slow => slow.DueNanoseconds));
        Assert.Equal([30, 20], result.Slowest.Select(slow => slow.LatencyNanoseconds));
        Assert.Equal(result.Slowest, Assert.Single(told).Slowest);
    }

    /// <summary>A page that shows the load asks from a thread of its own.</summary>
    [Fact]
    public async Task How_far_it_has_come_can_be_asked_while_intervals_come()
    {
        const int Kinds = 2_000;
        MergedLoad load = new(new LoadRequest("/", new UsersForTime(1, TimeSpan.FromSeconds(3))), parts: 1, TimeProvider.System);
        string[] bodies = [.. Enumerable.Range(0, Kinds).Select(kind =>
            Sent(IntervalRecords.Nothing(0, Second) with { Errors = new Dictionary<string, long> { [$"kind {kind}"] = 1 } }))];

        Task keeping = Task.Run(
            () => Array.ForEach(bodies, body => load.Keep(0, body)), TestContext.Current.CancellationToken);
        long last = 0;
        while (!keeping.IsCompleted)
        {
            long now = load.Progress.Errors;
            Assert.InRange(now, last, Kinds);
            last = now;
        }

        await keeping;
        Assert.Equal(new LoadProgress(0, Kinds), load.Progress);
    }

    [Theory]
    [InlineData("{}")]
    [InlineData("no JSON")]
    [InlineData("histogram")]
    [InlineData("layout")]
    [InlineData("step")]
    public void An_interval_that_cannot_be_read_is_refused_and_nothing_of_it_is_taken(string body)
    {
        MergedLoad load = new(new LoadRequest("/", new UsersForTime(2, TimeSpan.FromSeconds(3))), parts: 2, TimeProvider.System);
        string connects = body == "layout" ? HistogramCodec.Encode(new Histogram(1, 1_000, 2)) : "no histogram";
        IntervalRecord broken = IntervalRecords.Nothing(0, Second) with { Connects = connects, Started = 7 };
        string sent = body switch
        {
            "histogram" or "layout" => Sent(broken),
            // As no tool of ours writes it: a list without what it is of.
            "step" => Sent(broken with { Connects = broken.FirstBytes, Steps = [null!], FailedInStep = [0] }),
            _ => body,
        };

        Assert.Throws<ClusterException>(() => load.Keep(0, sent));

        Assert.Equal((0, 0), (load.Part(0).Started, load.Progress.Answers));
    }

    /// <summary>It ended the whole run, as a fault of ours, instead of the part of whoever wrote it.</summary>
    [Theory]
    [InlineData("\"traces\":[null]")]
    [InlineData("\"traces\":[{\"user\":0,\"sentNanoseconds\":0,\"servedNanoseconds\":0,\"endNanoseconds\":1,\"parts\":[null]}]")]
    public void An_end_of_an_agent_with_nothing_in_its_lists_is_refused(string traces)
    {
        string good = End(0).ToText();

        string bad = good.Replace("\"traces\":[]", traces, StringComparison.Ordinal);

        Assert.NotEqual(good, bad);
        Assert.Empty(AgentSummary.Read(good).Traces);
        Assert.Throws<ClusterException>(() => AgentSummary.Read(bad));
    }

    /// <summary>Three machines of 16 cores that are 40 % busy use 19 cores: of the conductor's two that were 960 %.</summary>
    [Theory]
    [InlineData(0.4, false)]
    [InlineData(0.6, true)]
    public void A_generator_is_the_limit_by_the_processors_of_its_own_machine(double share, bool isLimit)
    {
        AgentCard[] cards = [.. Enumerable.Range(1, 3).Select(i => new AgentCard($"a{i}", "1", $"m{i}", $"id{i}", 16, null))];
        AgentSummary[] ends = [.. cards.Select(_ => End(cpu: (long)(16 * share * Second)))];
        LoadRequest request = new("/", new UsersForTime(3, TimeSpan.FromSeconds(1)));

        double?[] shares = GeneratorShare.Of(cards, ends);
        MergedLoad load = new(request, parts: 3, TimeProvider.System);
        LoadResult result = load.ToResult(ends, isCancelled: false, failure: null) with
        {
            BusiestMachineShare = shares.Max(),
        };

        Assert.All(shares, found => Assert.Equal(share, found ?? 0, 6));
        Assert.Equal(isLimit, LoadDoubts.Of(result, request).Any(doubt => doubt.Code == "generator-limit"));
    }

    [Fact]
    public void Agents_on_one_machine_take_its_processors_together()
    {
        AgentCard one = new("one", "1", "one", "one", 4, null);
        AgentCard[] cards = [one, one, new AgentCard("other", "1", "other", "other", 4, null)];

        double?[] shares = GeneratorShare.Of(cards, [End(Second), End(Second), null]);

        Assert.Equal([0.5, 0.5, null], shares);
    }

    /// <summary>A load at a rate of which an agent was lost was called one of another rate, by a fault of the generator's.</summary>
    [Fact]
    public void Less_was_sent_than_was_due_when_an_agent_was_lost_and_no_law_is_broken_by_it()
    {
        LoadRequest request = new("/", Arrivals.AtRate(100, TimeSpan.FromSeconds(1)));
        MergedLoad load = new(request, parts: 2, TimeProvider.System);

        LoadResult lost = load.ToResult([End(0), null], isCancelled: false, failure: null);
        LoadResult whole = load.ToResult([End(0), End(0)], isCancelled: false, failure: null);

        Assert.DoesNotContain(LoadLaws.Broken(lost, request), doubt => doubt.Code is LoadLaws.Rate or LoadLaws.Think);
        Assert.Contains(LoadLaws.Broken(whole, request), doubt => doubt.Code == LoadLaws.Rate);
    }

    /// <summary>Over all agents: one whose users were idle makes the whole load less than was asked for.</summary>
    [Theory]
    [InlineData(1, false)]
    [InlineData(0.5, true)]
    public void Little_s_law_is_held_over_all_agents(double share, bool isBroken)
    {
        LoadRequest request = new("/", new UsersForTime(2, TimeSpan.FromSeconds(1)));
        MergedLoad load = new(request, parts: 2, TimeProvider.System);

        load.Keep(0, Busy(Second));
        load.Keep(1, Busy(share * Second));
        LoadResult result = load.ToResult([End(0), End(0)], isCancelled: false, failure: null);

        Assert.Equal((1 + share) / 2, result.InFlightShare, 9);
        Assert.Equal(1 + share, result.MeanInFlight, 9);
        Assert.Equal(isBroken, LoadLaws.Broken(result, request).Any(doubt => doubt.Code == LoadLaws.Little));
    }

    /// <summary>The sum of two such counts is none, and a time of centuries has no end: the coordinator ended with a fault of ours, and all
    /// the others with it.</summary>
    [Fact]
    public void What_no_load_can_have_measured_cannot_be_read_and_adds_nothing()
    {
        MergedLoad load = new(new LoadRequest("/", new UsersForTime(2, TimeSpan.FromSeconds(1))), parts: 2, TimeProvider.System);
        IntervalRecord some = IntervalRecords.Nothing(0, Second);
        IntervalRecord[] wrong =
        [
            some with { ToNanoseconds = long.MaxValue },
            some with { FromNanoseconds = -1 },
            some with { FromNanoseconds = 2 * Second },
            some with { InFlight = long.MaxValue },
            some with { Errors = new Dictionary<string, long> { ["timed out"] = long.MaxValue } },
            some with { Errors = new Dictionary<string, long> { ["timed out"] = -1 } },
        ];

        Assert.All(wrong, figures => Assert.Throws<ClusterException>(() => load.Keep(0, Sent(figures))));
        load.Keep(0, Sent(some));

        Assert.Equal(0, load.Progress.Errors);
    }

    /// <summary>An end that no load can have makes the agent one that sent what cannot be read.</summary>
    [Fact]
    public void An_end_that_no_load_can_have_cannot_be_read()
    {
        AgentSummary some = End(0);
        AgentSummary[] wrong =
        [
            some with { DurationNanoseconds = long.MaxValue },
            some with { DurationNanoseconds = -1 },
            some with { DrainNanoseconds = 1e300 },
            some with { LateMicroseconds = 1e300 },
            some with { Unfinished = long.MaxValue },
            some with { Unfinished = long.MinValue },
        ];

        Assert.All(wrong, end => Assert.Throws<ClusterException>(() => AgentSummary.Read(end.ToText())));
        Assert.Equal(-20, AgentSummary.Read((some with { LateMicroseconds = -20 }).ToText()).LateMicroseconds);
    }

    private static AgentSummary End(long cpu) => new()
    {
        LateMicroseconds = 0,
        DurationNanoseconds = Second,
        DrainNanoseconds = 0,
        Unfinished = 0,
        CpuNanoseconds = cpu,
        Threads = [],
        Traces = [],
        Cancelled = false,
        Failure = null,
    };

    private static string Busy(double nanoseconds) => Sent(
        IntervalRecords.Nothing(0, Second) with { InFlightNanoseconds = nanoseconds, ActiveNanoseconds = Second });

    private static string Slow(char trace, long due, long latency)
    {
        string empty = HistogramCodec.Encode(new Histogram());
        return Sent(IntervalRecords.Nothing(0, Second) with
        {
            Services = empty,
            Lateness = empty,
            Slowest = [new SlowRequest(new string(trace, 32), due, latency, null)],
        });
    }

    private static string Sent(IntervalRecord figures) => new AgentInterval(figures, 0, null).ToText();

    private sealed class Receiver(Action<LoadInterval> receive) : IProgress<LoadInterval>
    {
        public void Report(LoadInterval value) => receive(value);
    }
}
