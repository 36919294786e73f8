using Syncopate.Tests.Reporting.Claims;
using Syncopate.Watch.Reporting;
using Syncopate.Watch.Starvation;

namespace Syncopate.Watch.Tests.Claims;

/// <summary>What the page of a watch and the lines of its seconds may say, and when it is true.</summary>
internal static class CourseRules
{
    /// <summary>The rules.</summary>
    public static IReadOnlyList<ClaimRule> All { get; } = [.. Heads(), .. Keys(), .. Pictures(), .. Trust(), .. Seconds(), .. Decisions()];

    private static IEnumerable<ClaimRule> Heads() =>
    [
        new("Shop\\.Api \\(7\\), \\.NET 10\\.0\\.0|watched Shop\\.Api \\(7\\), \\.NET 10\\.0\\.0", s => Header(s) is not null),
        new("an unknown process \\(0\\)|watched an unknown process \\(0\\)", s => Header(s) is null),
        new("\\.NET 10\\.0\\.0$|<n:n> cores?, Test, X64$|2 Jan 2026, 14:02 UTC$", s => Header(s) is { } header
            && s.Shows("n", s.Has("n") ? header.Machine.Cores : null)),
        new("an unknown machine$", s => Header(s) is null),
        new("watch run of <t:t>$", s => s.Shows("t", Of(s).Moments is [.., var last] ? last.ToNanoseconds / 1e6 : 0)),
        new("Starvation$", s => Report(s).Verdict!.IsStarving),
        new("Deadlock$", s => Report(s).Verdict!.Cause == StarvationCause.Deadlock),
        new("Hardly anything completed$", s => Report(s).Verdict!.Cause == StarvationCause.HardlyAnyCompleted),
        new("No starvation: threads work$", s => Report(s).Verdict!.Cause == StarvationCause.Processors),
        new("Not known whether it starves$", s => Report(s).Verdict is { IsStarving: false } verdict
            && verdict.Sentence.Contains("Whether the pool starves is not known", StringComparison.Ordinal)),
        new("No lasting starvation$", s => !Report(s).Verdict!.IsStarving && Of(s).Told.Any(m => m.Pool!.LongestQueue > 0)),
        new("No starvation$", s => !Report(s).Verdict!.IsStarving && Of(s).Told.All(m => m.Pool!.LongestQueue == 0)),
        new("Time of the pool’s threads over the whole watch: (?<shares>[0-9]+% working.*)\\.$",
            s => VerdictRules.IsShares(s, Report(s).Summary.Shares, Of(s).Places)),
        new("Load: GET http://127\\.0\\.0\\.1:5000/orders, 20 users for 10 s(; failed: <errors:w>)?\\.",
            s => s["errors"] == WatchText.Failures(Report(s).LoadErrors)),
        new("Where threads were blocked$|How it went$|What the pool decided$|Validity checks$|Run it again$|Async "
            + "timeline$|Latency of the load, ms$|Threads of the pool$"
            + "|Work items waiting for a thread$|Work items completed per second$|Requests started$|Processors used$|Allocated, MiB per "
                + "second$|Waits for a lock and exceptions, per second$"
            + "|Place \\| Blocks in \\| Share \\| Threads \\| Waits \\| Blocked$|After \\| Threads \\| Completed per second \\| Why$|This "
                + "report as Markdown$", _ => true),
        new("Partial report\\. (?<ending>[^.]*\\.)$", s => s["ending"] == Of(s).Records.OfType<WatchEnd>().LastOrDefault()?.Outcome switch
        {
            null => "The watch was killed; every second before is kept.",
            RunOutcome.Cancelled => "The watch was stopped before its end; every second before is kept.",
            RunOutcome.TargetFailed => "The watch could not go on to its end; every second before is kept.",
            _ => "Something that was asked for was not measured.",
        }),
    ];

