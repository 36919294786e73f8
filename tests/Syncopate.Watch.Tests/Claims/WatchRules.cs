using Syncopate.Reporting;
using Syncopate.Tests.Reporting.Claims;
using Syncopate.Watch.Reporting;

namespace Syncopate.Watch.Tests.Claims;

/// <summary>What the report of a watch may say beside its verdict, and when it is true: its sentences, and the lines of its text.</summary>
internal static class WatchRules
{
    /// <summary>The rules.</summary>
    public static IReadOnlyList<ClaimRule> All { get; } = [.. Sentences(), .. Missing(), .. Doubts(), .. Pool(), .. Rest(), .. Load()];

    private static IEnumerable<ClaimRule> Sentences() =>
    [
        new("In <t:t> the pool had up to <n:n> threads?(, <used:n> in use)?(, <blocked:n> blocked)?, and (a queue of up to <q:n>|no "
            + "queue)(; it completed <c:n> work items? per second)?\\.",
            s => s.Shows("t", 1e3 * SeenWatch.Length(Of(s).Moments)) && s.Shows("n", Of(s).Told.Max(m => m.Pool!.Threads))
                && (s.Has("used") ? s.Shows("used", Of(s).Told.Max(m => m.Pool!.MostInUse))
                    : Of(s).Told.All(m => m.Pool!.MostInUse is null))
                && (s.Has("blocked") ? s.Shows("blocked", Of(s).Told.Max(m => m.Pool!.Blocked))
                    : Of(s).Told.All(m => m.Pool!.Blocked is null or 0))
                && (s.Has("q") ? s.Shows("q", Queue(s)) : Queue(s) == 0)
                && (!s.Has("c") || s.Shows("c", Rate(s, m => m.Pool?.CompletedPerSecond)))),
        new("The process reported nothing in <t:t>\\.", s => !Of(s).Told.Any() && s.Shows("t", 1e3 * SeenWatch.Length(Of(s).Moments))),
        new("Nothing was watched\\.", s => Of(s).Moments.Count == 0),
    ];

    private static IEnumerable<ClaimRule> Missing() =>
    [
        new("The journal has no readable header: process, machine and command are unknown\\.", s => Header(s) is null),
        new("The watch did not finish: the tool was killed or the machine stopped\\.", s => End(s) is null),
        new("Stopped by the user\\.", s => End(s)?.Outcome == RunOutcome.Cancelled),
        new("Process 7 ended before the time was up\\.", s => End(s)?.Outcome == RunOutcome.TargetFailed),
        new("Not a single second was watched\\.", s => Of(s).Moments.Count == 0),
        new("<n:n> bytes? of watch\\.jsonl (is|are) no record and (was|were) skipped\\.",
            s => s.Shows("n", s.Claim.In<Damaged>()!.Bytes)),
    ];

    private static IEnumerable<ClaimRule> Doubts() =>
    [
        new("Threads in use are not told: the process runs on \\.NET 6\\.|The other figures are unaffected\\."
            + "|Watch it on \\.NET 8 or newer, from a build that is neither trimmed nor Native AOT\\.", s => Header(s)?.Missing.Count > 0),
        new("<n:n> events? (?<were>was|were) lost\\.", s => s.Shows("n", Lost(s)) && s["were"] == (Lost(s) == 1 ? "was" : "were")),
        new("Decisions of the pool, or seconds, may be missing; counters that came are right\\.|Reduce the load on the machine of the "
            + "watched process\\.", s => Lost(s) > 0),
        new("<n:n> events? (?<were>was|were) lost while threads were sampled\\.", s => s.Shows("n", LostInLooks(s))
            && s["were"] == (LostInLooks(s) == 1 ? "was" : "were")),
        new("What was blocked then is counted too low\\.|Reduce the load on the machine of the watched process\\.",
            s => LostInLooks(s) > 0),
        new("The process reported nothing for <t:t>\\.", s => s.Shows("t", 1e3 * Silent(s))
            && Silent(s) > 0.02 * SeenWatch.Length(Of(s).Moments)),
        new("Look at what else ran on the machine, and at the memory limit of the container\\.", s => Silent(s) > 0),
        new("It used hardly any processor meanwhile, as one that is paused or gets none\\. Why it reported nothing is not known: counters "
            + "need no thread of the pool\\.", s => Silent(s) > 0
            && SilentCores(s) is { Length: > 0 } cores && cores.Count(used => used < 0.1) >= cores.Length / 2.0),
        new("Whether it ran meanwhile is not known: its processor time could not be read\\. Why it reported nothing is not known: counters "
            + "need no thread of the pool\\.", s => Silent(s) > 0 && SilentCores(s).Length == 0),
        new("It ran for most of that time, on up to <n:n> processors\\. Why it reported nothing is not known: counters need no thread of "
            + "the pool\\.", s => s.Shows("n", SilentCores(s).Max())
                && SilentCores(s).Count(used => used < 0.1) < SilentCores(s).Length / 2.0
                && SilentCores(s).Min() < 0.1),
        new("It ran all the while, on at least <n:n> processors\\. Why it reported nothing is not known: counters need no thread of the "
            + "pool\\.", s => s.Shows("n", SilentCores(s).Min()) && SilentCores(s).Min() >= 0.1),
        new("No request of the load succeeded: <errors:w>\\.", s => Answers(s) == 0 && s["errors"] == Failures(s)
            && s["errors"].Length > 0),
        new("What was watched is how the process rejects requests, not how it handles them\\.|Send one such request by "
            + "hand, and look at the answer; then load the URL with the headers "
            + "and the body that it asks for\\.", s => Answers(s) == 0 && IsRefused(s)),
        new("What was watched is a process that does not answer this load\\.|Where its threads were blocked says why; or give requests "
            + "more time: --timeout",
            s => Answers(s) == 0 && Failures(s).Length > 0 && !IsRefused(s)),
    ];

