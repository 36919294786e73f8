using System.Globalization;
using Microsoft.AspNetCore.Http;
using Syncopate.Experiments;
using Syncopate.Experiments.Bundled;
using Syncopate.Live.Access;
using Syncopate.Live.Following;
using Syncopate.Live.Results;
using Syncopate.Reporting.Drawing;
using Syncopate.Running.Showing;
using static Syncopate.Reporting.Drawing.PageMarkup;

namespace Syncopate.Live.Pages;

/// <summary>The race: a run that goes on, drawn; or what to begin.</summary>
internal sealed class RacePages(ResultStore store, ChildRuns runs, LiveTool tool, AccessKeys keys)
{
    /// <summary>The line of the demonstration, as its form sends it.</summary>
    public static IReadOnlyList<string> Demonstrated { get; } =
        ["race", Races.Demonstration, "--users", Races.UsualUsers.ToString(CultureInfo.InvariantCulture)];

    /// <summary>The run that is asked for, else the one that goes on, else the last result, else the demonstration.</summary>
    public Task ShowAsync(HttpContext context)
    {
        string? asked = context.Request.Query["result"];
        ResultEntry? running = runs.Running();
        if (asked is null && (running is null || context.Request.Query.ContainsKey("new")))
            return WriteStartAsync(context, store.All());
        if (asked is null && running is not null)
            return LeadAsync(context, ResultSentences.Address("/race", running.Name));
        return store.Find(asked) is not { } entry ? ResultPages.MissingAsync(context)
            : entry.Name != running?.Name ? LeadAsync(context, ResultSentences.Address("/result", entry.Name))
            : RunningProcess.In(entry.Folder) is { IsDrawn: true } ? WriteRaceAsync(context, entry)
            : WriteUndrawnAsync(context, entry);
    }

    /// <summary>Begins what the form says.</summary>
    public async Task StartAsync(HttpContext context)
    {
        IFormCollection form = await context.Request.ReadFormAsync(context.RequestAborted);
        await ResultPages.BeginAsync(context, runs, Words(form));
    }

    /// <summary>What the command says of the form as it is now: nothing, or what is wrong, after a line that is left empty where a form
    /// shows its command.</summary>
    public async Task CheckAsync(HttpContext context)
    {
        IFormCollection form = await context.Request.ReadFormAsync(context.RequestAborted);
        string? wrong = await tool.CheckAsync(Words(form), context.RequestAborted);
        context.Response.ContentType = "text/plain; charset=utf-8";
        await context.Response.WriteAsync("\n" + wrong, context.RequestAborted);
    }

    private static string[] Words(IFormCollection form)
    {
        string[] addresses = [.. new[] { form["a"].ToString(), form["b"].ToString(), form["c"].ToString() }.Select(a => a.Trim())
            .Where(a => a.Length > 0)];
        string what = form["what"].ToString();
        return addresses.Length > 0 ? ["race", .. addresses, "--users", form["users"].ToString()]
            : Races.All.Any(e => e.Id == what) ? ["race", what, "--users", form["users"].ToString()]
            : ["run", what, "--quick"];
    }

    /// <summary>Passes on what the watcher wants of the run.</summary>
    public async Task OrderAsync(HttpContext context)
    {
        IFormCollection form = await context.Request.ReadFormAsync(context.RequestAborted);
        string? json = form["order"].ToString() switch
        {
            "pause" => """{"pause":true}""",
            "go" => """{"pause":false}""",
            "stop" => """{"pause":false,"stop":true}""",
            "users" when int.TryParse(form["users"], NumberStyles.None, CultureInfo.InvariantCulture, out int users) && users
                is >= 1 and <= Races.MostUsers
                => string.Create(CultureInfo.InvariantCulture, $$"""{"users":{{users}}}"""),
            _ => null,
        };
        if (json is null || store.Find(form["result"]) is not { } entry || RunningProcess.In(entry.Folder) is not { IsDrawn: true }
            || !await runs.OrderAsync(entry, json, context.RequestAborted))
        {
            context.Response.StatusCode = StatusCodes.Status409Conflict;
            await context.Response.WriteAsync("It is not running any more, or cannot do that.", context.RequestAborted);
            return;
        }

        context.Response.StatusCode = StatusCodes.Status204NoContent;
    }

    private static Task LeadAsync(HttpContext context, string path)
    {
        ResultPages.Redirect(context, path);
        return Task.CompletedTask;
    }

    private static Task WriteUndrawnAsync(HttpContext context, ResultEntry entry) => PageFrame.WriteAsync(context, "Race", Html($"""
        <section class="hero"><h1 class="long">A terminal is measuring.</h1>
        <p class="lede">{entry.Summary.Command}, since {ResultSentences.Began(entry.Summary)}. It was not started from this page, so its
        requests are not drawn here; its verdict will be in its report. A second load beside it would spoil the figures of
        both: wait for its end, or stop it where it was started.</p></section>
        <p class="tools"><a class="button strong" href="/race">Look again</a> <a class="button"
        href="{ResultSentences.Address("/result", entry.Name)}">{entry.Name}</a></p>
        """));

