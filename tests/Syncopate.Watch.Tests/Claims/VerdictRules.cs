using System.Globalization;
using System.Text.RegularExpressions;
using Syncopate.Tests.Reporting.Claims;
using Syncopate.Watch.Starvation;

namespace Syncopate.Watch.Tests.Claims;

/// <summary>What the verdict of a watch may say, and when it is true.</summary>
internal static class VerdictRules
{
    private const double Half = 0.5;
    private const double GateMilliseconds = 500;

    /// <summary>The rules.</summary>
    public static IReadOnlyList<ClaimRule> All { get; } = [.. Calm(), .. Computing(), .. Blocking(), .. Helping(), .. Contending(),
        .. Unseen()];

    private static IEnumerable<ClaimRule> Calm() =>
    [
        new("The pool did not starve: in <t:t> no work was seen waiting for a thread\\.",
            s => Of(s).Told.All(moment => moment.Pool!.LongestQueue == 0) && s.Shows("t", 1e3 * SeenWatch.Length(Of(s).Told))),
        new("The pool never starved for 3 s on end, but work waited for a thread in <w:t> of <t:t>, up to <n:n> items? at once\\.",
            s => Of(s).Run.Count == 0 && s.Shows("t", 1e3 * SeenWatch.Length(Of(s).Told))
                && s.Shows("w", 1e3 * SeenWatch.Length(Of(s).Told.Where(moment => moment.Pool!.LongestQueue > 0)))
                && s.Shows("n", Of(s).Told.Max(moment => moment.Pool!.LongestQueue))),
        new("Blocked most: <n:n> threads? in <place:w>, <p:p> of the blocked time that was seen\\.",
            s => Of(s).Places.All[0].Describe() == s["place"]
                && s.Shows("n", Of(s).Places.Same(Of(s).Places.All[0]).Max(site => site.Threads))
                && s.Shows("p", 100 * Of(s).Places.Share(Of(s).Places.All[0]))),
        new("No work waits for a thread any more, but for <t:n> s (nothing was completed either|only <c:n> (work item was|work items were) "
            + "completed), while <n:n> threads are in use( and <r:n> requests? in flight)?\\.",
            s => Of(s).Still is [var last, ..] still && s.Shows("t", SeenWatch.Length(still)) && s.Shows("n", last.Pool!.InUse)
                && (s.Has("c") ? s.Shows("c", Of(s).StillItems) && s.Value("c") > 0 : Of(s).StillItems < 0.501)
                && s.Has("r") == last.Server is not null && (!s.Has("r") || s.Shows("r", last.Server!.InFlight))),
        new("(?<known>Deadlock: threads that hold a lock wait for each other's|Threads seen to hold a lock wait for one "
            + "themselves), in <place:w>(: possibly a deadlock; who holds the locks that they wait for was not observed)?\\.",
            s => Of(s).Records.OfType<WatchSites>().Last().Blocked.Sites
                .Where(site => site.Kind == BlockingKind.Lock)
                .ToList() is var sites
                && sites.Any(site => s["place"].Contains(site.Describe(), StringComparison.Ordinal)
                    && (s["known"][0] == 'T' || site.Holder is not null))
                && sites.Any(site => site.Holder is not null)),
        new("Whether that ends by itself is not known\\.", s => Of(s).Still.Count > 0),
        new("When last sampled, most were blocked in <place:w>\\.", s => Of(s).Records.OfType<WatchSites>().Any(look =>
            look.Blocked.Sites is [var worst, ..] && worst.Describe() == s["place"])),
        new("By the end it was over\\.", s => !Of(s).IsGoingOn && Of(s).Told.Last().Pool!.QueueLength == 0 && Of(s).Still.Count == 0
            && !Of(s).MayGoOn),
        new("By the end no work waited for a thread any more; whether what had one went on is not known\\.",
            s => !Of(s).IsGoingOn && Of(s).Still.Count == 0 && Of(s).MayGoOn),
        new("It was over before the end, at which work waits again\\.", s => !Of(s).IsGoingOn && Of(s).Told.Last().Pool!.QueueLength > 0),
    ];

