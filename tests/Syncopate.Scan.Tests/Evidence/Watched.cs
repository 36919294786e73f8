using Syncopate.Scan.Evidence;
using Syncopate.Watch;
using Syncopate.Watch.Processes;

namespace Syncopate.Scan.Tests.Evidence;

/// <summary>What a watch might have seen of the shop of the specimen.</summary>
internal static class Watched
{
    public const long Second = 1_000_000_000;

    public static readonly WatchHeader Header = new()
    {
        Schema = 1,
        ToolVersion = "1.2.3",
        Command = "syncopate watch 7",
        StartedUtc = DateTimeOffset.UnixEpoch,
        Machine = new Machine(".NET 10.0.0", "Linux", "x64", 4, 0, null),
        Process = new ProcessIdentity(7, "Shop", ".NET 10.0.0"),
        Missing = [],
    };

    public static BlockedSite Site => new()
    {
        Kind = BlockingKind.Data,
        Call = "DbContext.SaveChanges",
        Place = "OrderService.Save",
        File = "/build/src/Shop/OrderService.cs",
        Line = 16,
        Route = "POST /orders",
        IsSyncOverAsync = false,
        IsSampled = true,
        Threads = 5,
        Waits = 37,
        BlockedMilliseconds = 37 * 412,
        LongestMilliseconds = 500,
        Share = 1,
        Frames = ["DbContext.SaveChanges", "OrderService.Save"],
    };

    public static BlockedSites In60Seconds(params BlockedSite[] sites) =>
        new() { WindowMilliseconds = 60_000, Threads = 8, LostEvents = 0, Sites = sites };

    /// <summary>A watch that looked in its first minute, in which 20 requests per second took half a core.</summary>
    public static WatchEvidence Of(params BlockedSite[] sites) =>
        new(Header, In60Seconds(sites), null, [(0, 60.0 * Second)], [.. Enumerable.Range(0, 70).Select(Moment)]);

    // After the minute nothing happens any more: that must not count.
    private static WatchSample Moment(int second) => new()
    {
        FromNanoseconds = second * Second,
        ToNanoseconds = (second + 1) * Second,
        SilentNanoseconds = 0,
        LostEvents = 0,
        CpuNanoseconds = second < 60 ? Second / 2 : 0,
        Server = new HttpFigures(5, second < 60 ? 20 : 0, null),
        Adjustments = [],
        Samples = [],
    };
}
