using System.Text.RegularExpressions;
using Syncopate.Reporting;

namespace Syncopate.Tests.Reporting.Claims;

/// <summary>What a report says of a run as a whole, of its tables, and what limits the trust in it; and when that is true.</summary>
internal static class RunRules
{
    private static readonly UseCase[] Waits = [UseCase.IoBound, UseCase.Aggregating, UseCase.Cancellable, UseCase.LongRunning];
    private static readonly UseCase[] Computes = [UseCase.CpuBound, UseCase.TightLoop, UseCase.FirstCall];

    /// <summary>The rules.</summary>
    public static IReadOnlyList<ClaimRule> All { get; } = [.. Headlines(), .. Summaries(), .. Doubts(), .. Tables(), .. Loops(),
        .. DataAccess()];

    private static IEnumerable<ClaimRule> Headlines() =>
    [
        new("Nothing (valid )?was measured\\.", s => Report(s).Experiments.All(e => e.Comparisons.All(c => !c.Primary || c.Ratio is null))),
        new("(Nothing|Not) (is )?decided yet\\. No form leads so far\\.",
            s => Report(s).Experiments.All(e => e is { Verdict: Verdict.Undecided, Open.PointsTo: null })),
        new("<n:n> of <of:n> experiments? (is|are) decided: <each:w>\\.",
            s => s.Says("n", Decided(s).Count) && s.Says("of", Report(s).Experiments.Count)
            && s["each"] == string.Join(", ", Decided(s).GroupBy(v => v).OrderBy(g => g.Key).Select(g => $"{g.Count()} {Word(g.Key)}"))),
        new("<n:n> of <of:n> experiments? points? to <to:w>\\. None is decided yet\\.",
            s => Decided(s).Count == 0 && s.Value("n") <= s.Value("of") && s.Says("of", Report(s).Experiments.Count)
            && Report(s).Experiments.Count(e =>
                e.Open?.PointsTo is not null) == s.Value("n") + Regex.Matches(s["to"], ", ([0-9]+) to ").Sum(m =>
                int.Parse(m.Groups[1].Value, System.Globalization.CultureInfo.InvariantCulture))),
        new("It points to <f:w>: about .+ (faster|less (processor )?time)\\. Not decided yet\\.",
            s => s.Experiment is { Verdict: Verdict.Undecided, Open.PointsTo: not null }),
        new("<a:w> and <b:w> (take|use) the same (processor )?time\\.", s => s.Experiment.Verdict == Verdict.NoDifference),
        new("<a:w> (answered|ran|took|used) <n:n>(%| times) (faster|less (processor )?time) than <b:w> \\(<low:n>%? to <high:n>%?\\)\\.",
            s => s.Experiment.Verdict is Verdict.Gain or Verdict.Loss && s.Value("low") <= s.Value("n") && s.Value("n") <= s.Value("high")),
        new("Go async where you wait\\.|Ask for everything at once\\.|Take the first answer\\.|Answer first, and work on in the "
            + "background\\.", s => Of(s, Waits) is { Count: > 0 } waits && waits.TrueForAll(v => v == Verdict.Gain)),
        new("(In the decided experiments, a|A)sync helped where code waits\\.",
            s => Of(s, Waits) is { Count: > 0 } waits && waits.TrueForAll(v => v == Verdict.Gain)),
        new("Async helped in some places where code waits, not in all\\.",
            s => Of(s, Waits).Contains(Verdict.Gain) && Of(s, Waits).Exists(v => v != Verdict.Gain)),
        new("(In the decided experiments, s|S)ync was faster even where it waited\\.",
            s => Of(s, Waits) is { Count: > 0 } waits && waits.TrueForAll(v => v == Verdict.Loss)),
        new("(In the decided experiments, a|A)sync gained nothing where it waited\\.",
            s => Of(s, Waits) is { Count: > 0 } waits && !waits.Contains(Verdict.Gain)),
        new("(In the decided experiments, a|A)sync made no difference where it waited\\.",
            s => Of(s, Waits) is { Count: > 0 } waits && waits.TrueForAll(v => v == Verdict.NoDifference)),
        new("Stay sync where you don’t\\.|(?<part>In the decided experiments, )?[aA]sync gained nothing where nothing waits\\.",
            s => Of(s, Computes) is { Count: > 0 } computes && !computes.Contains(Verdict.Gain)),
        new("Async gained even where nothing waits\\.", s => Of(s, Computes).Contains(Verdict.Gain)),
        new("(In the decided experiments, a|A)sync made every database access faster\\.",
            s => Of(s, [UseCase.DataAccess]).TrueForAll(v => v == Verdict.Gain)),
        new("Async helped in some database accesses, not in all\\.",
            s => Of(s, [UseCase.DataAccess]) is var verdicts && verdicts.Contains(Verdict.Gain) && verdicts.Exists(v => v != Verdict.Gain)),
        new("(In the decided experiments, a|A)sync did not speed up database access\\.|Async made no difference to database "
            + "access\\.", s => Of(s, [UseCase.DataAccess]) is { Count: > 0 } verdicts && !verdicts.Contains(Verdict.Gain)),
        new("The forms differ; see each experiment\\.", s => Decided(s).Exists(v => v is Verdict.Gain or Verdict.Loss)),
        new("No form is faster in any decided experiment\\.", s => Decided(s).TrueForAll(v => v == Verdict.NoDifference)),
        new("(<f:w> wins|<f:w> beats <g:w>)$",
            s => s.Experiment is { Verdict: Verdict.Gain or Verdict.Loss } e && Enum.Parse<Form>(s["f"], true) is var winner
            && (s.Has("g") ? winner == e.Winner : BeatsAll(e, winner))),
        new("no difference$", s => s.Experiment.Verdict == Verdict.NoDifference),
        new("undecided(, points to <f:w>)?$",
            s => s.Experiment is { Verdict: Verdict.Undecided, Open: { } open }
            && (s.Has("f") ? Enum.Parse<Form>(s["f"], true) == open.PointsTo : open.PointsTo is null)),
        new("<id:w>: (not a single slot was measured|no round is complete)\\.",
            s => Report(s).Experiments.All(e => e.Id != s["id"] || e.Rounds == 0)),
    ];

