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
    public static string Write(WatchReport report, string json, string markdown) => PageShell.Write($"Syncopate watch: {report.Process.Name}", Html($"""
        {PageHead.Bar(PageHead.Facts(report.Machine, report.Run))}{When(report.Partial, PageHead.Partial(report.Run, report.Missing))}<main id="report-main" class="wrap">
        {Hero(report)}{Verdict(report)}{Keys(report)}{Blocked(report.Blocked)}{new WatchCourse(report).Section}{report.Timelines.Select(AsyncTimelinePage.Section)}{Adjustments(report)}{PageTrust.Section(Conditions(report), report.Run.Command, markdown)}</main>
        """), report.Tool, json, "load.css");

    private static PageMarkup Hero(WatchReport report) => Html($"""
        <section class="hero" aria-labelledby="report-verdict">
        <h1 id="report-verdict" class="url"><small>watched</small> {report.Process.ToString()}</h1>
        <p class="lede">{report.Sentence}{(report.Load is { } load ? $" Load: {load.Method} {load.Url}, {load.Sentence}{(report.LoadErrors.Count > 0 ? $"; failed: {WatchWords.Failures(report.LoadErrors)}" : "")}." : "")}{(report.LoadFailure is { } failure ? $" {WatchWords.Line(failure)}" : "")}</p>
        </section>

        """);

    private static PageMarkup Keys(WatchReport report)
    {
        WatchSummary s = report.Summary;
        return When(s.MostThreads is not null, Html($"""
            <nav class="keys" aria-label="Key figures">
            {Key("Most pool threads", PageNumbers.Count(s.MostThreads ?? 0), s.MostInUse is { } used ? $"{PageNumbers.Count(used)} in use" : "how many in use was not told")}
            {Key("Longest queue", PageNumbers.Count(s.LongestQueue ?? 0), "work items waiting for a thread")}
            {Key("Completed a second", PageNumbers.Significant(s.CompletedPerSecond ?? 0), "work items of the pool")}
            {Key("Processors used", PageNumbers.Significant(s.Cores ?? 0, 2), $"of {(s.Allowed is { } allowed ? $"{PageNumbers.Significant(allowed, 2)} that it may use" : PageNumbers.Count(report.Machine.Cores))}")}
            </nav>

            """));
    }

    private static PageMarkup Key(string title, string figure, string meaning) =>
        Html($"""<a href="#watch-course"><span>{title}</span><b class="c-same">{figure}</b><small>{meaning}</small></a>""");

    private static PageMarkup Verdict(WatchReport report) => report.Verdict is not { } verdict ? None : Html($"""
        <section class="card" id="watch-verdict" aria-labelledby="watch-verdict-title"><header><h2 id="watch-verdict-title">{(verdict.IsStarving ? "Starvation" : verdict.Cause == StarvationCause.Processors ? "No starvation: threads work" : report.Summary.LongestQueue > 0 ? "No lasting starvation" : "No starvation")}</h2></header>
        <p class="answer">{verdict.Sentence}</p>{When(report.Summary.Shares is not null, Html($"<p class=\"note\">Time of the pool’s threads over the whole watch: {WatchWords.Shares(report.Summary.Shares, report.Blocked)}.</p>"))}</section>

        """);

    private static PageMarkup Blocked(BlockedSites? blocked) => blocked is null ? None : Html($"""
        <section class="card" id="watch-blocked" aria-labelledby="watch-blocked-title">
        <header><h2 id="watch-blocked-title">Where threads stood blocked</h2><p>In {PageNumbers.Milliseconds(blocked.WindowMilliseconds)} of looking, threads of the pool alone.</p></header>
        {(blocked.Sites.Count == 0 ? Html($"<p class=\"answer\">No thread of the pool was blocked.</p>") : PageTables.Wrap("Blocked places", Html($"""
            <thead><tr><th scope="col">Place</th><th scope="col">Blocks in</th><th scope="col" class="num">Share</th><th scope="col" class="num">Threads</th><th scope="col" class="num">Waits</th><th scope="col" class="num">Blocked</th></tr></thead>
            <tbody>{blocked.Sites.Select(Site)}</tbody>
            """)))}
        {blocked.Sites.Take(3).Select(Stack)}</section>

        """);

    private static PageMarkup Site(BlockedSite site) => Html($"""<tr><th scope="row">{site.Place}{WatchWords.At(site.File, site.Line)}{(WatchWords.Route(site) is { } route ? $", {route}" : "")}</th><td>{site.ToldCall()}{(site.IsSyncOverAsync ? ", sync over async" : "")}{(site.IsSampled ? ", sampled" : "")}</td><td class="num">{PageNumbers.Percent(100 * site.Share)}</td><td class="num">{PageNumbers.Count(site.Threads)}</td><td class="num">{PageNumbers.Count(site.Waits)}</td><td class="num">{PageNumbers.Milliseconds(site.BlockedMilliseconds)}</td></tr>""");

    private static PageMarkup Stack(BlockedSite site) => Html($"""
        {When(WatchWords.Advice(site) is not null, Html($"<p class=\"note\">{WatchWords.Advice(site)}</p>"))}<details><summary>Stack of {site.Place}</summary><pre tabindex="0" role="region" aria-label="Stack of {site.Place}"><code>{string.Join('\n', site.Frames)}</code></pre></details>

        """);

    private static PageMarkup Adjustments(WatchReport report)
    {
        PoolAdjustment[] all = [.. report.Moments.SelectMany(moment => moment.Adjustments)];
        return When(all.Length > 0, Html($"""
            <section class="card" id="watch-adjustments" aria-labelledby="watch-adjustments-title">
            <header><h2 id="watch-adjustments-title">What the pool decided</h2><p>{PageWords.Plural(all.Length, "decision")} about how many threads it wants{(all.Length > MostAdjustments ? $"; the first {PageNumbers.Count(MostAdjustments)}" : "")}.</p></header>
            {PageTables.Wrap("Decisions of the pool", Html($"""
                <thead><tr><th scope="col" class="num">After</th><th scope="col" class="num">Threads</th><th scope="col" class="num">Completed a second</th><th scope="col">Why</th></tr></thead>
                <tbody>{all.Take(MostAdjustments).Select(Adjustment)}</tbody>
                """))}</section>

            """));
    }

    private static PageMarkup Adjustment(PoolAdjustment adjustment) => Html($"""<tr><td class="num">{PageNumbers.Milliseconds(adjustment.AtNanoseconds / 1e6)}</td><td class="num">{PageNumbers.Count(adjustment.Threads)}</td><td class="num">{PageNumbers.Significant(adjustment.CompletedPerSecond)}</td><td>{WatchWords.Reason(adjustment.Reason)}</td></tr>""");

    private static IEnumerable<PageCondition> Conditions(WatchReport report)
    {
        if (report.Partial)
            yield return new(false, "Something is missing", string.Join(' ', report.Missing));
        if (report.Summary is { Seconds: > 0, SilentSeconds: 0 })
            yield return new(true, "No second is missing", "The process told its figures in every second.");
        if (report.Summary is { Seconds: > 0, LostEvents: 0 })
            yield return new(true, "No event was lost", "The runtime delivered every event that was asked for.");
        foreach (Doubt doubt in report.Warnings)
            yield return new(false, doubt.What, $"{doubt.Why} {doubt.Try}");
    }
}
