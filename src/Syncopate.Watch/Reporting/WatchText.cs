using Syncopate.Reporting;
using Syncopate.Reporting.Loads;
using Syncopate.Units;
using Syncopate.Watch.Awaits;
using Syncopate.Watch.Processes;
using Syncopate.Watch.Starvation;

namespace Syncopate.Watch.Reporting;

/// <summary>What is said about a watched process, on the terminal and in reports.</summary>
internal static class WatchText
{
    /// <summary>What the default view costs the watched process, to be said before it starts.</summary>
    public const string Price = "no measurable overhead, plus about 0.3 s of CPU once to attach";

    /// <summary>What one second of looking for blocked places costs, to be said before it starts.</summary>
    public const string WherePrice = "about 0.2 s of its CPU each time";

    /// <summary>Seconds; a queue that stood for two and went away is a busy moment.</summary>
    internal const double ShortestStarvation = 3;

    // Below this share of a watch, silence may be the tool's own.
    private const double NotableSilence = 0.02;

    // Characters that the share of a blocked place takes on most lines.
    private const int LeastShareWidth = 5;

    // Processors used in silence: who uses more than this is not paused, and has one.
    private const double RunsAtLeast = 0.1;

    // The next step for a process that has its event sources switched off.
    private const string WithEvents = "Start it with EventSourceSupport, which is System.Diagnostics.Tracing.EventSource.IsSupported in "
        + "its runtimeconfig.json. What its workers do, the load, and with --where the places of blocked threads are seen all the same.";

    // The next step for a process without the agent.
    private const string WithoutAgent = "Watch it on .NET 8 or newer, from a build that is neither trimmed nor Native AOT.";

    /// <summary>One second in one line, without its adjustments: "12 s threads 31 (26 in use, 24 blocked) queue 44 done
    /// 118/s ...".</summary>
    public static string Line(WatchSample moment)
    {
        ArgumentNullException.ThrowIfNull(moment);
        string at = $"{FigureText.Count((long)Nanoseconds.ToSeconds(moment.ToNanoseconds)),5} s";
        if (moment.Pool is not { } pool || moment.Runtime is not { } runtime)
            return $"{at}  {Silence(moment)}, CPU {Cores(moment)}";
        string requests = moment.Server is { } server
            ? $"  requests {FigureText.Significant(server.RequestsPerSecond)}/s, {FigureText.Count(server.InFlight)} in flight"
            : "";
        return $"{at}  {Threads(pool)}  queue {FigureText.Count(pool.QueueLength)}  done "
            + $"{FigureText.Significant(pool.CompletedPerSecond)}/s  CPU {Cores(moment)}{requests}  alloc "
            + $"{FigureText.Bytes(runtime.AllocatedBytesPerSecond)}/s{Lost(moment)}";
    }

    /// <summary>The decisions of the pool within a moment, a line each; a series of the same reason is one.</summary>
    public static IEnumerable<string> Adjustments(WatchSample moment)
    {
        ArgumentNullException.ThrowIfNull(moment);
        return
            from run in Runs(moment.Adjustments)
            let times = run.Count == 1 ? "" : $", in {FigureText.Count(run.Count)} steps"
            select $"pool wants {Wording.Plural(run[^1].Threads, "thread")}{times}: {Reason(run[0].Reason)}";
    }

    /// <summary>The classic monitor line, as the 2016 articles print it; null without the agent.</summary>
    /// <param name="moment">The moment.</param>
    /// <param name="at">The time of day.</param>
    public static string? Classic(WatchSample moment, DateTimeOffset at)
    {
        ArgumentNullException.ThrowIfNull(moment);
        return moment.Pool is { InUse: { } used, Available: { } available, Ports: { } ports }
            ? FormattableString.Invariant($"At {at:HH:mm:ss} - # of threads in use is {used}, avail worker: {available}, ports: {ports}")
            : null;
    }