    private static IEnumerable<ClaimRule> Summaries() =>
    [
        new("<title:w>( with <users:n> users?| at <rate:n> per second)?: <a:w> (took|used) <first:t>( of processor time for a "
            + "request)? where <b:w> (took|used) <second:t>\\.",
            s => s.Experiment is { Verdict: Verdict.Gain or Verdict.Loss } e && IsCrowd(s)
            && s.Value("first") < s.Value("second") == (e.Verdict == Verdict.Gain) && e.Forms.Any(f => s.Says("first", Time(e, f)))
                && e.Forms.Any(f => s.Says("second", Time(e, f)))),
        new("<title:w>( with <users:n> users?| at <rate:n> per second)?: <a:w> and <b:w> (took|used) the same (processor )?time, "
            + "<t:t> (on average|of it for a request)\\.",
            s => s.Experiment.Verdict == Verdict.NoDifference && IsCrowd(s)
            && Math.Abs(1 - s.Value("t") / Time(s.Experiment, s.Experiment.Forms[0])) < 0.12),
        new("<title:w>( with <users:n> users?| at <rate:n> per second)?, in the typical round: .+? than <b:w> \\(<low:n>%? to "
            + "<high:n>%?\\)\\.", s => s.Experiment.Verdict is Verdict.Gain or Verdict.Loss && IsCrowd(s)),
        new("<title:w>( with <users:n> users?| at <rate:n> per second)?, in the typical round: .+? and .+? (take|use) the "
            + "same (processor )?time\\.",
            s => s.Experiment.Verdict == Verdict.NoDifference && IsCrowd(s)),
        new("<title:w>: awaiting adds <t:t>( \\(<low:t> to <high:t>\\))? to a call\\.",
            s => s.Says("t", s.Experiment.Cost!.AddedNanoseconds / 1e6)),
        new("<title:w>: <a:w> was (faster|cheaper) in (?:[0-9]+ of [0-9]+ rounds|both rounds|the only round), "
            + "(?:about <factor:n> times|with about [^ ]+ less (processor )?time)(?: \\([^)]+\\))?\\.",
            s => s.Experiment.Open?.PointsTo is not null),
        new("<n:n> of <of:n> experiments? (is|are) undecided\\.",
            s => s.Says("n", Report(s).Experiments.Count - Decided(s).Count) && s.Says("of", Report(s).Experiments.Count)),
        new("No comparison is decided; each experiment says what is missing\\.",
            s => Decided(s).Count == 0 && Report(s).Experiments.All(e => e.Open!.Missing.Length > 0)),
        new("No experiment was measured\\.", s => Report(s).Experiments.Count == 0),
    ];