    private static IEnumerable<ClaimRule> Pool() =>
    [
        new("watched +<t:t>(, no data for <silent:t> of it)?", s => s.Shows("t", 1e3 * SeenWatch.Length(Of(s).Moments))
            && (s.Has("silent") ? s.Shows("silent", 1e3 * Silent(s)) : Silent(s) == 0)),
        new("pool threads +up to <n:n>(, <used:n> in use)?(, <blocked:n> blocked)?",
            s => s.Shows("n", Of(s).Told.Max(m => m.Pool!.Threads)) && s.Shows("used", Of(s).Told.Max(m => m.Pool!.MostInUse))
                && s.Shows("blocked", Of(s).Told.Max(m => m.Pool!.Blocked))),
        new("threads' time +(?<shares>[0-9]+% working.*)$",
            s => VerdictRules.IsShares(s, s.Claim.In<WatchReport>()!.Summary.Shares, Of(s).Places)),
        new("queue +up to <n:n>(; <c:n> work items? completed per second)?", s => s.Shows("n", Queue(s))
            && (!s.Has("c") || s.Shows("c", Rate(s, m => m.Pool?.CompletedPerSecond)))),
        new("adjustments +<n:n> (?<word>decisions?) of the pool about its threads",
            s => s.Shows("n", Decisions(s)) && (s["word"] == "decision") == (Decisions(s) == 1)),
    ];

    private static IEnumerable<ClaimRule> Rest() =>
    [
        new("CPU +<u:n> cores?( of <a:n> that it may use)?", s => s.Shows("u", Cores(s))
            && s.Shows("a", Of(s).Moments.LastOrDefault(m => m.Processors is not null)?.Processors!.Allowed)),
        new("allocated +<b:n> (?<unit>B|KiB|MiB|GiB)/s(, paused by collections for <p:p> of the time)?",
            s => s.Shows("b", Rate(s, m => m.Runtime?.AllocatedBytesPerSecond) / Unit(s["unit"]))
                && s.Shows("p", 100 * Rate(s, m => m.Runtime?.PauseShare))),
        new("contention +<l:n> (?<waits>waits?) for a lock, <e:n> (?<exceptions>exceptions?)",
            s => s.Shows("l", Math.Round(Sum(s, m => m.Runtime?.LockContentionsPerSecond)))
                && s.Shows("e", Math.Round(Sum(s, m => m.Runtime?.ExceptionsPerSecond)))
                && (s["waits"] == "wait") == (s["l"] == "1") && (s["exceptions"] == "exception") == (s["e"] == "1")),
        // The server of .NET counts requests when they begin, answered or not.
        new("requests +<r:n> started per second", s => s.Shows("r", Rate(s, m => m.Server?.RequestsPerSecond))),
    ];

