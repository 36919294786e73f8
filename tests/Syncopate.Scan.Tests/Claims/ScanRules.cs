using Syncopate.Scan.Evidence;
using Syncopate.Tests.Reporting.Claims;

namespace Syncopate.Scan.Tests.Claims;

/// <summary>What a scan says of its findings, and when it is true.</summary>
internal static class ScanRules
{
    private static readonly string[] OfBlocking = ["SYNC2001", "SYNC2002", "SYNC2003", "SYNC2004", "SYNC2005", "SYNC2009"];

    /// <summary>The rules.</summary>
    public static IReadOnlyList<ClaimRule> All { get; } = [.. Findings(), .. Entries(), .. Sums(), .. Trust(), .. Evidence()];

    /// <summary>Findings that are neither silenced nor known.</summary>
    public static Finding[] Counted(ScanResult result) => [.. result.Findings.Where(f => f.Suppressed is null && !f.IsKnown)];

    private static IEnumerable<ClaimRule> Findings() =>
    [
        new(" *(?<place>\\S+\\([0-9]+,[0-9]+\\))(: | \\| )(?<rule>SYNC[0-9]+)(:| \\|)( (?<level>note|error):)? (?<msg>`db.*?)(?<not> "
            + "\\\\?\\[not seen\\\\?\\])?( \\|)?$",
            s => Counted(s).Any(f => f.Place.ToString() == s["place"] && f.Rule == s["rule"] && Plain(f.Message) == Plain(s["msg"])
                && f.NotSeen == s.Has("not"))),
        new("(?<place>\\S+\\([0-9]+,[0-9]+\\)) \\| (?<rule>SYNC[0-9]+): (?<msg>.*)$",
            s => Counted(s).Any(f => f.Place.ToString() == s["place"] && f.Rule == s["rule"] && f.Message == s["msg"])),
        new(" +(?<m>.+?) (?<does>calls|blocks in|runs) (?<call>\\S+)  ?(?<place>\\S+)$|(?<m>.+?) (?<does>calls|blocks in|runs) "
            + "(?<call>\\S+) (?<place>\\S+)$", s => Counted(s).Any(f =>
            f.Chain.Select((step, i) => (Step: step, Does: i < f.Chain.Count - 1 ? "calls" : IsOfBlocking(f) ? "blocks in" : "runs"))
                .Any(step => step.Step.Member == s["m"] && step.Does == s["does"] && step.Step.Call == s["call"]
                    && step.Step.Place.ToString() == s["place"]))),
        new(" +also reached by (?<names>.*?)( and <n:n> more)?$",
            s => Counted(s).Any(f => f.Entries.Count == 1 + s["names"].Split(", ").Length + (s.Has("n") ? s.Value("n") : 0)
            && s["names"].Split(", ").All(f.Entries.Contains))),
        new("(?<place>\\S+\\([0-9]+,[0-9]+\\)) in (?<m>.+?), project Shop(; reached by <n:n> entries)?\\. Explained in "
            + "docs/rules/(?<rule>SYNC[0-9]+)\\.md$",
            s => Counted(s).Any(f => f.Place.ToString() == s["place"] && f.Member == s["m"] && f.Rule == s["rule"]
                && (s.Has("n") ? s.Shows("n", f.Entries.Count) : f.Entries.Count < 2))),
        new("`?db\\.Run\\(\\)`? stands here\\.( Seen .*)?$",
            s => Counted(s).Concat(Result(s).Findings).Any(f => Plain(f.Message) == Plain(s.Claim.Text))),
    ];