    private static IEnumerable<ClaimRule> Computing() =>
    [
        new("(?<past>(?:While it lasted|Before that): )?(<q:n> work items wait|1 work item waits) for a thread, for <t:n> s"
            + "(?<known>, but the pool does not starve|\\. Whether the pool starves is not known): its threads were "
            + "(?<what>working, or waited until the other threads of a parallel loop had worked|working, not waiting for anything but a "
                + "processor|working, not waiting"
            + "|working, waiting for a processor or paused by the collector"
            + "|more at work, waiting for a processor or paused by the collector than blocked)( \\((?<shares>[0-9]+% "
                + "working.*?)\\))?\\.(?= The process used| The limit| More threads| Whether more)",
            s => IsPast(s) && IsQueue(s) && s.Shows("t", Of(s).Seconds) && IsBusy(Of(s)) && IsDoing(s)
                && s["known"].StartsWith('.') == (Of(s).CompletesNothing
                    || ((IsUsedElsewhere(Of(s)) || Of(s).WaitsThoughFew) && HasBlocked(Of(s))))
                && (!s.Has("shares") || IsShares(s, Of(s).Shares, Of(s).Look))),
        new("The process used <u:n> of the <a:n> processors? that it may use\\.", s => s.Shows("u", Of(s).Used)
            && s.Shows("a", Of(s).Allowed)),
        new("The limit of its container, <l:n>, stopped it for <t:n> s of processor time\\.",
            s => s.Shows("t", Of(s).Throttled) && s.Shows("l",
                Of(s).Run.Last(moment => moment.Processors?.Quota is not null).Processors!.Quota)),
        new("The others were used elsewhere: by other processes on this machine or its host\\.",
            s => IsUsedElsewhere(Of(s))),
        new("Watch again while those do less\\.|More threads would help only by taking processors from those\\.",
            s => IsUsedElsewhere(Of(s))),
        new("More threads would not help\\.", s => Of(s).HasNoProcessorLeft && !IsUsedElsewhere(Of(s)) && !Of(s).WaitsThoughFew
            && !Of(s).CompletesNothing),
        new("Whether more threads would help is not known: hardly anything was completed, as where threads wait in a loop, "
            + "without blocking, for work that is queued itself\\.", s => Of(s).CompletesNothing && IsBusy(Of(s))),
        new("Whether more threads would help is not known: threads waited for a processor(?<gc>, or for the collector,)? although the "
            + "process used fewer than it may\\.",
            s => Of(s).WaitsThoughFew && !IsUsedElsewhere(Of(s)) && s.Has("gc") == Of(s).Shares is { Paused: >= 0.1 }),
        new("More threads may help as far as processors are free and what they do runs in parallel\\.",
            s => !Of(s).HasNoProcessorLeft && !(Of(s).Used >= Of(s).Allowed) && !Of(s).IsAtLimit),
        new("More threads may help as far as processors are free and what they do runs in parallel, but (all <n:n> that the pool may have "
            + "are|the only one that the pool may have is) in use \\(ThreadPool\\.SetMaxThreads\\)\\.",
            s => !Of(s).HasNoProcessorLeft && Of(s).IsAtLimit && IsMaximum(s, Of(s).RunPools.Last().Maximum)),
    ];

