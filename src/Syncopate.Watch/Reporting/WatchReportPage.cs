using Syncopate.Reporting;
using Syncopate.Reporting.Drawing;
using Syncopate.Watch.Awaits;
using Syncopate.Watch.Starvation;
using static Syncopate.Reporting.Drawing.PageMarkup;

namespace Syncopate.Watch.Reporting;

/// <summary><c>report.html</c> of a watch: one file that needs no network and no script, and carries its own data.</summary>
internal static class WatchReportPage
{
    private const int MostAdjustments = 200;

    /// <summary>The whole page. Names come from the watched process: everything is encoded.</summary>
    public static string Write(WatchReport report, string json, string markdown) => PageShell.Write(
        $"Syncopate watch: {report.Process.Name}", Html($"""
        {PageHead.Bar(PageHead.Facts(report.Machine, report.Run))}{When(report.Partial, PageHead.Partial(RunEnding.Sentence(report.Run.Outcome, "watch", "second before"), report.Missing))}<main id="report-main" class="wrap">
        {Hero(report)}{Verdict(report)}{WhatIf(report.WhatIf)}{Keys(report)}{Blocked(report.Blocked)}{new WatchCourse(report).Section}{report.Timelines.Select(AsyncTimelinePage.Section)}{Adjustments(report)}{PageTrust.Section(Conditions(report), report.Run.Command, markdown)}</main>
        """), report.Tool, json, "load.css");

    private static PageMarkup Hero(WatchReport report) => Html($"""
        <section class="hero" aria-labelledby="report-verdict">
        <h1 id="report-verdict" class="url"><small>watched</small> {report.Process.ToString()}</h1>
        <p class="lede">{report.Sentence}{(report.Load is { } load ? $" Load: {load.Method} {load.Url}, {load.Sentence}{(report.LoadErrors.Count > 0 ? $"; failed: {WatchText.Failures(report.LoadErrors)}" : "")}." : "")}{(report.LoadFailure is { } failure ? $" {WatchText.Line(failure)}" : "")}</p>
        </section>

        """);

    private static PageMarkup Keys(WatchReport report)
    {
        WatchSummary s = report.Summary;
        return When(s.MostThreads is not null, Html($"""
            <nav class="keys" aria-label="Key figures">
            {Key("Most pool threads", FigureText.Count(s.MostThreads ?? 0), s.MostInUse is { } used ? $"{FigureText.Count(used)} in use" : "how many in use is not known")}
            {Key("Longest queue", FigureText.Count(s.LongestQueue ?? 0), "work items waiting for a thread")}
            {Key("Completed per second", Completed(s), "work items of the pool")}
            {Key("Processors used", s.Cores is { } cores ? FigureText.Significant(cores, 2) : FigureText.Missing, s.Allowed is { } allowed ? $"of {FigureText.Significant(allowed, 2)} that it may use" : Wording.IsKnown(report.Machine) ? $"of {FigureText.Count(report.Machine.Cores)}" : "of how many is not known")}
            </nav>

            """));
    }

    private static string Completed(WatchSummary summary) =>
        summary.CompletedPerSecond is { } done ? FigureText.Significant(done) : FigureText.Missing;

    private static PageMarkup Key(string title, string figure, string meaning) =>
        Html($"""<a href="#watch-course"><span>{title}</span><b class="c-same">{figure}</b><small>{meaning}</small></a>""");

    private static PageMarkup Verdict(WatchReport report) => report.Verdict is not { } verdict ? None : Html($"""
        <section class="card" id="watch-verdict" aria-labelledby="watch-verdict-title"><header><h2 id="watch-verdict-title">{Heading(verdict, report.Summary)}</h2></header>
        <p class="answer">{verdict.Sentence}</p>{When(report.Summary.Shares is not null, Html($"<p class=\"note\">Time of the pool’s threads over the whole watch: {WatchText.Shares(report.Summary.Shares, report.Blocked)}.</p>"))}</section>

        """);

    private static string Heading(StarvationVerdict verdict, WatchSummary summary) => verdict.Cause switch
    {
        _ when verdict.IsStarving => "Starvation",
        StarvationCause.Deadlock => "Deadlock",
        StarvationCause.HardlyAnyCompleted => "Hardly anything completed",
        StarvationCause.Processors => "No starvation: threads work",
        StarvationCause.UsedElsewhere => "Not known whether it starves",
        StarvationCause.None or StarvationCause.CompensatedWaits or StarvationCause.UncompensatedWaits
            or StarvationCause.ShortWaits or StarvationCause.Contention or StarvationCause.Unseen =>
            summary.LongestQueue > 0 ? "No lasting starvation" : "No starvation",
        _ => throw new ArgumentOutOfRangeException(nameof(verdict), verdict.Cause, "Not a cause."),
    };

    private static PageMarkup WhatIf(WhatIfReport? tried) => tried is null ? None : Html($"""
        <section class="card" id="watch-what-if" aria-labelledby="watch-what-if-title"><header><h2 id="watch-what-if-title">What {Wording.Plural(tried.Threads, "thread")} did</h2><p>The pool’s minimum of threads, changed in turns and put back.</p></header>
        <p class="answer">{tried.Sentence}</p>
        {When(tried.Turns.Count > 0, PageTables.Wrap("Turns", Html($"""
            <thead><tr><th scope="col" class="num">From</th><th scope="col" class="num">To</th><th scope="col">Minimum</th><th scope="col" class="num">Completed per second</th><th scope="col" class="num">Threads in use</th><th scope="col" class="num">Queue</th></tr></thead>
            <tbody>{tried.Turns.Select(turn => Turn(turn, tried))}</tbody>
            """)))}</section>

        """);

