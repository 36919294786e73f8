using System.Text.RegularExpressions;
using Syncopate.Reporting;

namespace Syncopate.Tests.Reporting.Claims;

/// <summary>What a report says of one experiment, and when it is true. Written from what a reader understands, not from
/// the code that writes it.</summary>
internal static class ExperimentRules
{
    private const string List = "(?:[^,.]+?\\([^)]+\\)(?:, )?|[−+-]?[0-9][^(.]*(?:\\.[0-9]+)?[^(]*\\([^)]+\\)(?:, )?)+";

    /// <summary>The rules.</summary>
    public static IReadOnlyList<ClaimRule> All { get; } =
    [
        .. Loads(), .. Advice(), .. Published(), .. Waiting(), .. Costs(), .. Races(), .. Adequacy(), .. Noise(), .. Open(),
    ];

    private static IEnumerable<ClaimRule> Loads() =>
    [
        new("<u:n> users?, <l:n> calls?( each)?; every round starts new servers\\.|<u:n> users?, <l:n> calls?( each)?\\.",
            s => Of(s).Load is UsersTimesLoops l && s.Says("u", l.Users) && s.Says("l", l.Loops)),
        new("<u:n> users for <t:t>\\.",
            s => Of(s).Load is UsersForTime l && s.Says("u", l.Users) && s.Says("t", l.Duration.TotalMilliseconds)),
        new("1 caller inside the process, <c:n> loops? of <n:n> calls per slot\\.",
            s => Of(s).Load is CallsInProcess l && s.Says("c", l.Calls) && s.Says("n", l.LoopLength)),
        new("1 caller inside the server, <c:n> calls? per slot\\.", s => Of(s).Load is CallsInProcess l && s.Says("c", l.Calls)),
        new("Whole processes, <c:n> runs? per slot\\.", s => Of(s).Load is WholeProcesses l && s.Says("c", l.Runs)),
        new("<r:n> requests? per second for <t:t>\\.",
            s => Of(s).Load is Arrivals l && s.Says("r", l.ToPerSecond) && s.Says("t", l.Duration.TotalMilliseconds)),
    ];

    private static IEnumerable<ClaimRule> Advice() =>
    [
        new("It points to <f:w>; get the verdict before you change code\\.",
            s => Of(s) is { Verdict: Verdict.Undecided, Open.PointsTo: { } form } && Is(s, "f", form)),
        new("Undecided: do not change code because of this result\\.", s => Of(s) is { Verdict: Verdict.Undecided, Open.PointsTo: null }),
        new("Prefer <f:w> (under this load|for work of this kind)\\.",
            s => Of(s).Verdict == Verdict.Gain && Is(s, "f", Primary(s).Candidate)),
        new("Keep <f:w> (under this load|for work of this kind)\\.", s => Of(s).Verdict == Verdict.Loss && Is(s, "f", Primary(s).Baseline)),
        new("Make a call that waits async, down to the last one below it\\.|Start independent calls together and await them together\\.",
            s => Of(s).Verdict == Verdict.Gain && Of(s).WaitMilliseconds > 0),
        new("Ask several, take the first answer, and cancel the rest, so that they stop using the servers\\.",
            s => Of(s) is { Verdict: Verdict.Gain, UseCase: "cancellable" }),
        new("Start long work in the background and answer at once; show its progress, and let it be cancelled\\.",
            s => Of(s) is { Verdict: Verdict.Gain, UseCase: "longRunning" }),
        new("Where one caller waits for a short access, keep it sync; choose async for the threads that it frees when many wait, not for "
            + "the time of one call\\.", s => Of(s) is { Verdict: Verdict.Loss, Load.MaximumUsers: 1 }),
        new("Choose either form for one caller: what decides is how many wait at once\\.",
            s => Of(s) is { Verdict: Verdict.NoDifference, Load.MaximumUsers: 1 }),
        new("Choose either form: under this load it makes no difference\\.", s => Of(s).Verdict == Verdict.NoDifference),
        new("Await what waits\\. Where very short calls that wait for nothing are made in a loop, keep them plain, and await the loop as "
            + "a whole\\.", s => Of(s) is { Verdict: Verdict.Loss, UseCase: "tightLoop" }),
        new("Let a program that must answer its first call at once make one such call while it starts\\.",
            s => Of(s) is { Verdict: Verdict.Loss, UseCase: "firstCall" }),
        new("Leave work that only computes sync: there is no wait in which a thread could do something else\\.",
            s => Of(s) is { Verdict: Verdict.NoDifference or Verdict.Loss, UseCase: "cpuBound" }),
    ];