    private static IEnumerable<ClaimRule> Blocking() =>
    [
        new("(?<past>(?:While it lasted|Before that): s|S)tarving for <t:n> s: (<q:n> work items wait|1 work item waits) for a thread\\.",
            s => (s["past"].Length == 1 || IsPast(s)) && IsQueue(s) && s.Shows("t", Of(s).Seconds) && !IsUsedUp(Of(s))),
        new("<a:n> of <b:n> busy threads? (is|are) blocked in <place:w>\\.(?= The | From | Short | All | They )",
            s => Worst(s) is { } worst && worst.Describe() == s["place"] && s.Shows("a", Of(s).Look.ThreadsAt(worst)) && IsBusyThreads(s)
                && Explains(s)),
        new("The pool is notified of such waits for Tasks, and adds about four threads per second until there are enough, so every burst "
            + "queues again\\.",
            s => !Of(s).IsAtLimit && Of(s).Decided(AdjustmentReason.CooperativeBlocking)
                && (!Of(s).Look.HasLooked || Of(s).Look.Part(IsNotified) > Half)),
        new("From \\.NET 6 on the pool is notified of such waits for Tasks, and adds threads for them, unless it is configured not to; in "
            + "this time no such decision of it was seen\\.",
            s => !Of(s).IsAtLimit && !Of(s).Decided(AdjustmentReason.CooperativeBlocking)
                && Of(s).Look.Part(IsNotified) > Half),
        new("The pool is not notified of such waits: it adds one or two threads per second, and only while nothing at all "
            + "leaves the queue\\.",
            s => !Of(s).IsAtLimit && (Of(s).Look.HasLooked ? Of(s).Look.Part(IsNotified) <= Half
                : Of(s).Decided(AdjustmentReason.Starvation))),
        new("Short blocking calls: at least one item leaves the queue every half second, so the pool does not detect "
            + "starvation, and hill climbing "
            + "(swings the number of threads between <a:n> and <b:n>|moves the number of threads from <c:n> to <d:n>|keeps the number "
                + "of threads too low) while the queue does not drain\\.",
            IsTrap),
        new("(All <n:n> threads that the pool may have are|The only thread that the pool may have is) in use "
            + "\\(ThreadPool\\.SetMaxThreads\\): it adds none, whatever waits\\.",
            s => Of(s).IsAtLimit && IsMaximum(s, Of(s).RunPools.Last(pool => pool.InUse is not null).Maximum)),
    ];