    /// <summary>"31 threads, 26 in use, 24 blocked": what is known of it.</summary>
    public static string Threads(PoolFigures pool)
    {
        ArgumentNullException.ThrowIfNull(pool);
        string[] parts = [.. new[]
        {
            pool.InUse is { } used ? $"{FigureText.Count(used)} in use" : null,
            pool.Blocked is { } blocked ? $"{FigureText.Count(blocked)} blocked" : null,
        }.OfType<string>()];
        return $"threads {FigureText.Count(pool.Threads)}{(parts.Length > 0 ? $" ({string.Join(", ", parts)})" : "")}";
    }

    /// <summary>"no data for 3 s".</summary>
    public static string Silence(WatchSample moment)
    {
        ArgumentNullException.ThrowIfNull(moment);
        return $"no data for {FigureText.Significant(Nanoseconds.ToSeconds(moment.SilentNanoseconds), 2)} s";
    }

    /// <summary>Processors used in a moment, such as "0.41".</summary>
    public static string Cores(WatchSample moment)
    {
        ArgumentNullException.ThrowIfNull(moment);
        return moment.CpuNanoseconds is { } cpu && moment.Seconds > 0
            ? FigureText.Significant(Nanoseconds.ToSeconds(cpu) / moment.Seconds, 2)
            : FigureText.Missing;
    }

    /// <summary>A blocked place in one line: how much, in what, from where.</summary>
    public static string Line(BlockedSite site)
    {
        ArgumentNullException.ThrowIfNull(site);
        return Line(site, LeastShareWidth);
    }

    private static string Line(BlockedSite site, int shareWidth)
    {
        string kind = site.IsSyncOverAsync ? $"{site.CallText()} (sync over async)" : site.CallText();
        return $"{Share(site).PadLeft(shareWidth)}  {Wording.Plural(site.Threads, "thread")} in {kind}  "
            + $"<- {site.Place}{At(site.File, site.Line)}{(Route(site) is { } route ? $"  <- {route}" : "")}";
    }

    /// <summary>Blocked places, a line each, and below it what is known of who has what is waited for, or of what
    /// helps, and the rule of the scan; what was said once is not said again.</summary>
    public static IEnumerable<string> Lines(IEnumerable<BlockedSite> sites)
    {
        ArgumentNullException.ThrowIfNull(sites);
        IReadOnlyList<BlockedSite> shown = [.. sites];
        // Nearly all is written with as many digits as show that it is not all.
        int width = shown.Select(site => Share(site).Length).Append(LeastShareWidth).Max();
        string indent = new(' ', width + 2);
        HashSet<string> said = new(StringComparer.Ordinal);
        foreach (BlockedSite site in shown)
        {
            yield return Line(site, width);
            if (Advice(site) is { } advice && said.Add(advice))
                yield return indent + advice;
            if (SiteRule.Of(site) is { } rule && said.Add(rule))
                yield return indent + rule;
        }
    }

    private static string Share(BlockedSite site) => FigureText.Percent(100 * site.Share, 2);

    /// <summary>What threads did with their time, and where they stood blocked most: "12% working, 3% waiting for a
    /// processor, 80% blocked (most in Thread.Sleep called by Orders.Pay), 0% paused by the collector, 5%
    /// idle".</summary>
    /// <param name="shares">The shares; null for nothing to say.</param>
    /// <param name="blocked">Where; null when nobody has looked.</param>
    public static string Shares(ThreadShares? shares, BlockedSites? blocked)
    {
        string most = shares?.Blocked >= ThreadShares.LeastShown && blocked is { Sites: [var worst, ..] }
            ? $" (most in {worst.Describe()})"
            : "";
        return shares?.Describe(most) ?? "";
    }