    private static IEnumerable<ClaimRule> Published() =>
    [
        new("Published advice: (calls of web services definitely async|parallel calls of web services every time|a small gain for simple "
            + "accesses to a database|async where work can be cancelled, to free what it uses"
            + "|async for long work that shows its progress) \\([^)]+\\)\\. <fate:w>\\.", s => s["fate"] == Fate(s, [Verdict.Gain])),
        new("Published advice: no gain in throughput for compute-bound work \\([^)]+\\)\\. <fate:w>\\.",
            s => s["fate"] == Fate(s, [Verdict.NoDifference, Verdict.Loss])),
        new("Published advice: (no await in tight loops|the first await of a program is slow) \\([^)]+\\)\\. <fate:w>\\.",
            s => s["fate"] == Fate(s, [Verdict.Loss])),
        new("Published(, with waits of <then:t>)?: (?<old>[^;]+); today(, with waits of <now:t>)?: (?<new>[^;]+); <fate:w>\\.",
            s => IsEach(s["old"], Of(s).Published.Select(p => p.Value)) && IsEach(s["new"], Of(s).Forms.Select(f => f.Mean))
                && (!s.Has("then") || s.Says("then", Of(s).PublishedWaitMilliseconds))
                && (!s.Has("now") || s.Says("now", Of(s).WaitMilliseconds)) && IsFateOfOrder(s)),
    ];

    private static IEnumerable<ClaimRule> Waiting() =>
    [
        new("No round is complete, so there is nothing to explain yet\\.", s => Of(s).Rounds == 0),
        new("<f:w> (?<how>holds its thread|gives its thread back) while it waits: <queue:w>(, and the pool had at most <threads:n> "
            + "threads?)?\\.",
            s => Named(s, "f") is { } form && (s["how"] == "holds its thread") == (form.Form == Form.Sync)
                && (form.Threads is { } most ? s.Says("threads", most) : !s.Has("threads")) && IsQueue(s, form)),
        new("By Little’s law <b:w> had <x:n> calls waiting on average, <c:w> <y:n> \\(throughput times the wait of <wait:t>\\)\\.",
            s => s.Says("wait", Of(s).WaitMilliseconds)
                && s.SaysAbout("x", Named(s, "b")!.RequestsPerSecond * Of(s).WaitMilliseconds / 1000)
                && s.SaysAbout("y", Named(s, "c")!.RequestsPerSecond * Of(s).WaitMilliseconds / 1000)),
        new("<f:w> makes <n:n> calls of <sum:t> in sum, which take <covered:t> of elapsed time: (?<how>they run together|one follows the "
            + "other)\\.", IsOverlap),
        new("<f:w> makes 1 call, of <one:t>\\.", IsOneCall),
        new("The calls within a request were not recorded\\.", s => Of(s).Pictures.All(p => p.Requests.All(r => r.Parts.Count == 0))),
        new("<n:n> waits of <each:t> one after the other make <all:t>; together they cost the longest\\.",
            s => s.Says("each", Of(s).WaitMilliseconds) && Said.IsNear(s.Value("all"), s.Value("n") * s.Value("each"), 0.01)),
        new("Nothing waits here, so await has no thread to give back\\.", s => Of(s).WaitMilliseconds == 0),
        new("<f:w> blocked none of its <n:n> pool threads?\\.|With <f:w>, on average <there:n> of <n:n> pool threads were "
            + "blocked in [^.]+\\.[^.]+\\.|<f:w> blocked none of its <n:n> pool threads for half of the time or longer: <there:n> of them "
            + "on average, most in [^.]+\\.[^.]+\\.", s => s.Says("n", 20) && (!s.Has("there") || s.Value("there") <= s.Value("n"))),
    ];