    private static IEnumerable<ClaimRule> Entries() =>
    [
        new("(?<rule>SYNC[0-9]+) (?<title>.+)$", s => ScanRule.Of(s["rule"]).Title == s["title"]
            && Counted(s).Any(f => f.Rule == s["rule"])),
        new("(?<title>[A-Z][^.:|]+)$", s => ScanRule.All.Any(rule => rule.Title == s["title"] && Counted(s).Any(f => f.Rule == rule.Id))),
        new("Shop/(Store|Jobs)\\.cs$|The way to it$|Before you change it$|From the request down$|Validity checks$|Run it "
            + "again$|Place \\| Finding$|Place \\| Waits in \\| Seen \\| Threads$"
            + "|place \\| rule \\| finding$|This report as Markdown$|a scan: read, not run$|Shop\\.slnx$|Seen to block, and unknown to "
                + "the scan$", _ => true),
        new("(?<name>GET /\\S+)  (?<place>\\S+)$", s =>
            Result(s).Entries.Any(e => e.Name == s["name"] && e.Place.ToString() == s["place"])),
        new("Reached by no entry that the scan knows$", s => Counted(s).Any(f => f.Entries.Count == 0)),
        new("The only entry that reaches any$", s => Result(s).Entries.Count == 1
            && Reached(s, Result(s).Entries[0].Name) < Counted(s).Length),
        new("The entry that reaches them$", s => Result(s).Entries.Count == 1
            && Reached(s, Result(s).Entries[0].Name) == Counted(s).Length),
        new("Entries that lose most$", s => Result(s).Entries.Count > 1),
        new(" +<n:n>  (?<name>GET /\\S+)  (?<place>\\S+)$", s => s.Shows("n", Reached(s, s["name"]))
            && Result(s).Entries.Take(5).Any(e => e.Name == s["name"])
                && Result(s).Entries.Skip(5).All(other => Cost(s, other.Name).CompareTo(Cost(s, s["name"])) <= 0)),
        new(" +and <n:n> more: --by entry$", s => s.Shows("n", Result(s).Entries.Count - 5)),
        new("First comes (?<name>.+), which reaches <n:n> findings?\\.", s => s.Shows("n", Reached(s, s["name"]))
            && Result(s).Entries.All(other => Cost(s, other.Name).CompareTo(Cost(s, s["name"])) <= 0)),
        new("Each entry, the calls that lead on from it, and where they end\\. Each finding stands once, on the shortest way to it; a "
            + "bar counts those at its end and below\\.$",
            s => Counted(s).Any(f => f.Chain.Count > 0)),
        new("<n:n> more (entry is|entries are) not drawn; report\\.json has all of them\\.$|… and more; report\\.json has all of them\\.$",
            s => !s.Has("n") || s.Value("n") <= Counted(s).Where(f => f.Chain.Count > 0).Select(f => f.Chain[0].Member).Distinct().Count()),
        new("<n:n> findings?$", s => s.Value("n") <= Counted(s).Count(f => f.Chain.Count > 0)),
        new("(?<root>GET /\\S+) <n:n>$", s => s.Shows("n", Counted(s).Count(f => f.Chain.Count > 0 && f.Chain[0].Member == s["root"]))),
        new("(?<call>db\\.Run[0-9]+\\(\\)) (?<rule>SYNC[0-9]+) (?<place>\\S+) 1$",
            s => Counted(s).Any(f => f.Call == s["call"] && f.Rule == s["rule"] && f.Place.ToString() == s["place"])),
        new("(?<m>.+) by (?<call>\\S+) (?<place>\\S+) <n:n>$",
            s => s.Value("n") <= Counted(s).Count(f => f.Chain.Any(step => step.Call == s["call"] && step.Place.ToString() == s["place"]))),
    ];