    /// <summary>Who has what is waited for at a place, how often it can be had, and what helps; null where nothing of
    /// it is known.</summary>
    internal static string? Advice(BlockedSite site)
    {
        string? held = site.Holder is not { } holder ? null
            : holder is { HoldMilliseconds: { } hold, CeilingPerSecond: { } ceiling }
                ? $"held in {holder.Describe()}, for at least about {FigureText.Milliseconds(hold, 2)} each time: "
                    + $"about {FigureText.Significant(ceiling, 2)} per second at most"
            : $"held in {holder.Describe()}";
        string[] known = [.. new[] { held, WaitLimits.Cure(site) }.OfType<string>()];
        return known.Length == 0 ? null : string.Join(". ", known);
    }

    /// <summary>The route of the request that blocked, where it says more than the place.</summary>
    internal static string? Route(BlockedSite site) => site.Route == site.Place ? null : site.Route;

    /// <summary>What became of a load, in one line.</summary>
    public static string Line(WatchLoadFailure failure)
    {
        ArgumentNullException.ThrowIfNull(failure);
        return $"Load {(failure.HasBegun ? "ended early" : "never began")}: {failure.What}";
    }

    /// <summary>Failed requests by kind, such as "10,757 of status 422"; empty when none failed.</summary>
    internal static string Failures(IReadOnlyDictionary<string, long> errors) =>
        string.Join(", ", errors.OrderByDescending(error => error.Value)
            .ThenBy(error => error.Key, StringComparer.Ordinal)
            .Select(error => $"{FigureText.Count(error.Value)} of {error.Key}"));

    /// <summary>An async method in one line.</summary>
    public static string Line(AsyncMethod method)
    {
        ArgumentNullException.ThrowIfNull(method);
        string waited = method.WaitedFor.Count > 0 ? $", for {method.WaitedFor[0].Name}" : "";
        string suspended = method.ToFirstAwaitMilliseconds is { } toFirst
            ? $"{FigureText.Milliseconds(toFirst)} to the first await, suspended for "
            + $"{FigureText.Milliseconds(method.SuspendedMilliseconds)}{waited}" : "never suspended";
        return $"{method.Name}{At(method.File, method.Line)}: {Wording.Plural(method.Calls, "call")}, "
            + $"{FigureText.Milliseconds(method.TotalMilliseconds)} each, {suspended}";
    }

    /// <summary>" (OrderService.cs:41)"; empty where nothing is known.</summary>
    public static string At(string? file, int? line) =>
        file is null ? "" : $" ({Path.GetFileName(file)}{(line is { } number ? FormattableString.Invariant($":{number}") : "")})";

    /// <summary>Why the pool changed its mind, in words.</summary>
    public static string Reason(AdjustmentReason reason) => reason switch
    {
        AdjustmentReason.Starvation => "starvation: nothing was dequeued for half a second",
        AdjustmentReason.CooperativeBlocking => "threads block in a way that notifies the pool",
        AdjustmentReason.ClimbingMove => "hill climbing: move",
        AdjustmentReason.RandomMove => "hill climbing: random move",
        AdjustmentReason.Warmup => "hill climbing: warm-up",
        AdjustmentReason.Initializing => "hill climbing: initializing",
        AdjustmentReason.ChangePoint => "the throughput changed",
        AdjustmentReason.Stabilizing => "hill climbing: stabilizing",
        AdjustmentReason.ThreadTimedOut => "a thread had nothing to do",
        _ => "unknown reason", // The number is the runtime's: a newer one may have more reasons.
    };

    /// <summary>The result in one sentence.</summary>
    internal static string Sentence(WatchSummary summary)
    {
        if (summary.MostThreads is not { } threads)
            return summary.Seconds > 0 ? $"The process reported nothing in {LoadText.Length(summary.Seconds)}." : "Nothing was watched.";
        string used = summary.MostInUse is { } most ? $", {FigureText.Count(most)} in use" : "";
        string blocked = summary.MostBlocked is > 0 and var stood ? $", {FigureText.Count(stood)} blocked" : "";
        string queue = summary.LongestQueue is > 0 and var longest ? $"a queue of up to {FigureText.Count(longest)}" : "no queue";
        string completed = summary.CompletedPerSecond is { } done ? $"; it completed {Items(done)} per second" : "";
        return $"In {LoadText.Length(summary.Seconds)} the pool had up to {Wording.Plural(threads, "thread")}{used}{blocked}, "
            + $"and {queue}{completed}.";
    }