    private static IEnumerable<ClaimRule> Keys() =>
    [
        new("Most pool threads <n:n> (<used:n> in use|how many in use is not known)$",
            s => s.Shows("n", Of(s).Told.Max(m => m.Pool!.Threads))
                && (s.Has("used") ? s.Shows("used", Of(s).Told.Max(m => m.Pool!.MostInUse))
                : Of(s).Told.All(m => m.Pool!.MostInUse is null))),
        new("Longest queue <n:n> work items waiting for a thread$", s => s.Shows("n", Of(s).Told.Max(m => m.Pool!.LongestQueue))),
        new("Completed per second <c:n> work items of the pool$", s => s.Shows("c", Rate(s, m => m.Pool?.CompletedPerSecond))),
        new("Processors used (?<u>–|[0-9.,]+) of (<a:n>( that it may use)?|how many is not known)$", s => s.Shows("u", Cores(s))
            && s.Shows("a", Of(s).Moments.LastOrDefault(m => m.Processors is not null)?.Processors!.Allowed ?? Header(s)?.Machine.Cores)),
    ];

    private static IEnumerable<ClaimRule> Pictures() =>
    [
        new("Each point stands at the end of its (second|<n:n> seconds)(; all pictures have one time axis)?\\.",
            s => s.Has("n") ? s.Shows("n", (Of(s).Moments.Count + 599) / 600) : Of(s).Moments.Count <= 600),
        new("A line is broken where the process reported nothing: <t:t> in all\\.", s => s.Shows("t", 1e3 * Silent(s)) && Silent(s) > 0),
        new("Latency by second: p99 at most <a:t>, p50 at most <b:t>$", s => s.Shows("a", Whole(s).Max(i => i.P99))
            && s.Shows("b", Whole(s).Max(i => i.P50))),
        new("Pool threads by second: at most <n:n>$", s => s.Shows("n", Of(s).Told.Any() ? Of(s).Told.Max(m => m.Pool!.Threads) : 0)),
        new("Queue of the pool by second: at most <n:n>$",
            s => s.Shows("n", Of(s).Told.Any() ? Of(s).Told.Max(m => m.Pool!.LongestQueue) : 0)),
        new("Work items completed per second: (?<c>–|[0-9.,]+) on average$", s => s.Shows("c", Rate(s, m => m.Pool?.CompletedPerSecond))),
        new("Requests started per second: <r:n> on average$", s => s.Shows("r", Rate(s, m => m.Server?.RequestsPerSecond))),
        new("Processors used: (?<u>–|[0-9.,]+) on average$", s => s.Shows("u", Cores(s))),
        new("Allocated per second: (?<b>–|[0-9.,]+)( (?<unit>B|KiB|MiB|GiB))? on average$",
            s => s.Shows("b", Rate(s, m => m.Runtime?.AllocatedBytesPerSecond)
            / s["unit"] switch { "GiB" => 1024.0 * 1024 * 1024, "MiB" => 1024 * 1024, "KiB" => 1024, _ => 1 })),
        new("<l:n> waits? for a lock, <e:n> exceptions?$", s => s.Shows("l", Math.Round(Sum(s, m => m.Runtime?.LockContentionsPerSecond)))
            && s.Shows("e", Math.Round(Sum(s, m => m.Runtime?.ExceptionsPerSecond)))),
    ];

    private static IEnumerable<ClaimRule> Trust() =>
    [
        new("Something is missing(?= )", s => Report(s).Partial),
        new("No second is missing The process reported its figures every second\\.", s => Silent(s) == 0
            && Of(s).Moments[0].FromNanoseconds == 0
            && Of(s).Moments.Zip(Of(s).Moments.Skip(1)).All(pair => pair.First.ToNanoseconds == pair.Second.FromNanoseconds)),
        new("No event was lost The runtime delivered every event that was asked for\\.", s => Of(s).Records.All(record => record switch
        {
            WatchSample moment => moment.LostEvents == 0,
            WatchSites look => look.Blocked.LostEvents == 0,
            WatchTimeline timeline => timeline.Timeline.LostEvents == 0,
            _ => true,
        })),
    ];

