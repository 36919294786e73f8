using System.Text.RegularExpressions;
using Syncopate.Tests.Reporting.Claims;

namespace Syncopate.Watch.Tests.Claims;

/// <summary>What is said of async methods and of what waits now, and when it is true.</summary>
internal static class TimelineRules
{
    private const string At = "( \\(?(?<file>[^ :)]+\\.cs)(:<line:n>)?\\)?)?";

    /// <summary>The rules.</summary>
    public static IReadOnlyList<ClaimRule> All { get; } = [.. Timelines(), .. Methods(), .. Waiting()];

    private static IEnumerable<ClaimRule> Timelines() =>
    [
        new("Exact: every call of a woven copy, over <t:n> s\\.", s => Of(s).Source == AsyncTimelineSource.Woven
            && s.Shows("t", Of(s).WindowMilliseconds / 1e3)),
        new("Async timeline, <t:n> s of runtime events: every call that suspended in it, no other\\.",
            s => Of(s).Source == AsyncTimelineSource.TaskEvents && s.Shows("t", Of(s).WindowMilliseconds / 1e3)),
        new("(-> )?(?<m>\\S+) awaits (?<names>.+) in sequence: <now:n> ms\\. They would overlap, in <then:n> ms at best, if none needs the "
            + "result of another( and each has a (connection or DbContext|stream or response) of its own, which takes one operation at a "
            + "time)?; that cannot be seen from outside\\." + At,
            s => Of(s).Findings.Any(found => found.Method == s["m"] && s.Shows("now", found.NowMilliseconds)
                && s.Shows("then", found.PossibleMilliseconds)
                && s.Value("then") <= s.Value("now") && Named(s["names"]) == found.Awaited.Count)),
        new("One typical request of <t:t>: █ work before the first await, ─ waiting or work after it$",
            s => s.Shows("t", Math.Max(0.001, Of(s).Waterfall.Max(row => row.EndMilliseconds)))),
        new("One typical request, await by await$|work before the first await waiting, or work after it$|Async methods, mean of a "
            + "call$|Awaited \\| Order \\| Took \\| Within the request$"
            + "|Method \\| Calls \\| Not suspended \\| First call \\| To first await \\| Suspended \\| Total \\| Longest \\| Threads "
                + "\\| Waited for$"
            + "|method +calls +sync +first call +to await +suspended +total +threads +waits for$",
                s => Of(s).Methods.Count + Of(s).Waterfall.Count > 0),
        new(" *(?<name>\\S+|unnamed work)" + At + "( \\|)? +(?<order>in sequence|overlaps|)( ?\\|)? *<t:t>( \\|| [█─ ]*)?$",
            s => Of(s).Waterfall.Any(row => row.Name == s["name"]
            && s.Shows("t", row.EndMilliseconds - row.StartMilliseconds)
                && s["order"] == row.Order switch { AwaitOrder.Sequence => "in sequence", AwaitOrder.Overlap => "overlaps", _ => "" })),
    ];

    private static IEnumerable<ClaimRule> Methods() =>
    [
        new("(?<m>\\S+)" + At
            + " \\| <calls:n> \\| (?<sync>–|[0-9.]+%) \\| <first:t> \\| <to:t> \\| <susp:t> \\| <total:t> \\| <longest:t> \\| "
            + "<threads:n>( \\| (?<waits>.*))?$",
            s => Method(s) is { } m && IsMethod(s, m) && s.Shows("longest", m.LongestMilliseconds)),
        new("(?<m>\\S+) +<calls:n> +(?<sync>–|[0-9.]+%) +<first:t> +<to:t> +<susp:t> +<total:t> +<threads:n>  (?<waits>.*)$",
            s => Method(s) is { } m && IsMethod(s, m)),
        new(" *(?<m>\\S+?)" + At
            + ": <calls:n> calls?, <total:t> each, (<to:t> to the first await, suspended for <susp:t>(, for (?<waited>[^,]+))?|never "
            + "suspended)$",
            s => Method(s) is { } m && s.Shows("calls", m.Calls) && s.Shows("total", m.TotalMilliseconds)
                && s.Has("to") == m.ToFirstAwaitMilliseconds is not null
                && (!s.Has("to") || s.Shows("to", m.ToFirstAwaitMilliseconds) && s.Shows("susp", m.SuspendedMilliseconds))
                    && (!s.Has("waited") || m.WaitedFor[0].Name == s["waited"])),
    ];

    private static IEnumerable<ClaimRule> Waiting() =>
    [
        new("<n:n> async calls? in flight(, looked at <p:p> of the time)?$", s => s.Shows("n", Awaits(s).Tasks)
            && s.Has("p") == Awaits(s).Coverage < 1 && s.Shows("p", s.Has("p") ? 100 * Awaits(s).Coverage : null)),
        new(" *<n:n> waits? +<t:t> at most  (?<m>\\S+)" + At + "(?<chain>( <- .+)*)$",
            s => Awaits(s).Sites.Any(site => s.Shows("n", site.InFlight) && s.Shows("t", site.LongestMilliseconds)
            && s["m"] == site.Method && s["chain"] == string.Concat(site.Chain.Select(outer => $" <- {outer}")))),
        new("Live awaits are not shown: the process runs on \\.NET 6\\.$", s => Awaits(s).Unsupported is not null),
    ];

    // "A and B", "A, B and C", "A 3 times", and "A, B, C, D, E and 2 more".
    private static int Named(string names) => Regex.Match(names, " (\\d+) times$") is { Success: true } times
        ? int.Parse(times.Groups[1].Value, System.Globalization.CultureInfo.InvariantCulture)
        : Regex.Match(names, " and (\\d+) more$") is { Success: true } more
            ? names.Split(", ").Length + int.Parse(more.Groups[1].Value, System.Globalization.CultureInfo.InvariantCulture)
        : names.Split(", ").Length + 1;

    private static AsyncTimeline Of(Said said) => said.Claim.In<AsyncTimeline>()!;

    private static LiveAwaits Awaits(Said said) => said.Claim.In<LiveAwaits>()!;

    private static AsyncMethod? Method(Said said) => Of(said).Methods.FirstOrDefault(method => method.Name == said["m"]);

    private static bool IsMethod(Said said, AsyncMethod method) => said.Shows("calls", method.Calls)
        && said.Shows("sync", 100 * method.SynchronousShare) && said.Shows("first", method.FirstCallMilliseconds)
        && said.Shows("to", method.ToFirstAwaitMilliseconds) && said.Shows("susp", method.SuspendedMilliseconds)
            && said.Shows("total", method.TotalMilliseconds) && said.Shows("threads", method.Threads)
        && said["waits"].Length == 0 == (method.WaitedFor.Count == 0);
}
