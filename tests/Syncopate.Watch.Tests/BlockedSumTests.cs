using Syncopate.Watch.Starvation;
using Xunit;

namespace Syncopate.Watch.Tests;

/// <summary>Windows of one process, added up to one table.</summary>
[Trait("Judges", "behaviour")]
public sealed class BlockedSumTests
{
    // Task.Result, called from the program, until the line was compiled again with it inlined.
    [Fact]
    public void A_line_that_is_compiled_again_with_its_call_inlined_stays_one_place()
    {
        BlockedSites before = Renamed("Task.Result", (BlockingKind.TaskWait, 95, 40));
        BlockedSites after = Renamed("Task.Wait", (BlockingKind.TaskWait, 91, 50));

        BlockedSite site = Assert.Single(BlockedSum.Of([before, after])!.Sites);

        Assert.Equal("Task.Result", site.Call); // As where it stood longer.
        Assert.Equal((186, 50, 80, 1), (site.BlockedMilliseconds, site.LongestMilliseconds, site.Waits, site.Share));
    }

    [Fact]
    public void Waits_of_two_kinds_on_one_line_are_two_places() =>
        Assert.Equal(
            [BlockingKind.Sleep, BlockingKind.TaskWait],
            BlockedSum.Of([Recorded.Sites((BlockingKind.TaskWait, 95, 40)), Recorded.Sites((BlockingKind.Sleep, 100, 40))])!
                .Sites.Select(site => site.Kind));

    private static BlockedSites Renamed(string call, (BlockingKind, double, double) blocked)
    {
        BlockedSites sites = Recorded.Sites(blocked);
        return sites with { Sites = [sites.Sites[0] with { Call = call }] };
    }
}