    private static IEnumerable<ClaimRule> Helping() =>
    [
        new("With <n:n> threads?, one per item known to be in flight, up to about <most:n> work items per second could "
            + "complete instead of <now:n>, provided as much work arrives and what it waits for keeps up; (await in their place needs none "
            + "of them|(?<dns>await gains less, since on Unix it takes a thread of this pool too to look a name up))\\.", s => IsGain(s)
                && s.Has("dns") == Of(s).Look.Part(SeenPlaces.IsLookup) >= 0.1),
        new("Whether more threads, or await in their place, would help is not known: the process used most of the processors that "
            + "it may\\.",
            s => Verdict(s).Gain is null && Of(s).UsesMost
                && Of(s).Look.All.Where(site => !SeenPlaces.IsComputing(site)).Sum(Of(s).Look.Milliseconds) is var all
                && Of(s).Look.All.Where(SeenPlaces.Scales).Sum(Of(s).Look.Milliseconds) >= 0.89 * all),
        new("A timer begins this work, and a tick that waits for a thread holds back the next: how much would begin with enough threads, "
            + "or with await, is not seen\\.", s => Verdict(s).Gain is null && IsAt(s, "System.Threading.TimerQueue")),
        new("Keep what Dns answers: on Unix its asynchronous form takes a thread of this pool too, and looks a name up for one caller at a "
            + "time\\.", s => IsAt(s, "System.Net.Dns.")),
        new("With await in their place the wait holds no thread\\. How much that gains is not known: Tasks that need a thread of "
            + "this pool to complete wait in the same queue"
            + "(?<none>, and while all threads are blocked like that none of them can)?\\.",
            s => Verdict(s).Gain is null && s.Has("none") == Of(s).IsAtLimit && WaitLimits.Of(Worst(s)!) == WaitLimit.Tasks),
        new("<g:w> is called before, there or in a caller: if what it got is still held, no more can pass than it lets in, whatever the "
            + "number of threads\\.",
            s => Verdict(s).Gain is null && Worst(s)!.Guard == s["g"]),
        new("They wait for a connection from a connection pool: whether it is exhausted was not observed, nor what the holders of its "
            + "connections do\\. Where those need a thread of the thread pool, as after an await, more threads, or awaiting the "
            + "connection, help\\.",
            s => Verdict(s).Gain is null && WaitLimits.Of(Worst(s)!) == WaitLimit.Connections),
        new("Whether more threads would help depends on what they wait for there, which is not seen\\.",
            s => Verdict(s).Gain is null && WaitLimits.Of(Worst(s)!) is WaitLimit.Unknown or WaitLimit.Permits
                && Of(s).Look.Holder(Worst(s)!) is null),
        new("(?<how>Others wait for parallel loops whose bodies wait so|It is the body of a parallel loop): "
            + "Parallel\\.ForEachAsync awaits in a body, where await alone would leave the loop before its work is done\\.",
            s => Verdict(s).Gain is null
                && (s["how"].StartsWith('O') ? Of(s).Look.All.Any(SeenPlaces.IsComputing) : SeenPlaces.IsInLoop(Worst(s)!))),
        new("For <t:n> s (nothing at all was|only <ps:n> work items per second were) completed, while the pool grew from <few:n> threads "
            + "in use to <many:n>, and <after:n> per second when hardly anything was left in its queue: what they wait for needs a thread "
            + "of this pool itself, so that more threads, or await in their place, help\\.",
            s => Verdict(s) is { Gain: null, Relief: { } seen } && s.Shows("t", seen.Seconds) && s.Shows("few", seen.FromThreads)
                && s.Shows("many", seen.ToThreads) && s.Shows("after", seen.PerSecondAfter) && seen.ToThreads > seen.FromThreads
                && (s.Has("ps") ? s.Shows("ps", seen.PerSecond) && seen.PerSecond > 0 : seen.PerSecond == 0)
                && seen.PerSecondAfter >= 5 * seen.PerSecond && Of(s).HasStood(seen)),
        new("With more threads, or (?<how>await in their place|with that), more would complete: how much is not known, since (what is in "
            + "flight grows or shrinks|(?<loops>items of a parallel loop are not callers))\\.", s => Verdict(s).Gain is null
                && HasLoops(s) == s.Has("loops") && (s.Has("loops") || s["how"][0] == 'a')
                && Of(s).Look.All.Where(site => !SeenPlaces.IsComputing(site)).ToList() is var all
                && all.Where(WaitLimits.ScalesWithThreads).Sum(site => site.BlockedMilliseconds)
                    >= 0.89 * all.Sum(site => site.BlockedMilliseconds)),
        new("More threads have helped so far: with about <many:n> in use <mps:n> work items per second were completed, with about <few:n> "
            + "only <fps:n>\\.",
            s => Verdict(s) is { Gain: null, Growth: { } seen } && s.Shows("many", seen.Many) && s.Shows("mps", seen.ManyPerSecond)
                && s.Shows("few", seen.Few) && s.Shows("fps", seen.FewPerSecond) && Of(s).HasGrown(seen)),
        // What is known of libraries, by the frames that show them.
        new("ResourceManager looks each text up under a lock: read a text that is used often once, and keep it\\.",
            s => IsAt(s, "System.Resources.")),
        new("The console logger writes one message at a time, and who logs waits while its queue is full: log less, or set "
            + "ConsoleLoggerOptions\\.QueueFullMode to "
            + "DropWrite\\.", s => IsAt(s, "Microsoft.Extensions.Logging.Console.")),
        new("SQLite lets one connection write at a time, and Microsoft\\.Data\\.Sqlite sleeps and tries again: keep transactions short, "
            + "and begin those that only read "
            + "as deferred ones\\. await gains nothing, since this driver is synchronous\\.", s => IsAt(s, "Microsoft.Data.Sqlite.")),
        new("Npgsql opens Maximum Pool Size connections at most: give them back sooner, or raise it as far as the database allows\\.",
            s => IsAt(s, "Npgsql.PoolingDataSource.")),
    ];