    private static IEnumerable<ClaimRule> Doubts() =>
    [
        new("The generator was the limit in <n:n> of <of:n> slots?: its busiest thread was at work for more than 90% of the time\\.",
            s => s.Value("n") >= 0.1 * s.Value("of") && s.Value("n") <= s.Value("of")),
        new("In the median slot, users had a request in flight .+\\.", s => s.Experiment.InFlightShare < 0.95),
        new("In the median slot, users had a call in flight .+\\.", s => s.Experiment.InFlightShare < 0.95),
        new("In the median slot, requests were in flight .+, counted from when they were due\\.",
            s => s.Experiment is { InFlightShare: < 0.95, Load: Arrivals }),
        new("CPU steal: the hypervisor took <p:p> of the processors’ time while it was measured, up to <most:p> in a slot\\.",
            s => s.SaysAbout("p", 100 * s.Experiment.Conditions!.StolenShare!.Value) && s.Value("p") <= s.Value("most")
            && s.SaysAbout("most", 100 * s.Experiment.Conditions!.MostStolenShare!.Value)),
        new("The server’s monitor did not answer in <n:n> of <of:n> slots?\\.", s => s.Value("n") <= s.Value("of")),
        new("The ratio (?<how>rises|falls) from round to round \\(rank correlation <r:n> over <n:n> rounds\\)\\.",
            s => (s["how"] == "rises") == (s.Value("r") > 0) && s.Value("n") <= s.Experiment.Rounds),
        new("The ratio of the plain averages is <n:n>( \\(<from:n> to <to:n>\\))?, outside the interval of the typical round, <low:n> to "
            + "<high:n>\\.",
            s => (s.Value("n") <= s.Value("low") || s.Value("n") >= s.Value("high")) && s.Says("low", s.Experiment.Comparisons[0].Low)
                && s.Says("high", s.Experiment.Comparisons[0].High)
                && Said.IsNear(s.Value("n"), s.Experiment.Forms[^1].Mean / s.Experiment.Forms[0].Mean, 0.02)),
        // Reasons and remedies: true of every such doubt, so the doubt is what is tested.
        .. new[]
        {
            "Answers wait until the generator gets to them, so that its own delay counts as the servers’, and differences look smaller "
                + "than they are\\.", "Use (fewer users|a lower rate), more --threads if there are processors to spare, or a quieter "
                + "machine\\.",
            "By Little’s law fewer users were at work than the load says: the generator waited for a processor\\. Random turns spread "
                + "that over the forms; where one had more of it, a verdict is given only if it holds after subtracting that effect\\.",
            "Run it again on a quieter machine, or with fewer users\\.", "Run it again on a quieter machine, or at a lower rate\\.",
            "The rest of the time they waited to be sent: the generator waited for a processor, or as many were in flight as may be\\. "
                + "Random turns spread that over the forms; where one had more of it, a verdict is given only if it holds after "
                + "subtracting that effect\\.",
                "Random turns spread that over the forms; it widens the intervals and makes every answer take longer\\.",
            "Run it again when the host is less busy, or on a dedicated machine\\.",
                "Threads, processor time and allocations of these slots are unknown\\.", "Run it again on a quieter machine\\.",
            "The servers were not steady: a longer run would give another figure\\.",
                "Run it longer, or look for what grows on the server\\.",
            "A few rounds were far slower than the rest; the typical round and the total time disagree\\.",
                "Look at the rounds one by one in run\\.jsonl\\.",
        }.Select(always => new ClaimRule(always, s => s.Claim.In<Doubt>() is not null)),
    ];