    private static IEnumerable<ClaimRule> Costs() =>
    [
        new($"A request costs (?<l>{List}) of the server’s processor time\\.|A run takes (?<l>{List}) of processor time, children that it "
            + $"waited for included\\.", s => IsList(s, "l", f => f.CpuPerRequest)),
        new("The server’s processor time was not measured\\.|The processor time of a run was not measured\\.|Its processor time was not "
            + "measured\\.", s => Of(s).Forms.Any(f => f.CpuPerRequest is null)),
        new("What the servers used is not known: they were not watched from inside\\.", s => Of(s).Forms.All(f => f.CpuPerRequest is null)),
        new($"<n:n> cores? can serve at most <most:n> requests/s; (?<l>{List}) requests per second were measured\\.",
            s => s.Says("n", Report(s).Machine.Cores)
                && s.Says("most", 1000 * Report(s).Machine.Cores / Of(s).Forms.Min(f => f.CpuPerRequest))
                && IsList(s, "l", f => f.RequestsPerSecond)),
        new($"A call sends (?<l>{List}) and reads <rows:n> rows?\\.",
            s => IsList(s, "l", f => Math.Round(f.Counters["commandsPerCall"])) && s.Says("rows", Of(s).Forms[0].Counters["rowsPerCall"])),
        new($"It takes (?<cpu>{List}) of processor time( and allocates (?<bytes>{List}))?\\.",
            s => IsList(s, "cpu", f => f.CpuPerRequest) && (s.Has("bytes") ? IsList(s, "bytes", f => f.BytesPerRequest / 1024)
                : Of(s).Forms.Any(f => f.BytesPerRequest is null))),
        new("<f:w> blocked its caller for <p:p> of the call before returning its task\\.",
            s => s.SaysAbout("p", 100 * Named(s, "f")!.Counters["heldShare"])),
        new("<f:w> had at most <t:n> pool threads? and <q:n> items? queued for one\\.",
            s => s.Says("t", Named(s, "f")!.Threads) && s.Says("q", Named(s, "f")!.QueueLength)),
        new($"In the median slot, (?<l>{List}) threads of the pool ran(; more with <f:w> in <n:n> of <of:n> rounds?)?\\.",
            s => IsList(s, "l", f => f.ThreadsUsed)
                && (!s.Has("f") || Named(s, "f")!.ThreadsUsed == Of(s).Forms.Max(f => f.ThreadsUsed) && s.Value("n") <= s.Value("of")
                && s.Says("of", Of(s).Rounds))),
        new($"They kept (?<l>{List}) processors busy\\.",
            s => s.List("l").All(i => Said.IsNear(i.Figure,
            (FormOf(s, i.Form)!.CpuPerRequest ?? 0) * FormOf(s, i.Form)!.RequestsPerSecond / 1000, 0.055))),
        new("A plain call takes <s:t>, an awaited one <a:t>: awaiting adds <added:t>( \\(<low:t> to <high:t>\\))? of elapsed time in the "
            + "typical round(, <cpu:t> of processor time)?(, <bytes:n> bytes)?\\.",
            s => s.Says("s", Of(s).Cost!.SyncNanoseconds / 1e6) && s.Says("a", Of(s).Cost!.AsyncNanoseconds / 1e6)
                && s.Says("added", Of(s).Cost!.AddedNanoseconds / 1e6)
                && (!s.Has("low") || s.Value("low") <= s.Value("added") && s.Value("added") <= s.Value("high"))),
        new("That is below 1% of whatever takes longer than <t:t> \\(<low:t> to <high:t>\\)\\.",
            s => s.Says("t", Of(s).Cost!.AddedNanoseconds / 1e4) && Of(s).Cost!.LowNanoseconds > 0),
        new("The interval of that contains 0, so that no cost is shown\\.",
            s => Of(s).Cost is { LowNanoseconds: <= 0, HighNanoseconds: >= 0 }),
        new("All of that interval is below 0: here awaiting costs no time\\.", s => Of(s).Cost is { HighNanoseconds: <= 0 }),
        new("<f:w>: <t:t> on average(, of which the caller was held for <held:t> before it had a task to await)?; <n:n> methods were "
            + "compiled for it, in <c:t>(?<several> of several threads together)?; the next call took <next:t>\\.",
            s => s.Says("t", Named(s, "f")!.Mean) && s.Says("n", Named(s, "f")!.Counters["compiledMethods"])
                && s.Says("c", Named(s, "f")!.Counters["compilingMilliseconds"])
                && s.Says("next", Named(s, "f")!.Counters["nextCallMilliseconds"])
                && (!s.Has("held") || s.Says("held", Named(s, "f")!.Counters["toFirstAwaitMilliseconds"]))
                    && (s.Has("several") ? s.Value("c") >= s.Value("t") : s.Value("c") <= s.Value("t"))),
    ];