    private static IEnumerable<ClaimRule> Contending() =>
    [
        new("They contend for (?<what>a lock|a semaphore|the single writer connection|space in a queue with a single "
            + "consumer)(?<denies>: (more threads, or await, would only lengthen the queue for it|(?<others>those that wait for it gain "
            + "nothing by more threads, or await, but other work that waits for a thread may)))?\\.",
            s => Verdict(s).Gain is null && WaitLimits.Of(Worst(s)!) == s["what"] switch
            {
                "a lock" => WaitLimit.Lock,
                "a semaphore" => WaitLimit.Permits,
                "the single writer connection" => WaitLimit.Writer,
                _ => WaitLimit.Room,
            } && Of(s).Look.Part(Of(s).Look.IsContended) >= 0.1 && s.Has("denies") == IsLimit(s)
                && s.Has("others") == (IsLimit(s) && HasOthers(s))),
        new("The holder was not observed, so it is unknown whether more threads, or await, would help\\.",
            s => Of(s).Look.Holder(Worst(s)!) is null && WaitLimits.Of(Worst(s)!) == WaitLimit.Lock),
        new("That wait is for a Task, which may need a thread of this pool to complete: then it waits behind those that wait for it, and "
            + "more threads, or await, help\\.", s => Evidence(s) == HolderEvidence.WaitsForTask),
        new("Several have it at once, so it is more than one lock, or lets in more than one: more threads, or await, may help as far as "
            + "they wait for different ones\\.", s => Evidence(s) == HolderEvidence.Several),
        new("What the writer waits for was not observed, so it is unknown whether more threads would help\\.",
            s => WaitLimits.Of(Worst(s)!) == WaitLimit.Writer),
        new("It is unknown whether more threads, or await, would help\\.", s => Evidence(s) == HolderEvidence.None),
        new("(It is held in <who:w>|About <n:n> at a time ha(s|ve) it, in <who:w>), for at least about <hold:n> ms each time: no more "
            + "than about <most:n> per second can pass, "
            + "whatever the number of threads\\. Shorten what is done while (?<how>holding|having) it\\.",
            s => Of(s).Look.Holder(Worst(s)!) is { HoldMilliseconds: { } hold } holder && holder.Describe() == s["who"]
                && s.Shows("hold", hold) && IsHeld(s, holder)
                && s.Shows("most", (s.Has("n") ? holder.AtOnce : 1) * 1000 / hold)),
        new("(It is held in <who:w>|About <n:n> at a time ha(s|ve) it, in <who:w>)\\. Shorten what is done while (?<how>holding|having) "
            + "it\\.",
            s => Of(s).Look.Holder(Worst(s)!) is { HoldMilliseconds: null } holder && holder.Describe() == s["who"] && IsHeld(s, holder)),
    ];

    private static IEnumerable<ClaimRule> Unseen() =>
    [
        new("When sampled, only <a:n> of <b:n> busy threads? (was|were) blocked, most in <place:w>: that does not explain it\\.",
            s => s.Shows("a", Of(s).Look.Threads) && IsBusyThreads(s) && !Explains(s) && Of(s).Look.Worst(false)?.Describe() == s["place"]),
        new("When sampled, (none of its threads was in a call that is known to block: they were working, or in native code|(?<loops>its "
            + "threads waited for the other threads of a parallel loop, or were in no call that is known to block))\\.",
            s => Of(s).Look is { HasLooked: true, Threads: 0 } && Of(s).Shares is null && s.Has("loops") == Of(s).Look.All.Count > 0),
        new("(No call that is known to block was seen|(?<loops>Its threads waited for the other threads of a parallel loop, and in no "
            + "other call known to block,)) when it was sampled\\.",
            s => Of(s).Look is { HasLooked: true, Threads: 0 } && s.Has("loops") == Of(s).Look.All.Count > 0),
        new("Blocked threads have not been sampled yet\\.", s => !Of(s).Look.HasLooked),
        new("Its threads' time: (?<shares>[0-9]+% working[^.]*)\\.", s => IsShares(s, Of(s).Shares, null)),
    ];

    /// <summary>Whether these are the shares, in whole numbers that add up to 100, with the place at which most blocked.</summary>
    public static bool IsShares(Said said, ThreadShares? shares, SeenPlaces? places)
    {
        Match told = Regex.Match(said["shares"],
            "^(?<w>\\d+)% working, (?<p>\\d+)% waiting for a processor, (?<b>\\d+)% blocked(?<or> or idle)?(?: \\(most in "
            + "(?<place>.+)\\))?, "
            + "(?<c>\\d+)% paused by the collector(?:, (?<i>\\d+)% idle)?$");
        bool hasIdle = told.Groups["i"].Success;
        if (shares is null || !told.Success || told.Groups["or"].Success == hasIdle || hasIdle == shares.Idle is null)
            return false;
        int Percent(string group) => told.Groups[group].Success ? int.Parse(told.Groups[group].Value, CultureInfo.InvariantCulture) : 0;
        return "wpbci".Sum(part => Percent(part.ToString())) == 100
            && new[] { ("w", shares.Working), ("p", shares.WaitingForProcessor), ("b", shares.Blocked), ("c", shares.Paused),
                ("i", shares.Idle ?? 0) }.All(part =>
                Math.Abs(Percent(part.Item1) - 100 * part.Item2) < 1)
            && (!told.Groups["place"].Success || places is not null && IsMost(places, told.Groups["place"].Value));
    }