    private static IEnumerable<ClaimRule> Sums() =>
    [
        new("Nothing found\\.", s => Result(s) is { Findings.Count: 0, IsNarrowed: false }),
        new("Nothing found that counts\\.", s => Result(s) is { Findings.Count: > 0, IsNarrowed: false } && Counted(s).Length == 0),
        new("Nothing found of what was asked for\\.", s => Result(s).IsNarrowed && Counted(s).Length == 0),
        new("(Nothing found( that counts| of what was asked for)?, which means|No rule has anything (?<new>new )?to report in <f:n> "
            + "files? of <p:n> projects?\\.)$",
            s => Counted(s).Length == 0 && (!s.Has("f") || !Result(s).IsNarrowed && s.Has("new") == Result(s).Findings.Count > 0
                && s.Shows("f", Result(s).Size.Files) && s.Shows("p", Result(s).Size.Projects))),
        new("What was asked for has nothing (?<new>new )?to report in <f:n> files? of <p:n> projects?; the other rules and entries were "
            + "not asked\\.$",
            s => Counted(s).Length == 0 && Result(s).IsNarrowed && s.Has("new") == Result(s).Findings.Count > 0
                && s.Shows("f", Result(s).Size.Files) && s.Shows("p", Result(s).Size.Projects)),
        new("Which means: (no rule|no rule that was asked) reports anything( new)? in what was understood\\. It does not mean that "
            + "nothing blocks\\.",
            s => Counted(s).Length == 0 && s.Claim.Text.Contains("that was asked", StringComparison.Ordinal) == Result(s).IsNarrowed),
        new("What is called by reflection, what blocks inside a library, and drivers whose asynchronous calls are synchronous cannot be "
            + "seen in source code: syncopate watch sees "
            + "them in a running process\\.$", s => Counted(s).Length == 0),
        new("(<e:n> errors?)?(, | and )?(<w:n> warnings?)?(, | and )?(<o:n> notes?)? in <f:n> files?\\.",
            s => Count(s, "e", FindingLevel.Error) && Count(s, "w", FindingLevel.Warning)
            && Count(s, "o", FindingLevel.Note) && s.Shows("f", Counted(s).Select(f => f.Place.File).Distinct().Count())),
        new("Not counted: (<silenced:n> silenced in the source)?(, )?(<known:n> known from the baseline)?\\.",
            s => s.Shows("silenced", Positive(Silenced(s))) && s.Shows("known", Positive(Known(s)))),
        new(" +<n:n>  (?<rule>SYNC[0-9]+)  (?<title>.+?)  \\(docs/rules/(?<page>SYNC[0-9]+)\\.md\\)$",
            s => s.Shows("n", Counted(s).Count(f => f.Rule == s["rule"])) && s["page"] == s["rule"]),
        new("Changes were worked out for the <n:n> findings? that most entries reach; <left:n> (is|are) left: syncopate scan --fix "
            + "shows them\\.",
            s => s.Shows("left", Counted(s).Count(f => f.IsChangeLeft)) && s.Shows("n", Counted(s).Count(f => !f.IsChangeLeft))),
        new("No blocking call; <n:n> other findings?\\.", s => !Counted(s).Any(IsOfBlocking) && s.Shows("n", Counted(s).Length)),
        new("<n:n> (call blocks|calls block), reached by no entry that the scan knows\\.",
            s => s.Shows("n", Counted(s).Count(IsOfBlocking)) && Counted(s).Where(IsOfBlocking).All(f => f.Entries.Count == 0)),
        new("<e:n> (entry leads|entries lead) to <n:n> blocking calls?\\.", s => s.Shows("n", Blocking(s).Count(f => f.Entries.Count > 0))
            && s.Shows("e", Blocking(s).SelectMany(f => f.Entries).Distinct().Count())),
        new("Warnings <n:n> cost threads, time or errors$", s => s.Shows("n", Counted(s).Count(f => f.Level != FindingLevel.Note))),
        new("Notes <n:n> worth knowing; right as they stand for many$",
            s => s.Shows("n", Counted(s).Count(f => f.Level == FindingLevel.Note))),
        new("Entries <n:n> requests, jobs and messages that reach a finding$", s => s.Shows("n", Result(s).Entries.Count)),
        new("Understood (–|<p:p>) of <n:n> calls? that a rule asked about$", s => s.Shows("n", Result(s).Size.Calls)
            && (!s.Has("p") || IsResolved(s))),
        new("<n:n> more findings?$", s => s.Shows("n", Counted(s).Length - 100)),
        new("(The next 400 are listed; the other <n:n> are|What they call and their ways are) in report\\.json and report\\.sarif "
            + "beside this page\\.$",
            s => s.Has("n") ? s.Shows("n", Counted(s).Length - 500) : Counted(s).Length <= 500),
        new("and <n:n> more\\.$", s => s.Shows("n", Counted(s).Length - 50)),
    ];