    private static IEnumerable<ClaimRule> Races() =>
    [
        new("What became of the losing requests was not measured\\.",
            s => Of(s).Forms.All(f => f.Counters.GetValueOrDefault("requestsStarted") <= f.Count)),
        new("<f:w> asks <n:n> servers for an answer and takes the first; (<stopped:n> of the requests are stopped, <after:t> after they "
            + "began on average|(?<all>the others run to their end)), and one answer costs the servers <work:t> of work\\.",
            s => s.Says("n", Each(s, "requestsStarted")) && s.Says("work", Each(s, "workMilliseconds"))
                && (s.Has("all") ? Each(s, "requestsStopped") == 0 : s.Says("stopped", Each(s, "requestsStopped")))),
        new("Cancelling the losers saves <p:p> of that work\\.", s => s.SaysAbout("p", 100 * Saved(s)) && Saved(s) > 0),
        new("Cancelling the losers saved nothing of that work here\\.", s => Saved(s) <= 0),
    ];

    private static IEnumerable<ClaimRule> Adequacy() =>
    [
        new("No round is complete, so nothing can be concluded\\.", s => Of(s).Rounds == 0),
        new("One user is enough for this experiment\\.|One caller makes one call after the other: nothing queues, and what a call costs "
            + "is what is measured\\.|One user makes one request after the other: nothing queues, and what a page costs is what is "
            + "measured\\."
            + "|One run follows the other: nothing queues, and what a run costs is what is measured\\.", s => Of(s).Load.MaximumUsers == 1),
        new("The difference shows(; at most <w:n> of <of:n> requests? waited for a thread)?\\.",
            s => Of(s).Verdict is Verdict.Gain or Verdict.Loss && (!s.Has("w") || IsWaited(s))),
        new("The difference shows; at most <q:n> items? queued for a thread at once\\.",
            s => Of(s).Verdict is Verdict.Gain or Verdict.Loss && s.Says("q", Of(s).Forms.Max(f => f.QueueLength))),
        new("Single requests were not recorded, so it is not known whether the pool ran short\\.",
            s => Of(s).LoadAdequacy is { Of: 0, Enough: false }),
        new("<w:n> of <of:n> requests? waited for a thread or a processor: a difference could have shown\\.",
            s => IsWaited(s) && s.Value("w") >= 0.2 * s.Value("of")),
        new("The pool (?<how>never|hardly) ran short \\(at most <w:n> of <of:n> requests? waited\\): this could not show a difference\\. "
            + "Try (<u:n> users|(?<rate>a higher rate))\\.",
            s => IsWaited(s) && (s["how"] == "never") == (s.Value("w") == 0) && s.Value("w") < 0.2 * s.Value("of")
                && s.Has("rate") == Of(s).Load is Arrivals && (s.Has("rate") || s.Value("u") > Of(s).Load.MaximumUsers)),
        new("<load:w>: at most <q:n> items? queued for a thread at once, so that a difference could have shown\\.",
            s => s.Says("q", Of(s).Forms.Max(f => f.QueueLength)) && s.Value("q") > 0),
        new("The pool (?<how>never|hardly) ran short \\(at most <q:n> items? queued for a thread at once\\): a difference between "
            + "blocking and awaiting could not show\\. Try --users <u:n>\\.",
            s => s.Says("q", Of(s).Forms.Max(f => f.QueueLength)) && (s["how"] == "never") == (s.Value("q") == 0)
                && s.Value("u") > Of(s).Load.MaximumUsers),
        new("Whether requests queued is not known, as the servers were not watched from inside\\. If more users come in reality, measure "
            + "with more\\.", s => Of(s).Forms.All(f => f.QueueLength is null)),
    ];

