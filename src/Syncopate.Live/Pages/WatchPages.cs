using System.Globalization;
using Microsoft.AspNetCore.Http;
using Syncopate.Journaling;
using Syncopate.Live.Access;
using Syncopate.Live.Watching;
using Syncopate.Reporting;
using Syncopate.Reporting.Drawing;
using Syncopate.Running;
using Syncopate.Watch;
using Syncopate.Watch.Awaits;
using Syncopate.Watch.Probes;
using Syncopate.Watch.Reporting;
using static Syncopate.Reporting.Drawing.PageMarkup;

namespace Syncopate.Live.Pages;

/// <summary>The .NET processes of this user, and one of them while it is watched: drawn by the code of its report.</summary>
internal sealed class WatchPages(WatchSessions sessions, AccessKeys keys)
{
    private const int MostPlaces = 12;

    /// <summary>The list.</summary>
    public async Task ListAsync(HttpContext context)
    {
        bool looks = context.Request.Query.ContainsKey("look");
        IReadOnlyList<ProcessGlance> all = looks ? await ProcessGlance.AllAsync(context.RequestAborted)
            : [.. Syncopate.Watch.Processes.RunningProcesses.All()
                .Select(process => new ProcessGlance(process, null, null, false))];
        await PageFrame.WriteAsync(context, "Watch", Html($"""
            <section class="hero"><h1 class="long">Watch a process</h1>
            <p class="lede">.NET processes of this user, unmodified: threads, queue, where they block, and what they await. A watch costs
            its process {WatchText.Price}; sampling blocked places, when its queue grows, {WatchText.WherePrice}.</p></section>
            {When(sessions.Going.Any(), Going())}
            <section class="card" aria-label="Processes">{(all.Count == 0 ? Html($"<p>No other .NET process of this user runs now.</p>")
                : Table(all, looks))}
            <p class="tools"><a class="button" href="/watch?look=1">Look at all of them now</a> <span class="note">threads and queue, and in
            which of them work waits; it costs each some 0.3 s of CPU</span></p></section>
            """));
    }

    /// <summary>Attaches to the one that was chosen.</summary>
    public async Task StartAsync(HttpContext context)
    {
        IFormCollection form = await context.Request.ReadFormAsync(context.RequestAborted);
        try
        {
            int id = int.TryParse(form["process"], NumberStyles.None, CultureInfo.InvariantCulture, out int number) ? number : 0;
            WatchSession session = await sessions.StartAsync(id, context.RequestAborted);
            ResultPages.Redirect(context, ResultSentences.Address("/watch/live", session.Name));
        }
        catch (Exception e) when (e is TargetFailedException or JournalException or IOException or UnauthorizedAccessException)
        {
            await PageFrame.SayAsync(context, 409, "It cannot be watched.", e.Message);
        }
    }

    /// <summary>The process, second by second.</summary>
    public Task ShowAsync(HttpContext context)
    {
        string? name = context.Request.Query["result"];
        if (sessions.Find(name) is { } session)
        {
            return PageFrame.WriteAsync(context, session.Process, Html($"""
                <section class="hero"><p class="note">{session.Process}; kept in {session.Name}</p></section>
                {Ending(session)}
                <p class="note"><b id="behind" role="status"></b></p>
                <div id="watch" data-source="{ResultSentences.Address("/watch/piece", session.Name)}">{Drawn(session)}</div>
                <p id="said" class="unseen" role="status"></p>
                """), "watch.js");
        }

        ResultPages.Redirect(context, ResultSentences.Address("/result", name ?? ""));
        return Task.CompletedTask;
    }

    /// <summary>What changes each second, as a piece of the page.</summary>
    public Task PieceAsync(HttpContext context)
    {
        if (sessions.Find(context.Request.Query["result"]) is not { } session)
        {
            context.Response.StatusCode = StatusCodes.Status404NotFound;
            return Task.CompletedTask;
        }

        context.Response.ContentType = "text/html; charset=utf-8";
        return context.Response.WriteAsync(Drawn(session).ToString(), context.RequestAborted);
    }