    private static IEnumerable<ClaimRule> Tables() =>
    [
        new("<column:w>: <score:w>\\.",
            s => s.Claim.Path == "GroupReport.Sentence"
            && s["score"] == Score([.. Members(s).Where(e => e.Group!.Column == s["column"]).Select(e =>
            Async(e)?.Verdict).OfType<Verdict>()])),
        new("<n:n> of <of:n>", s => s.Claim.Path == "GroupReport.Figure" && s.Value("n") <= s.Value("of")
            && s.Value("of") <= Members(s).Count),
        new("<n:n>×|<n:p>|<n:t>|–", s => s.Claim.Path == "GroupReport.Figure"), // What they mean is held below.
        new("faster async on <c:w>", s => Members(s).Exists(e => e.Group!.Column == s["c"])
            && s.Claim.In<GroupReport>()!.Figure.StartsWith(
                $"{Members(s).Count(e => e.Group!.Column == s["c"] && Async(e)?.Verdict == Verdict.Gain)} of ", StringComparison.Ordinal)),
        new("lower latency with await, <title:w>$",
            s => Async(s.Experiment) is { Verdict: Verdict.Gain } pair && IsFigure(s, 1 / pair.Ratio!.Value)),
        new("lower latency with await so far, <title:w>: not decided$",
            s => Async(s.Experiment) is { Verdict: Verdict.Undecided, PointsTo: Form.Async } pair && IsFigure(s, 1 / pair.Ratio!.Value)),
        new("no gain is decided", s => Members(s).TrueForAll(e => Async(e)?.Verdict != Verdict.Gain)),
        new("nothing was measured", s => Members(s).TrueForAll(e => e.Published.Count == 0 || e.Rounds == 0)),
        new("for the first awaited call of 1 ms, over <t:n> ms when published",
            s => Members(s).Exists(e => e.Published.Any(p => p.Form == Form.Async && s.Says("t", p.Value)))),
        new("with “<row:w>”, <p:p> when published(?<open>; not decided)?",
            s => Members(s).Exists(e => e.Group!.Row == s["row"] && s.Has("open") == (Async(e)!.Low is null))),
        new("awaits with a cost that can be shown",
            s => s.Claim.In<GroupReport>()!.Figure == $"{Members(s).Count(e => e.Cost?.LowNanoseconds > 0)} of {Members(s).Count}"),
        new("<f:w>: <mean:t> on average, <most:t> at the longest, with (<at:n> threads? at first and <threads:n> at most|threads that "
            + "were not counted)( and <q:n> items? queued)?\\.",
            s => FormOf(s, "f") is { } form && s.Says("mean", form.Mean) && s.Says("most", form.Max)
                && (s.Has("threads") ? s.Says("threads", form.Threads) : true)
                && (s.Has("q") ? s.Says("q", form.QueueLength) : form.QueueLength is null)),
        new("No verdict after <n:n> rounds?\\.", s => s.Experiment.Verdict == Verdict.Undecided && s.Says("n", s.Experiment.Rounds)),
        new("Await against it: <v:w>\\.", s => s["v"] == Word(s.Experiment.Verdict)),
        new("“<f:w>” answered after <t:t>, and the work was done about <all:t> after it was asked for: <way:t> on the way to and from the "
            + "server’s code, where requests wait for a thread, and <rest:t> from there to its end\\.",
            s => s.Says("t", FormOf(s, "f")!.Mean) && s.Says("rest", FormOf(s, "f")!.Counters["workDoneMilliseconds"])
                && Said.IsNear(s.Value("all"), s.Value("way") + s.Value("rest"), 0.01)),
        new("(?<all>All|Not all) that was started was done( when this was read)?\\.",
            s => (s["all"] == "All") == s.Experiment.Forms.All(f => f.Counters["workDone"] >= f.Counters["workStarted"])),
        new("<t:t> on average(, of which the caller was held for <held:t> before it had a task to await)?; <n:n> (method was|methods "
            + "were) compiled for it, in <c:t>(?<several> of several threads together)?; the next call took <next:t>\\.",
            s => s.Experiment.Forms[1] is var form && s.Says("t", form.Mean) && s.Says("held", form.Counters["toFirstAwaitMilliseconds"])
                && s.Says("n", form.Counters["compiledMethods"]) && s.Says("next", form.Counters["nextCallMilliseconds"])
                && s.Says("c", form.Counters["compilingMilliseconds"])
                    && (s.Has("several") ? s.Value("c") >= s.Value("t") : s.Value("c") <= s.Value("t"))),
    ];