    private Task WriteRaceAsync(HttpContext context, ResultEntry entry) => PageFrame.WriteAsync(context, "Race", Html($"""
        <div id="race" data-result="{entry.Name}" data-key="{keys.Form}" data-link=""
        {When(entry.Summary.Kind == "race", Html($"data-race=\"1\""))}>
        <section class="hero"><h1 class="long" id="title">Starting…</h1><p class="lede" id="question">The servers are being
        started.</p></section>
        {Controls(entry.Summary.Kind == "race")}
        <p class="note"><span id="stage" role="status"></span> <span id="behind" role="status"></span></p>
        {RaceLanes.Box}
        <section class="card" aria-labelledby="narrows"><h2 id="narrows">Verdict so far</h2>
        <p class="answer" id="verdict" aria-live="polite">No verdict yet.</p>
        <svg id="narrowing" class="narrowing" viewBox="0 0 640 150" role="img" aria-label="How the verdict narrows"></svg>
        <ul id="past" class="note"></ul>
        <p class="note">Each stroke is the interval after a round; dashed lines are the rounds at which it may be
        decided, and the two dotted ones the margin: a smaller difference counts as none. What is drawn is measured,
        0.9 s after it happened, in the first seconds of a run less: each dot is a request; a full one is being
        served, or its answer waits for a thread that sends it; a hollow one waits, or has no answer yet that tells
        when its service began. A server that does not tell that has full dots only. Of a fast load some users are
        drawn: their lane says how many, and whether some of their requests are not. The forms are measured in turns,
        one at a time; beside the one whose turn it is, the other repeats its last turn.</p></section>
        <p id="after" hidden>
        <a class="button strong" href="{ResultSentences.Address("/result", entry.Name)}">Open the result</a> <a class="button"
        href="{ResultSentences.Address("/replay", entry.Name)}">Replay it</a> <a class="button" href="/race?new=1">Another race</a></p>
        </div>
        """), "race.js");

    // Above whatever changes while a turn goes on: a button that moves between press and release loses the click.
    private static PageMarkup Controls(bool isRace) => Html($"""
        <section class="card controls" id="controls" aria-label="Controls"><p class="tools">
        <button id="pause" type="button" aria-pressed="false">Pause</button>
        <button id="stop" type="button">Stop</button> <label>Picture <select id="speed"><option value="1">as it happens</option>
        <option value="0.5">half as fast</option><option value="0.25">a quarter</option></select></label>
        <button id="live" type="button" hidden>To what happens now</button> <a id="another" class="button" href="/race?new=1"
        hidden>Another race</a></p>
        <p class="slider"{When(!isRace, Html($" hidden"))}><label for="users">Users: <b id="usersnow">20 users at once</b></label>
        <input id="users" type="range" min="1" max="{Races.MostUsers}" value="20"></p></section>
        """);

    private Task WriteStartAsync(HttpContext context, IReadOnlyList<ResultEntry> all)
    {
        // A race that rests has no report yet, and is a result already: nothing begins by itself beside it.
        ResultEntry? last = all.FirstOrDefault(entry => !ChildRuns.IsRunning(entry));
        // A load and a watch have no turns: the newest result that has some moves in their place.
        ResultEntry? moving = all.FirstOrDefault(entry => IsReplayed(entry) && !ChildRuns.IsRunning(entry));
        return WriteStartAsync(context, last, moving, isFirst: all.Count == 0 && !store.IsResult);
    }

    private Task WriteStartAsync(HttpContext context, ResultEntry? last, ResultEntry? moving, bool isFirst) =>
        PageFrame.WriteAsync(context, "Race", Html($"""
        <section class="hero"><h1 class="long">{(last is null ? "Twenty users, two forms." : last.Summary.Sentence)}</h1>
        <p class="lede">{(last is not null ? Last(last) : isFirst ? Demonstration : store.IsResult ? Itself : Unfinished)}</p></section>
        {(moving is not null ? ReplayPages.Drawn(moving) : None)}
        <section class="card" aria-labelledby="choose"><h2 id="choose">Race</h2>
        <form id="begins" action="/race/start" method="post" novalidate data-check="/race/check">
        <input type="hidden" name="key" value="{keys.Form}">
        <fieldset><legend>Forms of the bundled site</legend>
        {BundledExperiments.All.OrderBy(e => e.Id == Races.Demonstration ? 0 : 1).Select((e, i) => Choice(e, i == 0))}</fieldset>
        <fieldset><legend>Or two or three addresses of your own</legend>
        <label>First <input name="a" type="url" placeholder="http://localhost:5000/orders"></label>
        <label>Second <input name="b" type="url" placeholder="http://localhost:5000/orders-async"></label>
        <label>Third <input name="c" type="url"></label></fieldset>
        <p id="wrong" class="wrong" role="status"></p>
        <p class="tools"><label>Users at once <input name="users" type="number" min="1" max="{Races.MostUsers}"
        value="{Races.UsualUsers}"></label><button type="submit" class="strong" id="begin">Begin</button></p></form></section>
        """), isFirst ? ["begin.js"] : moving is not null ? ["replay.js", "start.js"] : ["start.js"]);

    // A result moves when it has turns, and is finished: a journal of which a report was made has been read once already.
    private static bool IsReplayed(ResultEntry entry) => entry.Summary.Verdicts.Count > 0 && entry.HasReport
        && entry.Files.Contains("run.jsonl");

    private static PageMarkup Demonstration => Html($"""
        The demonstration begins by itself: the bundled site, once with code that blocks and once with code that awaits.
        """);

    private static PageMarkup Unfinished => Html($"""No result is finished yet. What goes on is under <a href="/results">Results</a>.""");

    private PageMarkup Itself => Html($"{ResultSentences.Itself(store)}");

    private static PageMarkup Last(ResultEntry last) => Html($"""
        The last result: <a href="{ResultSentences.Address("/result", last.Name)}">{last.Name}</a>, {ResultSentences.Began(last.Summary)}.
        """);

    private static PageMarkup Choice(BundledExperiment experiment, bool isFirst) => Html($"""
        <label class="choice"><input type="radio" name="what" value="{experiment.Id}"{When(isFirst, Html($" checked"))}> <span>
        <b>{experiment.Id}</b> {experiment.Summary}{When(Races.All.All(e => e.Id != experiment.Id),
            Html($" <small>(a quick run: its verdict live)</small>"))}</span></label>

        """);
}
