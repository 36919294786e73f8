using Syncopate.Watch.Reporting;
using Xunit;

namespace Syncopate.Watch.Tests.Blocking;

[Trait("Judges", "behaviour")]
public sealed class SiteRuleTests
{
    [Theory]
    [InlineData(BlockingKind.TaskWait, "Task.Wait", "SYNC2001")]
    [InlineData(BlockingKind.TaskWait, "TaskAwaiter.GetResult", "SYNC2001")]
    [InlineData(BlockingKind.Sleep, "Thread.Sleep", "SYNC2003")]
    [InlineData(BlockingKind.Data, "SqliteCommand.ExecuteReader", "SYNC2002")]
    [InlineData(BlockingKind.TaskWait, "Client.Load", "SYNC2002")]
    [InlineData(BlockingKind.Signal, "SemaphoreSlim.Wait", "SYNC2002")]
    [InlineData(BlockingKind.Lock, "Monitor.Enter", null)]
    [InlineData(BlockingKind.Signal, "Parallel.For", null)]
    public void A_place_has_the_rule_by_which_the_scan_finds_it(Enum kind, string call, string? rule) =>
        Assert.Equal(rule, SiteRule.Id(Site((BlockingKind)kind, call)));

    [Fact]
    public void A_call_of_the_frameworks_own_has_none() =>
        Assert.Null(SiteRule.Of(Site(BlockingKind.TaskWait, "Task.Wait") with { Via = "Pump.Run" }));

    [Fact]
    public void Below_a_place_stand_its_rule_and_the_page_of_it_once() =>
        Assert.Equal(
            ["       Rule of the scan: SYNC2003 (docs/rules/SYNC2003.md); in a synchronous action SYNC2004, below one SYNC2005"],
            WatchText.Lines([Site(BlockingKind.Sleep, "Thread.Sleep"), Site(BlockingKind.Sleep,
                "Thread.Sleep") with { Place = "Orders.Get" }]).Where(l => l.Contains("SYNC", StringComparison.Ordinal)));

    [Fact]
    public void A_wait_for_a_task_is_reported_where_it_stands_or_in_its_action() =>
        Assert.Equal("Rule of the scan: SYNC2001 (docs/rules/SYNC2001.md); in a synchronous action SYNC2004",
            SiteRule.Of(Site(BlockingKind.TaskWait, "Task.Wait")));

    private static BlockedSite Site(BlockingKind kind, string call) => new()
    {
        Kind = kind,
        Call = call,
        Place = "Orders.Pay",
        IsSyncOverAsync = kind == BlockingKind.TaskWait,
        IsSampled = true,
        Threads = 2,
        Waits = 4,
        BlockedMilliseconds = 400,
        LongestMilliseconds = 100,
        Share = 0.5,
        Frames = [call, "Orders.Pay"],
    };
}