    /// <summary>Ends a watch and leads to its result.</summary>
    public async Task StopAsync(HttpContext context)
    {
        IFormCollection form = await context.Request.ReadFormAsync(context.RequestAborted);
        if (sessions.Find(form["result"]) is { } session)
            await session.StopAsync();
        ResultPages.Redirect(context, ResultSentences.Address("/result", form["result"].ToString()));
    }

    private static PageMarkup Drawn(WatchSession session)
    {
        WatchReport report = session.Now();
        return Html($"""
            <h1 class="long">{Headline(report)}</h1>{When(!session.IsWatching, Over(session))}
            {When(report.Blocked is { Sites.Count: > 0 }, Blocked(report.Blocked?.Sites ?? []))}
            {((report.Moments is [.., var last] ? last.Awaits : null) is { } awaits ? Awaits(awaits) : None)}
            {new WatchCourse(report).Section}
            """);
    }

    private static string Headline(WatchReport report) =>
        report.Moments.Count == 0 ? "Listening: the first second is not over." : report.Verdict?.Sentence ?? report.Sentence;

    // Above whatever changes each second: a button that moves between press and release loses the click.
    private PageMarkup Ending(WatchSession session) => Html($"""
        <form id="ending" action="/watch/stop" method="post" class="tools"><input type="hidden" name="key" value="{keys.Form}">
        <input type="hidden" name="result" value="{session.Name}"><button type="submit">End the watch</button></form>
        """);

    private PageMarkup Going() => Html($"""
        <section class="card" aria-labelledby="going"><h2 id="going">Watched now</h2>
        <ul>{sessions.Going.Select(
            s => Html($"<li><a href=\"{ResultSentences.Address("/watch/live", s.Name)}\">{s.Process}</a></li>"))}</ul>
        </section>
        """);

    private static PageMarkup Over(WatchSession session) => session.Failure is { } failure
        ? Html($"""<p class="note" data-over="1">The watch is over, and its result is not whole: {failure}</p>""")
        : Html($"""
            <p class="note" data-over="1">The watch is over. <a
            href="{ResultSentences.Address("/result", session.Name)}">Its result</a></p>
            """);

    private static PageMarkup Blocked(IReadOnlyList<BlockedSite> sites) => Html($"""
        <section class="card" aria-labelledby="blocked"><h2 id="blocked">Where threads were blocked</h2>
        <ul>{sites.Take(MostPlaces).Select(Site)}</ul></section>
        """);

    private static PageMarkup Awaits(LiveAwaits awaits) => Html($"""
        <section class="card" aria-labelledby="awaits"><h2 id="awaits">Where async calls wait now</h2>
        <ul>{AsyncTimelineText.Lines(awaits, MostPlaces).Select(line => Html($"<li>{line}</li>"))}</ul></section>
        """);

    private static PageMarkup Site(BlockedSite site) => Html($"""
        <li>{site.Describe()} <small>{Wording.Plural(site.Threads, "thread")},
        {FigureText.Percent(100 * site.Share)} of the blocked time</small></li>
        """);

    private PageMarkup Table(IReadOnlyList<ProcessGlance> all, bool looks) => PageTables.Wrap("Processes", Html($"""
        <thead><tr><th scope="col">Process</th>{When(looks, Html($"<th scope=\"col\">Threads</th><th scope=\"col\">Queue</th>"))}<th
        scope="col"></th></tr></thead>
        <tbody>{all.Select(glance => Row(glance, looks))}</tbody>
        """));

    private PageMarkup Row(ProcessGlance glance, bool looks) => Html($"""
        <tr><th scope="row">{glance.Process.ToString()} {When(glance.WorkWaits, Html($"<span class=\"chip loss\">work waits</span>"))}</th>
        {When(looks, Html($"<td>{Describe(glance.Threads)}</td><td>{Describe(glance.QueueLength)}</td>"))}
        <td><form action="/watch/start" method="post"><input type="hidden" name="key" value="{keys.Form}">
        <input type="hidden" name="process" value="{glance.Process.Id}">
        <button type="submit" aria-label="Watch {glance.Process.ToString()}">Watch</button></form></td></tr>

        """);

    private static string Describe(long? figure) => figure is { } known ? FigureText.Count(known) : "not reported";
}