    private static IEnumerable<ClaimRule> Seconds() =>
    [
        new(" *<at:n> s  no data for <silent:n> s, CPU (?<u>–|[0-9.,]+)$", s => IsAt(s)
            && s.Shows("silent", Moment(s).SilentNanoseconds / 1e9) && s.Shows("u", Moment(s).CpuNanoseconds / 1e9 / Moment(s).Seconds)),
        new(" *<at:n> s  threads <n:n>( \\((<used:n> in use)?(, )?(<blocked:n> blocked)?\\))?  queue <q:n>  done <c:n>/s  CPU "
            + "(?<u>–|[0-9.,]+)(  requests <r:n>/s, <f:n> in flight)?  "
            + "alloc <b:n> (?<unit>B|KiB|MiB|GiB)/s(  <lost:n> events? lost)?$",
            s => IsAt(s) && Moment(s) is { Pool: { } pool } moment && s.Shows("n", pool.Threads) && s.Shows("used", pool.InUse)
                && s.Shows("blocked", pool.Blocked) && s.Shows("q", pool.QueueLength)
                && s.Shows("c", pool.CompletedPerSecond) && s.Shows("u", moment.CpuNanoseconds / 1e9 / moment.Seconds)
                    && s.Shows("r", moment.Server?.RequestsPerSecond)
                && s.Shows("f", moment.Server?.InFlight) && s.Shows("lost", moment.LostEvents > 0 ? moment.LostEvents : null)
                && s.Shows("b", moment.Runtime!.AllocatedBytesPerSecond / s["unit"] switch { "GiB" => 1024.0 * 1024 * 1024,
                    "MiB" => 1024 * 1024, "KiB" => 1024, _ => 1 })),
        new("pool wants <n:n> threads?(, in <steps:n> steps)?: (?<why>.+)$",
            s => Moment(s).Adjustments.Any(made => s.Shows("n", made.Threads) && WatchText.Reason(made.Reason) == s["why"])
            && (!s.Has("steps") || s.Value("steps") <= Moment(s).Adjustments.Count)),
    ];

    private static IEnumerable<ClaimRule> Decisions() =>
    [
        new("<n:n> decisions? about how many threads it wants(; the first <most:n>)?\\.$", s => s.Shows("n", Made(s).Length)
            && (s.Has("most") ? s.Value("most") < Made(s).Length : Made(s).Length <= 200)),
        new("<at:t> \\| <n:n> \\| <c:n> \\| (?<why>[^|]+)$",
            s => Made(s).Any(made => s.Shows("at", made.AtNanoseconds / 1e6) && s.Shows("n", made.Threads)
            && s.Shows("c", made.CompletedPerSecond)
            && WatchText.Reason(made.Reason) == s["why"])),
    ];

    private static SeenWatch Of(Said said) => said.Claim.In<SeenWatch>()!;

    private static WatchReport Report(Said said) => said.Claim.In<WatchReport>()!;

    private static WatchSample Moment(Said said) => said.Claim.In<WatchSample>()!;

    private static WatchHeader? Header(Said said) => Of(said).Records.OfType<WatchHeader>().FirstOrDefault();

    private static double Silent(Said said) => SeenWatch.Length(Of(said).Moments.Where(m => m.SilentNanoseconds > 0));

    private static double? Mean(Said said, Func<WatchSample, double?> figure) => WatchRules.Mean(Of(said).Moments, figure);

    private static double? Rate(Said said, Func<WatchSample, double?> figure) => WatchRules.Rate(Of(said).Moments, figure);

    private static double Sum(Said said, Func<WatchSample, double?> figure) => Of(said).Moments.Sum(m => WatchRules.Counted(m) * (figure(m) ?? 0));

    private static double? Cores(Said said) => Mean(said, m => m.CpuNanoseconds / 1e9 / m.Seconds);

    private static bool IsAt(Said said) => said.Shows("at", Math.Floor(Moment(said).ToNanoseconds / 1e9));

    private static PoolAdjustment[] Made(Said said) => [.. Of(said).Moments.SelectMany(m => m.Adjustments)];

    private static IEnumerable<Syncopate.Reporting.LoadIntervalReport> Whole(Said said)
    {
        double usual = Report(said).LoadIntervals.Select(i => i.ToSeconds - i.FromSeconds).First();
        return Report(said).LoadIntervals.Where(i => i.P50 is not null && i.ToSeconds - i.FromSeconds >= usual / 2);
    }
}