    private static IEnumerable<ClaimRule> Noise() =>
    [
        new("Noise was not measured\\.", s => s.Claim.In<ReportNoise>() is { FloorPercent: null, Rounds: 0 }),
        new("Noise was not measured in this experiment; elsewhere in this run a form differed from itself by up to <p:p>\\.",
            s => s.SaysAbout("p", Report(s).Noise.FloorPercent ?? -1) && Of(s).Noise.Rounds == 0),
        new("A form differed from itself by up to <p:p> \\(<where:w>, <n:n> rounds?\\)\\.",
            s => s.SaysAbout("p", Report(s).Experiments.Max(e => e.Noise.FloorPercent) ?? -1)),
        new("(The mean time of )?<f:w> differed from itself by up to <p:p> in <n:n> rounds?; a smaller difference counts "
            + "as noise\\.",
            s => s.SaysAbout("p", s.Claim.In<ReportNoise>()!.FloorPercent ?? -1) && s.Says("n", s.Claim.In<ReportNoise>()!.Rounds)),
        new("The noise is not known: <f:w> ran against itself in only <n:n> rounds?\\.",
            s => s.Claim.In<ReportNoise>() is { FloorPercent: null } noise && s.Says("n", noise.Rounds)),
        new("While it was measured, CPU utilization was <busy:p>( \\(<others:p> by other processes\\))?(; <stolen:p> was stolen "
            + "by the host of this machine)?\\.( The generator waited for a processor <waited:p> of the time\\.)?",
            s => Of(s).Conditions is { } at && s.SaysAbout("busy", 100 * at.BusyShare ?? -1)
                && (!s.Has("others") || s.SaysAbout("others", 100 * at.OthersBusyShare ?? -1))
                && (at.StolenShare is { } stolen ? s.SaysAbout("stolen", 100 * stolen) : !s.Has("stolen"))
                && (!s.Has("waited") || s.SaysAbout("waited", 100 * at.GeneratorWaitedShare ?? -1))),
    ];

