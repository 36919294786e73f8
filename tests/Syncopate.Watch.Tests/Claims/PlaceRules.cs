using System.Text.RegularExpressions;
using Syncopate.Tests.Reporting.Claims;
using Syncopate.Watch.Reporting;

namespace Syncopate.Watch.Tests.Claims;

/// <summary>What lines and rows may say of blocked places, and when it is true.</summary>
internal static class PlaceRules
{
    private const string At = "( \\((?<file>[^:)]+)(:<line:n>)?\\))?";

    /// <summary>The rules.</summary>
    public static IReadOnlyList<ClaimRule> All { get; } =
    [
        new("No thread of the pool was blocked( \\(sampled for <t:t>\\))?\\.", s => Seen(s) is { HasLooked: true, All.Count: 0 }
            && (!s.Has("t") || s.Shows("t", Seen(s).WindowMilliseconds))),
        new("Blocked threads of the pool \\(sampled for <t:t>\\):", s => Seen(s).All.Count > 0 && s.Shows("t", Seen(s).WindowMilliseconds)),
        new("At <at:n> s no thread of the pool was blocked\\.|Blocked at <at:n> s, of <n:n> threads? of the pool:",
            s => s.Claim.In<WatchSites>() is { } look && s.Shows("at", look.AtNanoseconds / 1e9)
                && (s.Has("n") ? s.Shows("n", look.Blocked.Threads) : look.Blocked.Sites.Count == 0)),
        new("Sampled for <t:t>; threads of the pool only\\.", s => s.Shows("t", Seen(s).WindowMilliseconds)),
        new(" *<p:p>  <n:n> (?<word>threads?) in (?<call>.*?)(?<over> \\(sync over async\\))?  <- (?<place>.+?)" + At
            + "(  <- (?<route>[A-Z]+ /.*))?$", s => IsLine(s)),
        new("(?<place>[^|]+?)" + At
            + "(, (?<route>[A-Z]+ /[^|]*?))? \\| (?<call>[^|,]*)(?<over>, sync over async)?(?<sampled>, sampled)? \\| <p:p> \\| <n:n> "
            + "\\| <w:n> \\| <t:t>$",
            s => IsLine(s) && Row(s) is { } site && s.Shows("w", Seen(s).Same(site).Sum(seen => seen.Waits))
                && s.Shows("t", Seen(s).Milliseconds(site))),
        new("Stack of (?<place>.+)$", s => Seen(s).All.Any(site => site.Place == s["place"])),
        new(" *held in (?<who>.+?), for at least about <hold:t> each time: about <most:n> per second at most\\.?(?= |$)",
            s => Holders(s).Any(holder => holder.Describe() == s["who"] && s.Shows("hold", holder.HoldMilliseconds)
                && s.Shows("most", holder.AtOnce * 1000 / holder.HoldMilliseconds))),
        new(" *held in (?<who>(?:(?!, for at least).)+?)\\.?(?= (?:SQLite|The console|ResourceManager|Npgsql opens|Keep what)|$)",
            s => Holders(s).Any(holder => holder.Describe() == s["who"] && holder.HoldMilliseconds is null)),
        new(" *Rule of the scan: (?<rule>SYNC200[0-9]) \\(docs/rules/SYNC200[0-9]\\.md\\); in a synchronous action SYNC2004(, below one "
            + "SYNC2005)?$",
            s => Seen(s).All.Any(site => SiteRule.Id(site) == s["rule"])),
        new(" *(?<cure>(?:ResourceManager|The console|SQLite|Npgsql opens).*|Keep what[^.]*\\.)$",
            s => Seen(s).All.Any(site => Starvation.WaitLimits.Cure(site) == s["cure"])),
    ];

    private static SeenPlaces Seen(Said said) => said.Claim.In<SeenPlaces>() ?? said.Claim.In<SeenWatch>()!.Places;

    private static IEnumerable<BlockedHolder> Holders(Said said) => Seen(said).All.Select(Seen(said).Holder).OfType<BlockedHolder>();

    // The same words may be said of two places that differ in what is not told.
    private static bool IsLine(Said said) => Candidates(said)
        .Any(site => said.Shows("p", 100 * Seen(said).Share(site)) && said.Shows("n", Seen(said).Same(site).Max(seen => seen.Threads))
        && said.Has("over") == site.IsSyncOverAsync && (!said.Has("word") || (said["word"] == "thread") == (said["n"] == "1")));

    private static BlockedSite? Row(Said said) => Candidates(said).FirstOrDefault(site => said.Shows("t", Seen(said).Milliseconds(site)));

    private static IEnumerable<BlockedSite> Candidates(Said said) => Seen(said).All.Where(site =>
        site.CallText() == said["call"] && site.Place == said["place"]
            && (site.File is null ? !said.Has("file") : said["file"] == Path.GetFileName(site.File) && said.Shows("line", site.Line))
        && (said.Has("route") ? said["route"] == site.Route : site.Route is null || site.Route == site.Place
            || Regex.IsMatch(site.Place, "^[A-Z]+ /")));
}
