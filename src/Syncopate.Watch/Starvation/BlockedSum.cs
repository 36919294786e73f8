namespace Syncopate.Watch.Starvation;

/// <summary>Adds up windows in which blocked places were looked for.</summary>
internal static class BlockedSum
{
    /// <summary>The same places together, most blocked time first; null when there is no window.</summary>
    public static BlockedSites? Of(IReadOnlyList<BlockedSites> windows)
    {
        if (windows.Count == 0)
            return null;
        double blocked = windows.SelectMany(window => window.Sites).Sum(site => site.BlockedMilliseconds);
        return new BlockedSites
        {
            WindowMilliseconds = windows.Sum(window => window.WindowMilliseconds),
            Threads = windows.Max(window => window.Threads),
            LostEvents = windows.Sum(window => window.LostEvents),
            Sites =
            [
                .. windows.SelectMany(window => window.Sites)
                    .GroupBy(PlaceOf)
                    .Select(group => Together([.. group], blocked))
                    .OrderByDescending(site => site.BlockedMilliseconds),
            ],
        };
    }

    public static bool IsSamePlace(BlockedSite site, BlockedSite other) => PlaceOf(site) == PlaceOf(other);

    /// <summary>What makes two sites the same place. A line is one, whatever the call is named: once it is compiled again,
    /// with calls inlined, that is another name.</summary>
    private static (BlockingKind Kind, string Place, string? File, int? Line, string? Call) PlaceOf(BlockedSite site) =>
        (site.Kind, site.Place, site.File, site.Line, site.Line is null ? site.CallText() : null);

    private static BlockedSite Together(BlockedSite[] same, double blockedMilliseconds)
    {
        BlockedSite longest = same.MaxBy(site => site.BlockedMilliseconds) ?? same[0];
        BlockedHolder? holder = longest.Holder ?? same.Select(site => site.Holder).FirstOrDefault(seen => seen is not null);
        double sum = same.Sum(site => site.BlockedMilliseconds);
        return longest with
        {
            Holder = holder,
            LongestMilliseconds = same.Max(site => site.LongestMilliseconds),
            Threads = same.Max(site => site.Threads),
            Waits = same.Sum(site => site.Waits),
            BlockedMilliseconds = sum,
            Share = blockedMilliseconds > 0 ? sum / blockedMilliseconds : 0,
        };
    }
}