    private static IEnumerable<ClaimRule> Open() =>
    [
        new("(Points to <to:w>|Undecided): (<f:w> was )?(faster|cheaper) in (?<won><n:n> of <of:n> rounds?|both rounds|the only round), "
            + "(about <factor:n> times|with about <less:p> less (processor )?time)( \\(<first:t> (on average|in the typical round|of it "
            + "for a request) instead of <second:t>\\))?\\.( Not decided yet: <reason:w>\\.)?", IsAhead),
        new("<f:w> was (faster|cheaper) in (?<won><n:n> of <of:n> rounds?|both rounds|the only round), (about <factor:n> times|with about "
            + "<less:p> less (processor )?time)( \\(<first:t> (on average|in the typical round|of it for a request) instead of "
            + "<second:t>\\))?\\.", IsAhead),
        new("Undecided: (a verdict needs|a slot had|responses changed) [^.]+\\.", s => Of(s).Verdict == Verdict.Undecided),
        new("<a:w> (answered|ran|took|used) <n:n>(?<less>% less (processor )?time)?( times faster)? than <b:w> \\(<low:n>%? to "
            + "<high:n>%?\\): (?<figures>.+)\\.", IsDifference),
        new("No difference: .+ \\((±<m:p>|a factor of <x:n>)(?<wide>, which is <floor:t> here,)? counts as equal\\)\\.",
            s => Of(s).Verdict == Verdict.NoDifference
                && IsMargin(s, Of(s).Comparisons[0].MarginPercent ?? Of(s).MarginPercent)
                && s.Has("wide") == Of(s).Comparisons[0].MarginPercent > Of(s).MarginPercent),
        new("<n:n> rounds? (is|are) too few for an interval at the required level \\(<c:n> comparisons?, <l:n> looks?\\)\\.",
            s => VerdictOf(s) == Verdict.Undecided && s.Says("n", Compared(s).Rounds) && s.Value("c") <= Of(s).Comparisons.Count
                && s.Value("l") <= Looks.Most),
        new("A verdict needs (<a:n> to <b:n> rounds|up to <b:n> rounds here|<b:n> rounds)( with this figure of both forms)?; ((none is|"
            + "<n:n> (is|are)) complete|(none|<n:n>) of <all:n> ha(s|ve) it)\\.",
            s => VerdictOf(s) == Verdict.Undecided && s.Says("b", Looks.RoundsAt(1)) && (!s.Has("a") || s.Says("a", Looks.Earliest))
            && (s.Has("all") ? Compared(s).Rounds < Of(s).Rounds && s.Says("all", Of(s).Rounds) : Compared(s).Rounds == Of(s).Rounds)
            && (s.Has("n") ? s.Value("n") < s.Value("b") && s.Says("n", Compared(s).Rounds) : Compared(s).Rounds == 0)),
        new("The interval of the ratio, <low:n> to <high:n>, contains 1 and reaches (beyond (±<m:p>|a factor of <x:n>)|below <end:n>, "
            + "where (±<m:p>|a factor of <x:n>) ends \\(1 ÷ <side:n>\\)): too wide; about <n:n> rounds would decide(, more than a run "
            + "has)?\\.",
            s => s.Value("low") <= 1 && s.Value("high") >= 1 && VerdictOf(s) == Verdict.Undecided && IsMargin(s) && IsInterval(s)
                && (!s.Has("end") || (s.Value("low") < s.Value("end") && Said.IsNear(s.Value("end"), 1 / Most(s), 0.006)
                    && Said.IsNear(s.Value("side"), Most(s), 0.006)))
                && s.Says("n", Compared(s).RoundsNeeded) && s.Value("n") > Compared(s).Rounds),
        new("The interval of the ratio, <low:n> to <high:n>, (excludes 1 after <n:n> rounds|lies far from 1 after <n:n> rounds, and no "
            + "slot of one form reached any of the other)(; a form differed from itself by at most <noise:p>)?(; it allows for 0\\.8% "
            + "between processes, as there was one pair of them)?\\.",
            s => (s.Value("low") > 1 || s.Value("high") < 1) && VerdictOf(s) is Verdict.Gain or Verdict.Loss
                && s.Says("n", Compared(s).Rounds) && (!s.Has("noise") || Factor(s) >= 1 + 0.95 * s.Value("noise") / 100) && IsInterval(s)),
        new("The interval of the ratio, <low:n> to <high:n>, lies within (±<m:p>|a factor of <x:n>): equivalence is "
            + "shown(; it allows for 0\\.8% between processes, as there was one pair of them)?\\.",
            s => VerdictOf(s) == Verdict.NoDifference && IsMargin(s) && s.Value("low") >= 1 / Most(s) - 0.006
                && s.Value("high") <= Most(s) + 0.006),
        new("The interval of the ratio, <low:n> to <high:n>, excludes 1, but a form differed from itself by up to <p:p>, which is as "
            + "much\\.",
            s => VerdictOf(s) == Verdict.Undecided && (s.Value("low") > 1 || s.Value("high") < 1)
                && Factor(s) < 1.01 + 1.05 * s.Value("p") / 100),
        new("The interval of the ratio, <low:n> to <high:n>, would decide, but the users of one form were idle more than those of the "
            + "other, which may be all of it: the generator was the limit\\.", s => VerdictOf(s) == Verdict.Undecided),
        new("Responses changed during the run, so there is no valid number; see the doubts\\.",
            s => s.Claim.In<Comparison>() is null or { Ratio: null }),
        new("A slot had too many errors or no answer, so there is no valid number; see the doubts\\.",
            s => s.Claim.In<Comparison>() is null or { Ratio: null }),
    ];

    // Names as sentences use them: in lower case, in quotation marks, or a letter.
    private static FormReport? FormOf(Said said, string name)
    {
        string plain = name.Trim('“', '”');
        return Of(said).Forms.FirstOrDefault(f => f.Form.ToString() == plain || f.Label.Equals(plain, StringComparison.OrdinalIgnoreCase));
    }

    private static FormReport? Named(Said said, string group) => FormOf(said, said[group]);

    private static bool Is(Said said, string group, Form form) => Named(said, group)?.Form == form;

    private static ExperimentReport Of(Said said) => said.Experiment;

    private static ReportDocument Report(Said said) => said.Claim.In<ReportDocument>()!;

    private static Comparison Primary(Said said) => Of(said).Comparisons.Single(c => c.Primary);