    /// <summary>"1 work item", "118 work items".</summary>
    internal static string Items(double count) => Wording.PluralOf(count, "work item", "work items");

    /// <summary>What a whole watch says in which no starvation lasted: not what its last second says.</summary>
    internal static string NeverStarving(IReadOnlyList<WatchSample> moments, BlockedSites? blocked)
    {
        WatchSample[] told = [.. moments.Where(moment => moment.Pool is not null)];
        WatchSample[] waiting = [.. told.Where(moment => moment.Pool is { LongestQueue: > 0 })];
        string all = LoadText.Length(told.Sum(moment => moment.Seconds));
        if (waiting.Length == 0)
            return $"The pool did not starve: in {all} no work was seen waiting for a thread.";
        string place = blocked is not { Sites: [var worst, ..] } ? ""
            : $" Blocked most: {Wording.Plural(worst.Threads, "thread")} in {worst.Describe()}, "
                + $"{FigureText.Percent(100 * worst.Share)} of the blocked time that was seen.";
        string waited = LoadText.Length(waiting.Sum(moment => moment.Seconds));
        string most = Wording.Plural(waiting.Max(moment => moment.Pool?.LongestQueue ?? 0), "item");
        return $"The pool never starved for {FigureText.Significant(ShortestStarvation)} s on end, "
            + $"but work waited for a thread in {waited} of {all}, up to {most} at once.{place}";
    }

    /// <summary>"1 wait for a lock, 12 exceptions".</summary>
    internal static string Troubles(double lockWaits, double exceptions) =>
        $"{Wording.Plural((long)lockWaits, "wait")} for a lock, {Wording.Plural((long)exceptions, "exception")}";

    /// <summary>A load of which every request failed is no load of the process as it serves; null for any other.</summary>
    /// <param name="answers">Requests that were answered well.</param>
    /// <param name="errors">Failed ones by kind.</param>
    internal static Doubt? OnlyFailures(long answers, IReadOnlyDictionary<string, long> errors)
    {
        if (answers > 0 || errors.Count == 0)
            return null;
        long refused = errors.Where(kind => kind.Key.StartsWith("status ", StringComparison.Ordinal)).Sum(kind => kind.Value);
        bool isRefused = 2 * refused > errors.Values.Sum();
        return new Doubt(
            "load-failed", null, $"No request of the load succeeded: {Failures(errors)}.",
            isRefused
                ? "What was watched is how the process rejects requests, not how it handles them."
                : "What was watched is a process that does not answer this load.",
            isRefused
                ? "Send one such request by hand, and look at the answer; then load the URL with the headers and the body that it asks for."
                : "Where its threads were blocked says why; or give requests more time: --timeout");
    }

    /// <summary>What the inside of the process did not let be seen.</summary>
    internal static IEnumerable<Doubt> Unseen(WatchSample[] moments)
    {
        foreach (string sentence in moments.SelectMany(moment => moment.NotTold ?? []).Distinct(StringComparer.Ordinal))
        {
            yield return new Doubt(
                "not-told", null, sentence, "The other figures are unaffected.",
                sentence == WatchAgentEntrance.NotRun ? WithoutAgent
                    : "This runtime is newer than this tool knows: use the newest version of the tool.");
        }

        if (moments.Select(moment => moment.Awaits).LastOrDefault(awaits => awaits is { RuntimeAsyncMethods: > 0, HasRuntimeAsync: false })
            is { } awaits)
        {
            yield return new Doubt(
                "runtime-async",
                null,
                $"{OwnAsyncMethods.Sentence(awaits.RuntimeAsyncMethods, awaits.AsyncMethods)}.",
                "Live awaits, and the async timeline of --async, do not show their calls.",
                "Threads, the queue, blocked places and the verdict are unaffected. To see where those calls wait, build with state "
                    + "machines: without the feature runtime-async.");
        }
    }