    private static IEnumerable<ClaimRule> Loops() =>
    [
        new("Published: over .+ framework methods executed\\. Today: <t:t>, <first:t>, and <n:n> methods? compiled(; up to <most:n> for "
            + "the others in this table)?\\. The article’s program was a desktop program .+ needs no compiler\\.",
            s => Members(s).Exists(e => e.Forms.Any(f => s.Says("t", f.Mean) && s.Says("n", f.Counters["compiledMethods"])))
                && (!s.Has("most") || Members(s).Exists(e => s.Says("most", e.Forms[1].Counters["compiledMethods"])))),
        new("The first await of a process adds <t:t>( \\(<low:t> to <high:t>\\))? to its call in the typical round, once\\. Measured "
            + "against work that is done only once, that is below 1% from <from:t> on; a server pays it with its first request, and a "
            + "program can pay it while it starts\\.",
            s => Said.IsNear(s.Value("from"), 100 * s.Value("t"), 0.01) && s.Value("low") > 0),
        new("Of <n:n> forms? the cheapest with a cost that can be shown is “<a:w>”, <cheap:t> \\(<l1:t> to <h1:t>\\) per call; the "
            + "most expensive is “<b:w>”, <dear:t> \\(<l2:t> to <h2:t>\\)\\.",
            s => s.Value("cheap") <= s.Value("dear") && s.Value("l1") > 0 && s.Value("n") <= Members(s).Count),
        new("One more async method between caller and work adds .+ when all are done when they return\\.",
            s => Members(s).Count(e => e.Cost?.LowNanoseconds is not null) > 1),
        new("The cost is below 15%, 5% and 1% of work that takes longer than: .+\\. The article’s guideline is 50 ms: (even the most "
            + "expensive of these stays below 1% from <times:n>× shorter work on|the most expensive of these needs <t:t> "
            + "to stay below 1%)\\.",
            s => Members(s).Where(e => e.Cost?.LowNanoseconds > 0).Max(e => e.Cost!.AddedNanoseconds) / 1e4 is var needed
                && (s.Has("times") ? s.Says("times", 50 / needed) : s.Says("t", needed))),
        new("Published: <s:t> for 1,000 plain calls of 1 ms and <a:t> awaited, <p:p>: <each:t> per call, with a profiler attached\\. "
            + "Today: .+\\. What is left is handing the work .+ a quiet one\\.",
            s => Said.IsNear(s.Value("p"), 100 * (s.Value("a") / s.Value("s") - 1), 0.06)
                && Said.IsNear(s.Value("each"), (s.Value("a") - s.Value("s")) / 1000, 0.01)),
    ];