    // Of the whole watch all places count, of a verdict those that explain it.
    private static bool IsMost(SeenPlaces places, string told) => (places.All is [var worst, ..] && worst.Describe() == told)
        || places.Worst(false)?.Describe() == told;

    private static SeenWatch Of(Said said) => said.Claim.In<SeenWatch>()!;

    private static StarvationVerdict Verdict(Said said) => said.Claim.In<StarvationVerdict>()!;

    private static bool IsMaximum(Said said, int? most) => said.Has("n") ? said.Shows("n", most) && most > 1 : most == 1;

    private static bool IsPast(Said said) => said.Has("past") == !Of(said).IsGoingOn;

    private static bool IsQueue(Said said) => said.Has("q") ? said.Shows("q", Math.Round(Of(said).Queue)) : Of(said).Queue < 1.5 + 1e-9;

    private static bool IsAt(Said said, string frame) =>
        (said.Claim.In<BlockedSite>() ?? Worst(said))!.Frames.Any(f => f.StartsWith(frame, StringComparison.Ordinal));

    // Most of the time of threads is work, or waiting for a processor, for the collector, or for others to compute.
    private static bool IsBusy(SeenWatch watch)
    {
        if (watch.Shares is not { } shares)
            return watch.Used >= 0.85 * watch.Allowed;
        double computedFor = Math.Min(Blocked(watch), watch.ComputedFor);
        return shares.Working + shares.WaitingForProcessor + shares.Paused + computedFor > Blocked(watch) - computedFor;
    }

    // Where idle threads are not told from blocked ones, a look tells.
    private static double Blocked(SeenWatch watch) => watch.Shares is not { } shares ? 0
        : shares.Idle is null && watch.Look.MostThreads > 0
            ? Math.Min(shares.Blocked, watch.ComputedFor + ((watch.Look.Threads ?? 0) / watch.Look.MostThreads)) : shares.Blocked;

    private static bool IsUsedElsewhere(SeenWatch watch) => watch.Used < 0.85 * watch.Allowed && watch.Throttled < 0.1
        && watch.IdleShare <= 0.15
        && watch.Shares is { } shares && shares.WaitingForProcessor > shares.Working && shares.WaitingForProcessor > 0.1;

    private static bool IsUsedUp(SeenWatch watch) => IsBusy(watch) && watch.HasNoProcessorLeft;

    private static bool HasBlocked(SeenWatch watch) => Blocked(watch) - Math.Min(Blocked(watch), watch.ComputedFor) >= 0.1;

    private static bool IsDoing(Said said)
    {
        ThreadShares? shares = Of(said).Shares;
        double blocked = Blocked(Of(said));
        bool isNotable = HasBlocked(Of(said));
        return said["what"] switch
        {
            "working, or waited until the other threads of a parallel loop had worked" => Of(said).ComputedFor > 0,
            "working, not waiting for anything but a processor" => shares!.WaitingForProcessor > shares.Working && shares.Paused < 0.1
                && !isNotable,
            "working, not waiting" => shares is not { Paused: >= 0.1 } && !isNotable,
            "working, waiting for a processor or paused by the collector" => shares!.Paused >= 0.1 && !isNotable,
            _ => shares!.Working + shares.WaitingForProcessor + shares.Paused > blocked && isNotable,
        };
    }

    // Of those that wait for one another, where that is said; of those at which a call could be made asynchronous else.
    private static BlockedSite? Worst(Said said) => Of(said).Look.Worst(Verdict(said).Cause == StarvationCause.Contention);

    private static bool IsBusyThreads(Said said) => said.Shows("b", Math.Max(Of(said).Look.Threads!.Value, Of(said).BusyAtLook!.Value))
        && said.Value("a") <= said.Value("b");