    private static Comparison Compared(Said said) => said.Claim.In<Comparison>() ?? Primary(said);

    private static Verdict VerdictOf(Said said) => Compared(said).Verdict;

    private static string Fate(Said said, Verdict[] expected) => Of(said).Verdict switch
    {
        Verdict.Undecided => "Inconclusive here",
        var verdict when expected.Contains(verdict) => "Confirmed",
        Verdict.Gain => "Refuted here",
        _ => "Not confirmed under this load",
    };

    // Each pair of forms that the article put in an order.
    private static bool IsFateOfOrder(Said said)
    {
        List<Form> fastestFirst = [.. Of(said).Published.OrderBy(p => p.Value).Select(p => p.Form)];
        List<Verdict> pairs = [.. from c in Of(said).Comparisons
            where c.Metric == Primary(said).Metric
            let turned = fastestFirst.IndexOf(c.Baseline) < fastestFirst.IndexOf(c.Candidate)
            select turned ? c.Verdict switch { Verdict.Gain => Verdict.Loss, Verdict.Loss => Verdict.Gain, var same => same } : c.Verdict];
        string fate = said["fate"];
        return fate.StartsWith("that order was not reproduced", StringComparison.Ordinal) ? pairs.Contains(Verdict.Loss)
            : fate == "that order was reproduced" ? pairs.TrueForAll(v => v == Verdict.Gain)
            : fate.StartsWith("that order was reproduced, except", StringComparison.Ordinal) ? pairs.Contains(Verdict.Gain)
                && !pairs.Contains(Verdict.Loss)
            : !pairs.Contains(Verdict.Gain) && !pairs.Contains(Verdict.Loss);
    }

    private static bool IsQueue(Said said, FormReport form)
    {
        List<RequestTrace> known = [.. Of(said).Pictures.Single(p => p.Form == form.Form).Requests.Where(r => r.ServedNanoseconds >= 0)];
        int waited = known.Count(r => r.ServedNanoseconds - r.SentNanoseconds >= 10_000_000);
        string of = $" of {known.Count} request{(known.Count == 1 ? "" : "s")} queued for a thread";
        string queue = said["queue"];
        return known.Count == 0 ? queue == (form.QueueLength is { } most
            ? $"at most {most} item{(most == 1 ? "" : "s")} queued for a thread" : "its pool was not measured")
            : waited == 0 ? queue == "none" + of
            : queue.StartsWith(waited + of, StringComparison.Ordinal);
    }

    private static bool IsOverlap(Said said)
    {
        List<RequestTrace> requests = Traced(said);
        double sum = requests.Average(r => r.Parts.Sum(p => p.DurationNanoseconds)) / 1e6;
        return said.Says("n", requests.Average(r => r.Parts.Count)) && said.Says("sum", sum) && said.Value("covered") <= 1.01 * sum
            && (said["how"] == "they run together" ? sum > 1.19 * said.Value("covered") : sum < 1.21 * said.Value("covered"));
    }

    private static bool IsOneCall(Said said) => Traced(said) is { Count: > 0 } requests
        && requests.TrueForAll(r => r.Parts.Count == 1)
        && said.Says("one", requests.Average(r => r.Parts[0].DurationNanoseconds) / 1e6);

    private static List<RequestTrace> Traced(Said said) =>
        [.. Of(said).Pictures.Single(p => p.Form == Named(said, "f")!.Form).Requests.Where(r => r.Parts.Count > 0)];

    private static bool IsList(Said said, string group, Func<FormReport, double?> figure) =>
        said.List(group).Count() == Of(said).Forms.Count
            && said.List(group).All(i => FormOf(said, i.Form) is { } form && Said.IsNear(i.Figure, figure(form) ?? double.NaN, 0.0055));

    // A counter of a slot for each of its 50 answers.
    private static double Each(Said said, string counter) => PerAnswer(Named(said, "f")!, counter);

    private static double PerAnswer(FormReport form, string counter) => form.Counters.GetValueOrDefault(counter) / 50;

    private static double Saved(Said said) =>
        1 - PerAnswer(Of(said).Forms.Single(f => f.Form == Form.Parallel), "workMilliseconds") / PerAnswer(Of(said).Forms.Single(f =>
            f.Form == Form.Async), "workMilliseconds");

