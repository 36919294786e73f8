using Microsoft.AspNetCore.Http;
using Syncopate.Journaling;
using Syncopate.Live.Following;
using Syncopate.Live.Results;
using Syncopate.Reporting.Drawing;
using static Syncopate.Reporting.Drawing.PageMarkup;

namespace Syncopate.Live.Pages;

/// <summary>A finished run, shown again from its journal; it says so.</summary>
internal sealed class ReplayPages(ResultStore store, LiveTool tool)
{
    /// <summary>The page.</summary>
    public Task ShowAsync(HttpContext context) => store.Find(context.Request.Query["result"]) is not { } entry
        ? ResultPages.MissingAsync(context)
        : PageFrame.WriteAsync(context, "Replay", Html($"""
            <div id="replay" data-source="{Source(entry)}">
            <section class="hero"><p>
            <span class="chip open">Replay</span> <span class="note">measured {ResultSentences.Began(entry.Summary)}, <a
            href="{ResultSentences.Address("/result", entry.Name)}">{entry.Name}</a></span></p>
            <h1 class="long" id="title">Reading the journal…</h1><p class="lede" id="question"></p></section></div>
            {Moving}
            """), "replay.js");

    /// <summary>A result that moves, as a part of another page.</summary>
    public static PageMarkup Drawn(ResultEntry entry) => Html($"""
        <div id="replay" data-source="{Source(entry)}"><p><span class="chip open">Replay</span> <b id="title">Reading the journal…</b>
        <span class="note" id="question"></span> <a class="note"
        href="{ResultSentences.Address("/result", entry.Name)}">{entry.Name}</a></p></div>
        {Moving}
        """);

    private static string Source(ResultEntry entry) => ResultSentences.Address("/replay/data", entry.Name);

    // The controls are above whatever changes while a turn is shown, as in a race.
    private static PageMarkup Moving => Html($"""
        <section class="card controls" aria-label="Controls"><p class="tools"><button id="play" type="button">Pause</button>
        <label>Speed <select id="speed"><option>0.25</option><option>0.5</option><option selected>1</option><option>2</option>
        <option>4</option><option>8</option><option>16</option></select></label></p>
        <p class="slider"><label for="seek">Moment: <b id="moment">0 s</b></label>
        <input id="seek" type="range" min="0" max="1000" value="0"></p></section>
        <p class="note" id="drawn" role="status"></p>
        {RaceLanes.Box}
        <section class="card" aria-labelledby="narrows"><h2 id="narrows">The verdict, as it narrowed</h2>
        <p class="answer" id="verdict">No verdict yet.</p>
        <svg id="narrowing" class="narrowing" viewBox="0 0 640 150" role="img" aria-label="How the verdict narrowed"></svg>
        <p class="note">Replayed from run.jsonl alone. Pauses between turns are left out; requests are drawn where the journal has them
        one by one.</p></section>
        """);

    /// <summary>What it shows: a line of JSON for each thing that happened.</summary>
    public Task DataAsync(HttpContext context)
    {
        if (store.Find(context.Request.Query["result"]) is not { } entry)
        {
            context.Response.StatusCode = StatusCodes.Status404NotFound;
            return Task.CompletedTask;
        }

        try
        {
            ResultFiles.RefuseLinks(entry.Folder);
            context.Response.ContentType = "application/x-ndjson; charset=utf-8";
            return context.Response.WriteAsync(JournalReplay.Read(entry.Folder, tool.Verdict), context.RequestAborted);
        }
        catch (Exception e) when (e is JournalException or IOException or UnauthorizedAccessException)
        {
            context.Response.StatusCode = StatusCodes.Status409Conflict;
            return context.Response.WriteAsync(e.Message, context.RequestAborted);
        }
    }
}