    private static IEnumerable<ClaimRule> DataAccess() =>
    [
        new("In <n:n> asynchronous calls? the caller was held for <l:p>( to <h:p>)? of the time(?<all> before it had its task: the "
            + "provider does the work first and returns a task that is done\\. These figures show what async costs; what it gains, a "
            + "thread during the wait, cannot be seen here|, and then had its thread back while the server worked)\\.",
            s => s.Says("n", Column(s).Sum(e => e.Forms.Where(f => f.Form != Form.Sync).Sum(f => f.Count)))
                && s["all"].StartsWith(" before", StringComparison.Ordinal) == s.Value("l") >= 90),
        new("No difference between the forms could be shown where many rows are read, so none can be given for a row\\.",
            s => Members(s).Exists(e => Rows(e) >= 100)),
        new("Async against sync, for each row that is read: <told:w>\\.( No significant difference: [^.]+\\.)?",
            s => s["told"].Split("; ").All(row => Members(s).Exists(e => row.StartsWith(e.Group!.Row, StringComparison.Ordinal)
            && Async(e)?.Verdict == (row.Contains('−') ? Verdict.Gain : Verdict.Loss)))),
        new("Both forms send equally many commands per call \\(.+\\), so async saves no round trip\\.",
            s => Members(s).TrueForAll(e => e.Rounds == 0 || Sent(e, Form.Sync) == Sent(e, Form.Async))),
        new("The forms do not send equally many commands: .+ async\\.",
            s => Members(s).Exists(e => e.Rounds > 0 && Sent(e, Form.Sync) != Sent(e, Form.Async))),
        new("Async as a share of sync: <each:w>\\. <fate:w>\\. (?<same>The forms do not send equally many commands, so they do not do the "
            + "same|Each form sends the same number of commands, and awaits each before it sends the next: nothing overlaps that could "
            + "save time"
            + "(, and the async form takes more processor time \\([^)]+\\))?)\\.", IsFound),
        new("(The async form took more processor time in <more:n> and less in <less:n> of <of:n> access(es)?; half|Half) of the async "
            + "forms allocated at least <b:n> KiB (?<how>more|less) per call than sync \\(<low:n> to <high:n> KiB\\)\\.",
            s => (!s.Has("more") || s.Value("more") + s.Value("less") <= s.Value("of")) && s.Value("b") >= 0
                && (s["how"] == "more" ? s.Value("b") <= s.Value("high") : -s.Value("b") >= s.Value("low"))),
        new("(?<row>row [0-9]+)( on <c:w>)?, all at once against one after the other: <p:p>( \\(<low:p> to <high:p>, <v1:w>\\)| "
            + "\\(<v2:w>\\)); (?<say>calls that overlap save time, at the price of a connection each|a connection and a context each cost "
            + "more than the overlap saves"
            + "|the saving is offset by extra connections and contexts|this run cannot tell)\\.", IsTogether),
    ];

    private static bool IsFound(Said said)
    {
        List<Verdict> verdicts = [.. Regex.Matches(said["each"],
            "\\((?:[^,()]+ to [^,()]+, )?(gain|loss|no difference|undecided)\\) today").Select(m => Of(m.Groups[1].Value))];
        return said["fate"] switch
        {
            "Reproduced" => verdicts.TrueForAll(v => v == Verdict.Gain),
            "Reproduced in part" => verdicts.Contains(Verdict.Gain) && verdicts.Exists(v => v != Verdict.Gain),
            "Not reproduced" => !verdicts.Contains(Verdict.Gain) && verdicts.Exists(v => v is Verdict.Loss or Verdict.NoDifference),
            "Neither reproduced nor refuted by this run" => verdicts.TrueForAll(v => v == Verdict.Undecided),
            _ => false,
        };
    }

    private static bool IsTogether(Said said)
    {
        Comparison pair = Members(said).Single(e => e.Group!.Row == said["row"]).Comparisons.First(c =>
            c is { Metric: Metric.Mean, Baseline: Form.Sync, Candidate: Form.Parallel });
        Verdict explained = said["say"][..3] switch
        {
            "cal" => Verdict.Gain,
            "a c" => Verdict.Loss,
            "the" => Verdict.NoDifference,
            _ => Verdict.Undecided,
        };
        return Of(
            said.Has("v1") ? said["v1"] : said["v2"]) == pair.Verdict && explained == pair.Verdict && said.Says("p", 100 * pair.Ratio);
    }