    private static IEnumerable<ClaimRule> Trust() =>
    [
        new("No rule had to ask where a call goes\\.", s => Result(s).Size.Calls == 0),
        new("Resolved <p:n>% of <n:n> calls?(?<rest>; about the rest nothing is said)?\\.",
            s => s.Shows("n", Result(s).Size.Calls) && IsResolved(s)
                && s.Has("rest") == Result(s).Size.ResolvedCalls < Result(s).Size.Calls),
        new("<p:n> projects?, <f:n> files?, <l:n> lines? in <t:t>( \\(<cpu:t> of processor time\\))?\\.?(?= |$)",
            s => s.Shows("p", Result(s).Size.Projects) && s.Shows("f", Result(s).Size.Files)
            && s.Shows("l", Result(s).Size.Lines) && s.Shows("t", Result(s).Size.Elapsed.TotalMilliseconds)
                && (s.Has("cpu")
                    ? s.Shows("cpu", Result(s).Size.CpuTime.TotalMilliseconds)
                    : Result(s).Size.CpuTime == TimeSpan.Zero)),
        new("Calls were understood(?= )", s => Result(s).Size.ResolvedCalls == Result(s).Size.Calls),
        new("Nearly all calls were understood(?= )", s => Result(s).Size.ResolvedCalls < Result(s).Size.Calls
            && Result(s).Size.ResolvedCalls >= 0.95 * Result(s).Size.Calls),
        new("Many calls were not understood(?= )", s => Result(s).Size.ResolvedCalls < 0.95 * Result(s).Size.Calls),
        new("Not everything could be read(?= )", s => Result(s).Notices.Count > 0),
        new("Everything could be read(?= )", s => Result(s).Notices.Count == 0),
        new("((Note:|>) )?Shop\\.Legacy was not restored\\. Run dotnet restore\\.", s => Result(s).Notices.Count > 0),
        new("Left out on purpose <s:n> (finding is|findings are) silenced in the source, <k:n> known from the baseline; report\\.sarif "
            + "has them\\.$", s => s.Shows("s", Silenced(s)) && s.Shows("k", Known(s))),
        new("Not every change is shown(?= )", s => Counted(s).Any(f => f.IsChangeLeft)),
        new("Compared with a running process(?= )", s => Result(s).Evidence is not null),
        new("What no scan can see Reflection, waits inside libraries, and drivers whose asynchronous calls are synchronous\\. A watched "
            + "process shows them: syncopate watch, then syncopate scan "
            + "--evidence\\.$", _ => true),
    ];

    private static IEnumerable<ClaimRule> Evidence() =>
    [
        new("Evidence of Shop \\(7\\), \\.NET \\.NET 10\\.0\\.0: none\\.", s => Result(s).Evidence is { LookedSeconds: 0 }
            && Watch(s).Blocked is null),
        new("The watch never sampled threads, which it does when work queues: nothing can be said of a place\\. Watch the process "
            + "under load, or with --where\\.", s => Watch(s).Blocked is null),
        new("Evidence of Shop \\(7\\), \\.NET \\.NET 10\\.0\\.0, whose threads were sampled for <t:t>: <c:n> findings? confirmed, "
            + "<not:n> not seen, <u:n> blocked places? unknown to the scan\\.",
            s => s.Shows("t", Watch(s).Blocked!.WindowMilliseconds) && s.Shows("c", Counted(s).Count(f => f.Seen is not null))
                && s.Shows("not", Counted(s).Count(f => IsOfBlocking(f) && f.Seen is null)) && s.Shows("u", Result(s).Unknown.Count)),
        new("The watched process could not deliver <n:n> events?: what was seen is too little\\.",
            s => s.Shows("n", Watch(s).Blocked!.LostEvents)),
        new("(?<m>\\S+) blocks in (?<call>.+), and <n:n> findings? may be meant, as the watch knows no line there; it is listed with the "
            + "first\\.",
            s => s.Value("n") > 1 && Watch(s).Blocked!.Sites.Any(site => site.Place == s["m"] && site.CallText() == s["call"]
                && site.File is null)),
        new("`?db\\.Run\\(\\)`? stands here\\. Seen (once|<n:n> times) in <t:t>, <each:t>( each)?: (awaiting gives <threads:n> threads? "
            + "back to the pool|<threads:n> threads? stood here on average)\\.$",
            s => Result(s).Findings.Any(f => Plain(f.Message) == Plain(s.Claim.Text) && IsSeen(s, f.Seen!)
                && s.Shows("threads", f.Seen!.BlockedMilliseconds / Watch(s).Blocked!.WindowMilliseconds)
                && s.Shows("t", Watch(s).Blocked!.WindowMilliseconds))),
        new("Seen to block most: (?<call>.+), seen (once|<n:n> times), <each:t>( each)?\\.",
            s => Counted(s).Where(f => f.Seen is not null).MaxBy(f => f.Seen!.BlockedMilliseconds) is { } most
            && most.Call == s["call"] && IsSeen(s, most.Seen!)),
        new("(SYNC[0-9]+ (note|warning|error) )?(?<title>[A-Z].*?) ?seen (once|<n:n> times), <each:t>( each)?$",
            s => Counted(s).Any(f => f.Seen is not null && IsSeen(s, f.Seen))),
        new(" *DbContext\\.SaveChanges in (?<where>.+?): seen (once|<n:n> times), <each:t>( each)?(, (?<route>GET \\S+))?$",
            s => Unknown(s, s["where"])),
        new("(?<where>.+?)(, (?<route>GET \\S+))? \\| DbContext\\.SaveChanges \\| seen (once|<n:n> times), <each:t>( each)? \\| "
            + "<threads:n>$",
            s => Result(s).Unknown.Any(place => place.Where == s["where"] && IsSeen(s, place.Seen)
                && s.Shows("threads", place.Seen.BlockedMilliseconds / Watch(s).Blocked!.WindowMilliseconds))),
        new("The watched process stood here, and no rule reports it: a lock, a call by reflection, one inside a library, or code that "
            + "was not scanned\\.$", s => Result(s).Unknown.Count > 0),
        new("Those that wait here wait for one another: awaiting gives their threads back, and makes none of them faster\\.$",
            s => Watch(s).Blocked!.Sites.Any(site => site.Kind == Syncopate.BlockingKind.Lock)),
        new("SQLite lets one connection write at a time, .* await gains nothing, since this driver is synchronous\\.$",
            s => Watch(s).Blocked!.Sites.Any(site => site.Frames
                .Any(frame => frame.StartsWith("Microsoft.Data.Sqlite.", StringComparison.Ordinal)))),
    ];