    private static PageMarkup Turn(WhatIfTurn turn, WhatIfReport tried) => Html($"""
        <tr><td class="num">{FigureText.OfNanoseconds(turn.FromNanoseconds)}</td><td class="num">{FigureText.OfNanoseconds(turn.ToNanoseconds)}</td><td>{(turn.IsChanged ? FigureText.Count(tried.Threads) : tried.Minimum is { } before ? $"{FigureText.Count(before)}, as it is" : "as it is")}</td><td class="num">{FigureText.Significant(turn.CompletedPerSecond)}</td><td class="num">{FigureText.Significant(turn.InUse)}</td><td class="num">{FigureText.Significant(turn.QueueLength)}</td></tr>
        """);

    private static PageMarkup Blocked(BlockedSites? blocked) => blocked is null ? None : Html($"""
        <section class="card" id="watch-blocked" aria-labelledby="watch-blocked-title">
        <header><h2 id="watch-blocked-title">Where threads were blocked</h2><p>Sampled for {FigureText.Milliseconds(blocked.WindowMilliseconds)}; threads of the pool only.</p></header>
        {(blocked.Sites.Count == 0 ? Html($"<p class=\"answer\">No thread of the pool was blocked.</p>") : PageTables.Wrap("Blocked places", Html($"""
            <thead><tr><th scope="col">Place</th><th scope="col">Blocks in</th><th scope="col" class="num">Share</th><th scope="col" class="num">Threads</th><th scope="col" class="num">Waits</th><th scope="col" class="num">Blocked</th></tr></thead>
            <tbody>{blocked.Sites.Select(Site)}</tbody>
            """)))}
        {blocked.Sites.Take(3).Select(Stack)}</section>

        """);

    private static PageMarkup Site(BlockedSite site) =>
        Join(
        [
            Html($"""<tr><th scope="row">{site.Place}{WatchText.At(site.File, site.Line)}"""),
            Html($"""{(WatchText.Route(site) is { } route ? $", {route}" : "")}</th>"""),
            Html($"""<td>{site.CallText()}{(site.IsSyncOverAsync ? ", sync over async" : "")}{(site.IsSampled ? ", sampled" : "")}</td>"""),
            Html($"""<td class="num">{FigureText.Percent(100 * site.Share)}</td>"""),
            Html($"""<td class="num">{FigureText.Count(site.Threads)}</td>"""),
            Html($"""<td class="num">{FigureText.Count(site.Waits)}</td>"""),
            Html($"""<td class="num">{FigureText.Milliseconds(site.BlockedMilliseconds)}</td></tr>"""),
        ]);

    private static PageMarkup Stack(BlockedSite site) => Html($"""
        {When(WatchText.Advice(site) is not null, Html($"<p class=\"note\">{WatchText.Advice(site)}</p>"))}{When(SiteRule.Of(site) is not null, Html($"<p class=\"note\">{SiteRule.Of(site)}</p>"))}<details><summary>Stack of {site.Place}</summary><pre tabindex="0" role="region" aria-label="Stack of {site.Place}"><code>{string.Join('\n', site.Frames)}</code></pre></details>

        """);

    private static PageMarkup Adjustments(WatchReport report)
    {
        PoolAdjustment[] all = [.. report.Moments.SelectMany(moment => moment.Adjustments)];
        return When(all.Length > 0, Html($"""
            <section class="card" id="watch-adjustments" aria-labelledby="watch-adjustments-title">
            <header><h2 id="watch-adjustments-title">What the pool decided</h2><p>{Wording.Plural(all.Length, "decision")} about how many threads it wants{(all.Length > MostAdjustments ? $"; the first {FigureText.Count(MostAdjustments)}" : "")}.</p></header>
            {PageTables.Wrap("Decisions of the pool", Html($"""
                <thead><tr><th scope="col" class="num">After</th><th scope="col" class="num">Threads</th><th scope="col" class="num">Completed per second</th><th scope="col">Why</th></tr></thead>
                <tbody>{all.Take(MostAdjustments).Select(Adjustment)}</tbody>
                """))}</section>

            """));
    }

    private static PageMarkup Adjustment(PoolAdjustment adjustment) =>
        Join(
        [
            Html($"""<tr><td class="num">{FigureText.OfNanoseconds(adjustment.AtNanoseconds)}</td>"""),
            Html($"""<td class="num">{FigureText.Count(adjustment.Threads)}</td>"""),
            Html($"""<td class="num">{FigureText.Significant(adjustment.CompletedPerSecond)}</td>"""),
            Html($"""<td>{WatchText.Reason(adjustment.Reason)}</td></tr>"""),
        ]);

    private static IEnumerable<PageCondition> Conditions(WatchReport report)
    {
        if (report.Partial)
            yield return new(false, "Something is missing", string.Join(' ', report.Missing));
        if (report.Summary is { Seconds: > 0, SilentSeconds: 0 } && IsWhole(report.Moments))
            yield return new(true, "No second is missing", "The process reported its figures every second.");
        bool isLookWhole = report.Blocked is null or { LostEvents: 0 } && report.Timelines.All(timeline => timeline.LostEvents == 0);
        if (report.Summary is { Seconds: > 0, LostEvents: 0 } && isLookWhole)
            yield return new(true, "No event was lost", "The runtime delivered every event that was asked for.");
        foreach (Doubt doubt in report.Warnings)
            yield return new(false, doubt.What, $"{doubt.Why} {doubt.Try}");
    }

    // Each second begins where the one before it ended; where a record was damaged it does not.
    private static bool IsWhole(IReadOnlyList<WatchSample> moments) =>
        moments.Count > 0 && moments[0].FromNanoseconds == 0
            && moments.Zip(moments.Skip(1)).All(pair => pair.First.ToNanoseconds == pair.Second.FromNanoseconds);
}