    private static Verdict Of(string word) => Enum.GetValues<Verdict>().Single(v => Word(v) == word);

    private static string Word(Verdict verdict) => verdict switch
    {
        Verdict.NoDifference => "no difference",
        var other => other.ToString().ToLowerInvariant(),
    };

    private static string Score(List<Verdict> verdicts)
    {
        (Verdict Verdict, string Words)[] words = [(Verdict.Loss, "async took longer in"), (Verdict.Gain, "async was faster in"),
            (Verdict.NoDifference, "the two were equal in"), (Verdict.Undecided, "this run could not decide")];
        string[] parts = [.. words.Where(w => verdicts.Contains(w.Verdict)).Select((w, i) =>
            $"{w.Words} {verdicts.Count(v => v == w.Verdict)}{(i == 0 ? $" of {verdicts.Count}" : "")}")];
        return parts.Length == 0 ? "nothing was measured" : string.Join(", ", parts);
    }

    private static bool IsFigure(Said said, double factor) =>
        Said.IsNear(double.Parse(said.Claim.In<GroupReport>()!.Figure.TrimEnd('×'), System.Globalization.CultureInfo.InvariantCulture),
        factor, 0.0055);

    private static bool IsCrowd(Said said) => said.Experiment.Load switch
    {
        CallsInProcess or WholeProcesses => !said.Has("users") && !said.Has("rate"),
        Arrivals rate => said.Says("rate", rate.ToPerSecond),
        var load => said.Says("users", load.MaximumUsers),
    };

    private static bool BeatsAll(ExperimentReport experiment, Form winner) =>
        experiment.Forms.Where(f => f.Form != winner).All(f => experiment.Comparisons.Any(c =>
        c.Metric == Metric.Mean && (c.Candidate == winner && c.Baseline == f.Form && c.Verdict == Verdict.Gain || c.Baseline == winner
            && c.Candidate == f.Form && c.Verdict == Verdict.Loss)));

    // What the question is judged by.
    private static double Time(ExperimentReport experiment, FormReport form) =>
        experiment.Comparisons[0].Metric == Metric.Mean ? form.Mean : form.CpuPerRequest ?? -1;

    private static ReportDocument Report(Said said) => said.Claim.In<ReportDocument>()!;

    private static List<Verdict> Decided(Said said) =>
        [.. Report(said).Experiments.Select(e => e.Verdict).Where(v => v != Verdict.Undecided)];

    private static List<Verdict> Of(Said said, UseCase[] kinds) =>
    [
        .. Report(said).Experiments
            .Where(e => kinds.Contains(Enum.Parse<UseCase>(e.UseCase, true)) && e.Verdict != Verdict.Undecided)
            .Select(e => e.Verdict),
    ];

    private static List<ExperimentReport> Members(Said said) =>
        [.. said.Claim.In<GroupReport>()!.Experiments.Select(id => Report(said).Experiments.Single(e => e.Id == id))];

    private static IEnumerable<ExperimentReport> Column(Said said) =>
        Members(said).Where(e => said.Claim.In<GroupReason>()!.Title.StartsWith(e.Group!.Column, StringComparison.Ordinal));

    private static Comparison? Async(ExperimentReport experiment) =>
        experiment.Comparisons.FirstOrDefault(c => c is { Metric: Metric.Mean, Baseline: Form.Sync, Candidate: Form.Async });

    private static FormReport? FormOf(Said said, string group) => said.Experiment.Forms.FirstOrDefault(f => f.Label == said[group]);

    private static double Rows(ExperimentReport experiment) => experiment.Forms[1].Counters.GetValueOrDefault("rowsPerCall");

    private static double Sent(ExperimentReport experiment, Form form) =>
        experiment.Forms.Single(f => f.Form == form).Counters["commandsPerCall"];
}
