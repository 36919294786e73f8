using System.Diagnostics;
using Xunit;

namespace Syncopate.Site.Tests;

/// <summary>The Server-Timing header of every request, which single requests are drawn from.</summary>
[Collection(typeof(SiteGroup))]
[Trait("Judges", "time")]
public sealed class SiteTiming(SiteProcesses processes)
{
    // The header rounds each end to a microsecond.
    private static readonly double Rounding = Stopwatch.Frequency / 500_000.0;

    private const int MostPages = 20;

    private static readonly string[] Feeds = ["emails", "tasks", "bookmarks", "notes"];
    private static readonly string[] Channels = ["one", "two", "three"];

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public static TheoryData<string, string[]> Parts => new()
    {
        { "/", [] },
        { "/dashboard/sync", Feeds },
        { "/dashboard/async", Feeds },
        { "/dashboard/parallel", Feeds },
        { "/delays/sync?ms=20", ["wait"] },
        { "/delays/async?ms=20", ["wait"] },
        { "/customers/sync-delay?ms=20", [] },
        { "/customers/async-delay?ms=20", [] },
        { "/customers/sync-cpu", [] },
        { "/customers/async-cpu", [] },
        { "/external/sync?ms=20", Channels },
        { "/external/async?ms=20", Channels },
        { "/external/parallel?ms=20", Channels },
        { "/first-wins/one", ["lane-0"] },
        { "/first-wins/race", [.. Enumerable.Range(0, 10).Select(lane => $"lane-{lane}")] },
        { "/first-wins/cancel", [.. Enumerable.Range(0, 10).Select(lane => $"lane-{lane}")] },
        { "/nothing", [] },
        { "/health", [] },
    };

    [Theory]
    [MemberData(nameof(Parts))]
    public async Task Every_answer_names_its_outside_calls_within_the_time_it_was_served(string path, string[] parts)
    {
        long before = Stopwatch.GetTimestamp();

        ServerTimes times = (await SitePage.GetAsync(processes.Site, path, Token)).Times;

        long after = Stopwatch.GetTimestamp();
        Assert.Equal(parts, times.Parts.Select(part => part.Name));
        Assert.InRange(times.Served.Start, before, after);
        Assert.InRange(times.Served.End, before, after);
        Assert.All(times.Parts, part =>
        {
            Assert.InRange(part.Start, times.Served.Start, after);
            Assert.InRange(part.End, part.Start, times.Served.End + Rounding);
        });
    }

    [Theory]
    [InlineData("/dashboard/sync")]
    [InlineData("/dashboard/async")]
    [InlineData("/external/sync?ms=30")]
    [InlineData("/external/async?ms=30")]
    public async Task A_sequence_begins_each_call_after_the_one_before(string path)
    {
        IReadOnlyList<ServerTimes.Span> parts = (await SitePage.GetAsync(processes.Site, path, Token)).Times.Parts;

        Assert.All(parts.Zip(parts.Skip(1)), pair => Assert.InRange(pair.Second.Start, pair.First.End - Rounding, double.MaxValue));
    }

    [Theory]
    [InlineData("/dashboard/parallel")]
    [InlineData("/external/parallel?ms=100")]
    [InlineData("/first-wins/race")]
    [InlineData("/first-wins/cancel")]
    public async Task Calls_at_once_are_all_under_way_together(string path)
    {
        await SitePage.GetAsync(processes.Site, path, Token); // Opens connections, which takes turns on a busy machine.

        // A busy machine may begin a call late, once; calls in turn never are under way together.
        List<IReadOnlyList<ServerTimes.Span>> pages = [];
        do
            pages.Add((await SitePage.GetAsync(processes.Site, path, Token)).Times.Parts);
        while (!AreTogether(pages[^1]) && pages.Count < MostPages);

        Assert.True(AreTogether(pages[^1]), $"in each of {pages.Count} pages a call began after another had ended");
        Assert.All(pages.Select(parts => parts.OrderBy(part => part.Start).ToArray()), parts =>
            Assert.Contains(parts.Zip(parts.Skip(1)), pair => pair.Second.Start < pair.First.End));
    }

    private static bool AreTogether(IReadOnlyList<ServerTimes.Span> parts) => parts.Max(part => part.Start) < parts.Min(part => part.End);

    [Fact]
    public async Task The_parallel_dashboard_takes_less_than_its_calls_add_up_to_and_the_others_at_least_as_much()
    {
        ServerTimes sync = (await SitePage.GetAsync(processes.Site, "/dashboard/sync", Token)).Times;
        ServerTimes async = (await SitePage.GetAsync(processes.Site, "/dashboard/async", Token)).Times;
        ServerTimes parallel = (await SitePage.GetAsync(processes.Site, "/dashboard/parallel", Token)).Times;

        Assert.InRange(sync.Served.Milliseconds, sync.Parts.Sum(part => part.Milliseconds) - 0.01, double.MaxValue);
        Assert.InRange(async.Served.Milliseconds, async.Parts.Sum(part => part.Milliseconds) - 0.01, double.MaxValue);
        Assert.InRange(parallel.Served.Milliseconds, 0, parallel.Parts.Sum(part => part.Milliseconds));
        Assert.All(parallel.Parts, part => Assert.InRange(part.Milliseconds, SiteProcesses.FeedMilliseconds - 10, double.MaxValue));
    }
}