    private static ScanResult Result(Said said) => said.Claim.In<ScanResult>()!;

    private static WatchEvidence Watch(Said said) => said.Claim.In<WatchEvidence>()!;

    private static Finding[] Counted(Said said) => Counted(Result(said));

    private static IEnumerable<Finding> Blocking(Said said) => Counted(said).Where(IsOfBlocking);

    private static bool IsOfBlocking(Finding finding) => OfBlocking.Contains(finding.Rule);

    private static int Silenced(Said said) => Result(said).Findings.Count(f => f.Suppressed is not null);

    private static int Known(Said said) => Result(said).Findings.Count(f => f.Suppressed is null && f.IsKnown);

    private static double? Positive(int number) => number > 0 ? number : null;

    private static int Reached(Said said, string entry) => Counted(said).Count(f => f.Entries.Contains(entry));

    private static (double, int) Cost(Said said, string entry) =>
        (Counted(said).Where(f => f.Entries.Contains(entry)).Sum(f => f.Seen?.BlockedMilliseconds ?? 0), Reached(said, entry));

    private static bool Count(Said said, string group, FindingLevel level) =>
        said.Shows(group, Positive(Counted(said).Count(f => f.Level == level)));

    // Never rounded up: 100 % is all.
    private static bool IsResolved(Said said) => 100.0 * Result(said).Size.ResolvedCalls / Result(said).Size.Calls is var percent
        && said.Value("p") <= percent + 1e-9 && said.Value("p") > percent - 0.1;

    private static bool IsSeen(Said said, SeenBlocking seen) => (said.Has("n") ? said.Shows("n", seen.Waits) : seen.Waits == 1)
        && said.Shows("each", seen.BlockedMilliseconds / seen.Waits);

    private static bool Unknown(Said said, string where) =>
        Result(said).Unknown.Any(place => place.Where == where && IsSeen(said, place.Seen)
        && (!said.Has("route") || said["route"] == place.Seen.Route));

    // Marks of code, and what Markdown needs before a mark.
    private static string Plain(string text) => text.Replace("`", "", StringComparison.Ordinal).Replace("\\", "", StringComparison.Ordinal);
}