    private static bool IsWaited(Said said) => said.Says("w", Of(said).LoadAdequacy.Waited) && said.Says("of", Of(said).LoadAdequacy.Of)
        && said.Value("w") <= said.Value("of");

    private static bool IsAhead(Said said)
    {
        Comparison open = Primary(said);
        Form ahead = open.Ratio < 1 ? open.Candidate : open.Baseline;
        double factor = Math.Max(open.Ratio!.Value, 1 / open.Ratio.Value);
        double won = said.Has("n") ? said.Value("n") : open.Rounds;
        return open.Verdict == Verdict.Undecided
            && (!said.Has("reason") || open.Reason.Equals(said["reason"] + ".", StringComparison.OrdinalIgnoreCase))
            && (!said.Has("to") || Is(said, "to", open.PointsTo!.Value)) && (!said.Has("f") || Is(said, "f", ahead))
            && won == (ahead == open.Candidate ? open.RoundsWon : open.RoundsLost) && (!said.Has("of") || said.Says("of", open.Rounds))
            && (said.Has("less") ? said.SaysAbout("less", 100 * (1 - 1 / factor)) : said.SaysAbout("factor", factor))
            && (!said.Has("first") || Math.Abs(Math.Log(said.Value("second") / said.Value("first") / factor)) < 0.06);
    }

    private static bool IsDifference(Said said)
    {
        Comparison primary = Primary(said);
        if (primary is not { Verdict: Verdict.Gain or Verdict.Loss, Ratio: { } ratio, Low: { } low, High: { } high }
            || said.Claim.Path == "ReportDocument.Summary")
        {
            return false;
        }

        var (from, to) = ratio < 1 ? (1 / high, 1 / low) : (low, high);
        bool Tells(string group, double factor) => said.SaysAbout(group, said.Has("less") ? 100 * (1 - 1 / factor) : factor);
        double[] figures = [.. Regex.Matches(said["figures"], "[0-9][0-9,.]* m?s").Select(m =>
            new Said(said.Claim, Regex.Match(m.Value, "(?<v>.+)")).Value("v"))];
        return Is(said, "a", ratio < 1 ? primary.Candidate : primary.Baseline)
            && Is(said, "b", ratio < 1 ? primary.Baseline : primary.Candidate)
            && Tells("n", Factor(said)) && Tells("low", from) && Tells("high", to)
            && IsEach(said["figures"].Contains("(on average", StringComparison.Ordinal)
                ? said["figures"][said["figures"].IndexOf('(', StringComparison.Ordinal)..]
                : said["figures"], Of(said).Forms.Select(f => Time(said, f)))
            && (!said["figures"].Contains("instead of", StringComparison.Ordinal) || figures[1] / figures[0] >= 0.94 * from
                && figures[1] / figures[0] <= 1.06 * to);
    }

    // What the question is judged by.
    private static double Time(Said said, FormReport form) => Primary(said).Metric == Metric.Mean ? form.Mean : form.CpuPerRequest ?? -1;

    // Whether each time in a text is one of these.
    private static bool IsEach(string text, IEnumerable<double> figures) => Regex.Matches(text, "[0-9][0-9,.]* (?:ms|s|µs)\\b")
        .Select(m => new Said(new Claim("", [], ""), Regex.Match(m.Value, "(?<v>.+)")).Value("v"))
        .All(said => figures.Any(f => Said.IsNear(said, f, 0.0055)));

    private static double Factor(Said said) => Math.Max(Compared(said).Ratio!.Value, 1 / Compared(said).Ratio!.Value);

    private static bool IsMargin(Said said) => Compared(said).Metric != Metric.Mean
        || IsMargin(said, Compared(said).MarginPercent ?? Of(said).MarginPercent);

    private static bool IsMargin(Said said, double percent) =>
        said.Has("x") ? percent >= 100 && said.Says("x", 1 + percent / 100) : said.Says("m", percent);

    private static double Most(Said said) => said.Has("x") ? said.Value("x") : 1 + said.Value("m") / 100;

    private static bool IsInterval(Said said) => Compared(said) is { Low: { } low, High: { } high } && said.Says("low", low)
        && said.Says("high", high);
}