    private static bool Explains(Said said) => Of(said).Look.Threads >= Math.Max(1, Half * Of(said).BusyAtLook!.Value) - 1e-9;

    private static bool IsTrap(Said said)
    {
        SeenWatch watch = Of(said);
        int[] threads = watch.Threads;
        bool fell = threads.Zip(threads.Skip(1)).Any(pair => pair.Second < pair.First);
        return !watch.IsAtLimit && !watch.Decided(AdjustmentReason.Starvation) && watch.RunPools.All(pool => pool.CompletedPerSecond > 0)
            && (watch.Look.HasLooked ? watch.Look.Part(IsNotified) <= Half
                && watch.Look.Of(site => !IsNotified(site) && !SeenPlaces.IsComputing(site))
                .All(site => Longest(watch, site) < GateMilliseconds) : watch.Decided(AdjustmentReason.ClimbingMove))
            && (said.Has("a") ? fell && said.Shows("a", threads.Min()) && said.Shows("b", threads.Max())
                : said.Has("c") ? !fell && said.Shows("c", threads[0]) && said.Shows("d", threads[^1]) && threads[0] < threads[^1]
                : threads.Min() == threads.Max());
    }

    // Waits on end are one for samples, outside of requests: none is longer than a work item.
    private static double Longest(SeenWatch watch, BlockedSite site)
    {
        double longest = watch.Look.Same(site).Max(seen => seen.LongestMilliseconds);
        return site.IsSampled && site.Route is null && watch.Completed > 0
            ? Math.Min(longest, 1000 * watch.Busy!.Value / watch.Completed)
            : longest;
    }

    // Little's law, and only where any number can wait at once for what they wait for.
    private static bool HasLoops(Said said) =>
        Of(said).Look.All.Any(site => SeenPlaces.IsComputing(site) || SeenPlaces.IsInLoop(site));

    private static bool IsGain(Said said)
    {
        SeenWatch watch = Of(said);
        double needed = watch.Busy!.Value + watch.Queue;
        return !HasLoops(said)
            && !watch.UsesMost
            && watch.Look.Of(SeenPlaces.IsOfTimer).Sum(watch.Look.Milliseconds) <= 0.1 * watch.Look.All.Sum(watch.Look.Milliseconds)
            && watch.Look.All.Where(SeenPlaces.Scales).Sum(watch.Look.Milliseconds) >= 0.9 * watch.Look.All.Sum(watch.Look.Milliseconds)
            && said.Shows("n", needed) && said.Shows("most", watch.Completed * needed / watch.Busy!.Value)
                && said.Shows("now", watch.Completed)
            && said.Value("most") >= said.Value("now") && said.Value("now") > 0;
    }

    private static HolderEvidence? Evidence(Said said) => Of(said).Look.Holder(Worst(said)!)?.Evidence;

    // Cures are denied only where it was seen that they fail; the console logger's one thread is none of the pool.
    private static bool IsLimit(Said said) => Worst(said)!.Call == "Monitor.Wait" || Evidence(said) == HolderEvidence.Exclusive;

    // Who waits for something else, where no request was seen whole.
    private static bool HasOthers(Said said)
    {
        SeenPlaces look = Of(said).Look;
        return look.Same(Worst(said)!).MaxBy(site => site.BlockedMilliseconds)!.OtherRequests is { } others
            ? others >= 0.02
            : look.Part(site => !look.IsContended(site) && !look.All.Any(other => Has(site, look.Holder(other)))) >= 0.2 - 1e-9;
    }

    private static bool Has(BlockedSite site, BlockedHolder? holder) => holder is not null
        && (holder.Call, holder.Place, holder.File, holder.Line) == (site.Call, site.Place, site.File, site.Line);

    // Task.WaitAll waits for an event of its own.
    private static bool IsNotified(BlockedSite site) => site.IsSyncOverAsync && site.Call != "Task.WaitAll";

    private static bool IsHeld(Said said, BlockedHolder holder) => said.Has("n") == said["how"] is "having"
            && said.Has("n") == (WaitLimits.Of(Worst(said)!) == WaitLimit.Permits || holder.Evidence == HolderEvidence.Several)
            && (!said.Has("n") || said.Shows("n", holder.AtOnce));
}