    /// <summary>Reasons not to trust a figure fully.</summary>
    internal static IEnumerable<Doubt> Doubts(WatchSummary summary, WatchHeader? header, BlockedSites? blocked)
    {
        foreach (string missing in header?.Missing ?? [])
        {
            yield return new Doubt(
                "not-told",
                null,
                missing,
                "The other figures are unaffected.",
                EventSources.IsOff(missing) ? WithEvents : WithoutAgent);
        }

        if (summary.LostEvents > 0)
        {
            yield return new Doubt(
                "lost-events",
                null,
                $"{Wording.Plural(summary.LostEvents, "event was", "events were")} lost.",
                "Decisions of the pool, or seconds, may be missing; counters that came are right.",
                "Reduce the load on the machine of the watched process.");
        }

        if (blocked is { LostEvents: > 0 })
        {
            yield return new Doubt(
                "lost-in-looks",
                null,
                $"{Wording.Plural(blocked.LostEvents, "event was", "events were")} lost while threads were sampled.",
                "What was blocked then is counted too low.",
                "Reduce the load on the machine of the watched process.");
        }
    }

    /// <summary>What is known of why the process reported nothing; null where it did, and where that was said already.</summary>
    internal static Doubt? SilentFor(WatchSummary summary, WatchHeader? header, IEnumerable<WatchSample> moments)
    {
        bool isKnown = header?.Missing.Any(EventSources.IsOff) == true;
        if (isKnown || summary.SilentSeconds <= NotableSilence * summary.Seconds)
            return null;
        WatchSample[] silent = [.. moments.Where(moment => !moment.HasData && moment.CpuNanoseconds is not null)];
        double[] cores = [.. silent
            .Select(moment => Nanoseconds.ToSeconds(moment.CpuNanoseconds ?? 0) / Math.Max(1e-9, moment.Seconds))];
        return new Doubt(
            "silence",
            null,
            $"The process reported nothing for {LoadText.Length(summary.SilentSeconds)}.",
            // A pause begins and ends within a second, in which it runs.
            cores.Length > 0 && 2 * cores.Count(used => used >= RunsAtLeast) <= cores.Length
                ? "It used hardly any processor meanwhile, as one that is paused or gets none. Why it reported nothing is not known: "
                    + "counters need no thread of the pool."
                : $"{Ran(cores)} Why it reported nothing is not known: counters need no thread of the pool.",
            "Look at what else ran on the machine, and at the memory limit of the container.");
    }

    private static string Ran(double[] cores) => cores switch
    {
        [] => "Whether it ran meanwhile is not known: its processor time could not be read.",
        _ when cores.Min() >= RunsAtLeast =>
            $"It ran all the while, on at least {FigureText.Significant(cores.Min(), 2)} processors.",
        _ => $"It ran for most of that time, on up to {FigureText.Significant(cores.Max(), 2)} processors.",
    };

    private static string Lost(WatchSample moment) => moment.LostEvents > 0 ? $"  {Wording.Plural(moment.LostEvents, "event")} lost" : "";

    private static IEnumerable<List<PoolAdjustment>> Runs(IReadOnlyList<PoolAdjustment> adjustments)
    {
        List<PoolAdjustment> run = [];
        foreach (PoolAdjustment adjustment in adjustments)
        {
            if (run.Count > 0 && run[0].Reason != adjustment.Reason)
            {
                yield return run;
                run = [];
            }

            run.Add(adjustment);
        }

        if (run.Count > 0)
            yield return run;
    }
}
