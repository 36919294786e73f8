using System.Globalization;
using Syncopate.Scan.Baselines;
using Syncopate.Scan.Evidence;
using Syncopate.Scan.Tests.Evidence;
using Syncopate.Watch;

namespace Syncopate.Scan.Tests.Claims;

/// <summary>Scans of invented findings, of which some are silenced, known, reached by many entries or by none; half of them held
/// against an invented watch.</summary>
internal static class InventedScans
{
    private static readonly string[] Kinds = ["action", "minimal API", "hosted service"];

    /// <summary>A scan as a command has it before it is printed.</summary>
    public static ScanResult Of(Random random)
    {
        ScanEntry[] entries = [.. Enumerable.Range(0, random.Next(9))
            .Select(i => new ScanEntry(string.Create(CultureInfo.InvariantCulture, $"GET /orders{i}"),
            Kinds[random.Next(Kinds.Length)], At(random, "Shop/Controller.cs"), 0))];
        int many = random.Next(20) switch { 0 => 140, 1 => 520, _ => random.Next(13) };
        int calls = random.Next(4) == 0 ? random.Next(2) : random.Next(1, 3000);
        ScanResult result = new()
        {
            Target = "/src/shop/Shop.slnx",
            Root = "/src/shop",
            Findings = Fingerprints.Fill([.. Enumerable.Range(0, many).Select(i => Finding(random, entries, i))]),
            Entries = entries,
            Notices = [.. Enumerable.Range(0, random.Next(3)).Select(_ => "Shop.Legacy was not restored. Run dotnet restore.")],
            IsNarrowed = random.Next(5) == 0,
            Size = new ScanSize(random.Next(1, 4), random.Next(1, 60), random.Next(1, 9000), calls,
                random.Next(3) == 0 ? calls : random.Next(calls + 1),
                TimeSpan.FromSeconds(12 * random.NextDouble()),
                random.Next(3) == 0 ? TimeSpan.Zero : TimeSpan.FromSeconds(5 * random.NextDouble())),
        };
        return result;
    }

    /// <summary>What a watch might have seen of it: places of its own findings, and others.</summary>
    public static WatchEvidence Watch(Random random, ScanResult result)
    {
        if (random.Next(6) == 0)
            return Watched.Of() with { Blocked = null, Looks = [] };
        Finding[] findings = [.. result.Findings.Where(_ => random.Next(3) == 0).Take(8)];
        BlockedSite[] sites = [.. findings.Select(finding => Site(random, finding)),
            .. Enumerable.Range(0, random.Next(3)).Select(_ => Site(random, null))];
        double all = Math.Max(1e-9, sites.Sum(site => site.BlockedMilliseconds));
        WatchEvidence seen = Watched.Of([.. sites.Select(site => site with { Share = site.BlockedMilliseconds / all })
            .OrderByDescending(site => site.BlockedMilliseconds)]);
        return seen with
        {
            Blocked = seen.Blocked! with { LostEvents = random.Next(4) == 0 ? random.Next(1, 4) : 0 },
            Load = random.Next(2) == 0 ? new WatchLoad("GET", "http://127.0.0.1:5000/orders0", "5 users for 60 s", 0) : null,
        };
    }

    private static Finding Finding(Random random, ScanEntry[] entries, int number)
    {
        ScanRule rule = ScanRule.All[random.Next(ScanRule.All.Count)];
        string[] reached = [.. entries.Where(_ => random.Next(4) == 0).Select(entry => entry.Name)];
        string member = string.Create(CultureInfo.InvariantCulture, $"Store.Save{number}(int)");
        string call = string.Create(CultureInfo.InvariantCulture, $"db.Run{number}()");
        Place place = new(random.Next(2) == 0 ? "Shop/Store.cs" : "Shop/Jobs.cs", 10 * number + 1, 9, 10 * number + 1, 30);
        List<ChainStep> chain = reached.Length == 0 ? [] : [.. Enumerable.Range(0, random.Next(3)).Select(i =>
            new ChainStep(i == 0 ? reached[0] : "Service.Do()", "Next()", At(random, "Shop/Service.cs")))];
        if (reached.Length > 0)
            chain.Add(new ChainStep(chain.Count == 0 ? reached[0] : member, call, place));
        return new Finding
        {
            Rule = rule.Id,
            Level = random.Next(8) == 0 ? FindingLevel.Error : rule.Level,
            Message = "`db.Run()` stands here.",
            Place = place,
            Project = "Shop",
            Member = member,
            Call = call,
            Chain = chain,
            Entries = reached,
            Suppressed = random.Next(8) == 0 ? new Suppression("inSource", null) : null,
            IsKnown = random.Next(7) == 0,
            IsChangeLeft = random.Next(12) == 0,
            Fingerprint = "",
        };
    }

    private static BlockedSite Site(Random random, Finding? finding)
    {
        int waits = random.Next(1, 60);
        return Watched.Site with
        {
            Kind = random.Next(4) == 0 ? BlockingKind.Lock : BlockingKind.Data,
            Place = finding?.Member ?? "Native.Wait",
            File = finding is null || random.Next(4) == 0 ? null : "/build/" + finding.Place.File,
            Line = finding?.Place.Line,
            Route = random.Next(2) == 0 ? "GET /orders0" : null,
            Waits = waits,
            BlockedMilliseconds = waits * Math.Exp(8 * random.NextDouble()),
            Frames = random.Next(3) == 0 ? ["System.Threading.Thread.Sleep", "Microsoft.Data.Sqlite.SqliteCommand.ExecuteReader"]
                : ["DbContext.SaveChanges"],
        };
    }

    private static Place At(Random random, string file)
    {
        int line = random.Next(1, 300);
        return new Place(file, line, 9, line, 30);
    }
}