    private static IEnumerable<ClaimRule> Load() =>
    [
        new("load +GET http://127\\.0\\.0\\.1:5000/orders, 20 users for 10 s: <n:n> answers?, <f:n> failed( \\(<errors:w>\\))?$",
            s => s.Shows("n", Answers(s)) && s.Shows("f", Errors(s).Sum(e => e.Count)) && s["errors"] == Failures(s)),
        new("latency +(p50 <low:t> to <high:t> by second, )?longest <max:t>",
            s => (s.Has("low") ? s.Shows("low", Latencies(s).Min(i => i.P50)) && s.Shows("high", Latencies(s).Max(i => i.P50))
                    : Latencies(s).All(i => i.P50 is null))
                && s.Shows("max", Latencies(s).Max(i => i.Max))),
        new("Load (?<how>ended early|never began): http://127\\.0\\.0\\.1:5000 stopped answering: timed out, 20\\.1 s\\.",
            s => Of(s).Records.OfType<WatchLoadFailure>().First().HasBegun == (s["how"] == "ended early")),
    ];

    private static SeenWatch Of(Said said) => said.Claim.In<SeenWatch>()!;

    private static WatchHeader? Header(Said said) => Of(said).Records.OfType<WatchHeader>().FirstOrDefault();

    private static WatchEnd? End(Said said) => Of(said).Records.OfType<WatchEnd>().LastOrDefault();

    private static long Queue(Said said) => Of(said).Told.Max(m => m.Pool!.LongestQueue);

    private static long Lost(Said said) => Of(said).Moments.Sum(m => m.LostEvents);

    private static long LostInLooks(Said said) => Of(said).Records.OfType<WatchSites>().Sum(look => look.Blocked.LostEvents);

    private static double Silent(Said said) => SeenWatch.Length(Of(said).Moments.Where(m => m.SilentNanoseconds > 0));

    // Processors that it used in each silent moment of which that is known.
    private static double[] SilentCores(Said said) => [.. Of(said).Moments
        .Where(m => m.SilentNanoseconds > 0 && m.CpuNanoseconds is not null)
        .Select(m => (double)m.CpuNanoseconds!.Value / (m.ToNanoseconds - m.FromNanoseconds))];

    private static int Decisions(Said said) => Of(said).Moments.Sum(m => m.Adjustments.Count);

    private static double? Rate(Said said, Func<WatchSample, double?> figure) => Rate(Of(said).Moments, figure);

    private static double? Mean(Said said, Func<WatchSample, double?> figure) => Mean(Of(said).Moments, figure);

    /// <summary>Seconds over which the rates of a moment were counted.</summary>
    public static double Counted(WatchSample moment) => moment.Runtime?.CountedSeconds ?? moment.Seconds;

    /// <summary>A rate over some moments, each counted by the time that it was counted over; null where none told it.</summary>
    public static double? Rate(IEnumerable<WatchSample> moments, Func<WatchSample, double?> figure)
    {
        WatchSample[] told = [.. moments.Where(m => figure(m) is not null)];
        return told.Length == 0 ? null : told.Sum(m => Counted(m) * figure(m)!.Value) / told.Sum(Counted);
    }

    /// <summary>A figure over some moments, each counted by its length; null where none told it.</summary>
    public static double? Mean(IEnumerable<WatchSample> moments, Func<WatchSample, double?> figure)
    {
        WatchSample[] told = [.. moments.Where(m => figure(m) is not null)];
        return told.Length == 0 ? null : told.Sum(m => m.Seconds * figure(m)!.Value) / SeenWatch.Length(told);
    }

    private static double Sum(Said said, Func<WatchSample, double?> figure) => Of(said).Moments.Sum(m => Counted(m) * (figure(m) ?? 0));

    private static double? Cores(Said said) => Mean(said, m => m.CpuNanoseconds / 1e9 / m.Seconds);

    private static IEnumerable<(string Kind, long Count)> Errors(Said said) =>
        Of(said).Records.OfType<WatchInterval>().SelectMany(i => i.Load.Errors)
        .GroupBy(e => e.Key).Select(kind => (Kind: kind.Key, Count: kind.Sum(e => e.Value))).OrderByDescending(e => e.Count)
            .ThenBy(e => e.Kind, StringComparer.Ordinal);

    private static string Failures(Said said) =>
        string.Join(", ", Errors(said).Select(e => FormattableString.Invariant($"{e.Count:#,0} of {e.Kind}")));

    private static bool IsRefused(Said said) => Errors(said).Where(e => e.Kind.StartsWith("status ", StringComparison.Ordinal))
        .Sum(e => e.Count) > Errors(said).Sum(e => e.Count) / 2.0;

    private static long Answers(Said said) => Of(said).Records.OfType<WatchInterval>().Sum(i => i.Load.Count);

    private static IEnumerable<LoadIntervalReport> Latencies(Said said) => said.Claim.In<WatchReport>()!.LoadIntervals;

    private static double Unit(string name) => name switch { "GiB" => 1024.0 * 1024 * 1024, "MiB" => 1024 * 1024, "KiB" => 1024, _ => 1 };
}
