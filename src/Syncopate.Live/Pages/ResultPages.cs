using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Extensions;
using Microsoft.Net.Http.Headers;
using Syncopate.Experiments.Bundled;
using Syncopate.Journaling;
using Syncopate.Live.Access;
using Syncopate.Live.Following;
using Syncopate.Live.Results;
using Syncopate.Live.Watching;
using Syncopate.Reporting;
using Syncopate.Reporting.Drawing;
using Syncopate.Reporting.Loads;
using Syncopate.Reporting.Runs;
using Syncopate.Running;
using Syncopate.Running.Machines;
using Syncopate.Running.Showing;
using Syncopate.Texts;
using Syncopate.Watch.Reporting;
using static Syncopate.Reporting.Drawing.PageMarkup;

namespace Syncopate.Live.Pages;

/// <summary>The list of results, one result, its files, and the question before it is removed.</summary>
internal sealed class ResultPages(ResultStore store, AccessKeys keys, WatchSessions sessions, ChildRuns runs)
{
    // A report is a page of its own, perhaps from another machine: it runs as if from nowhere, so that it can reach
    // neither our cookie nor our addresses. Its own policy allows its own script and nothing else.
    private const string ReportPolicy =
        "sandbox allow-scripts allow-downloads allow-popups; default-src 'none'; style-src 'unsafe-inline'; script-src "
            + "'unsafe-inline'; img-src data:; "
        + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private static readonly string[] Journals = ["run.jsonl", WatchJournal.Name];

    /// <summary>All results.</summary>
    public Task ListAsync(HttpContext context)
    {
        IReadOnlyList<ResultEntry> all = store.All();
        int count = store.Count();
        return PageFrame.WriteAsync(context, "Results", all.Count == 0 ? Empty() : Html($"""
            <section class="hero"><h1 class="long">Results</h1>
            <p class="lede">Everything up to {ResultStore.Depth} folders below {store.Root}, the newest first.{When(count > all.Count, Html(
                $" Of {FigureText.Count(count)} results, the {FigureText.Count(all.Count)} whose names come last are listed."))}</p>
            </section>
            <form class="card" action="/compare" method="get" aria-label="Results">
            <p class="tools"><button type="submit" class="strong">Compare the two that are marked</button> <a
            class="button" href="/trend">Trend over all of them</a></p>
            <ul class="results">{all.Select(entry => Row(entry, IsRunning(entry)))}</ul></form>
            """), "results.js");
    }

    /// <summary>One result.</summary>
    public Task ShowAsync(HttpContext context)
    {
        if (Asked(context) is not { } entry)
            return MissingAsync(context);
        bool running = IsRunning(entry);
        bool isCut = !running && !entry.HasReport && entry.Files.Any(file => Journals.Contains(file));
        string? live = LivePath(entry);
        // A journal may be large: it is read only where there may be something to go on with.
        (ResumableRun? resumable, string refusal) =
            running || (entry.HasReport && entry.Summary.Outcome == "finished") ? (null, "") : ResumableOf(entry);
        return PageFrame.WriteAsync(context, entry.Name, Html($"""
            <section class="hero"><p class="note">
            {ResultSentences.Kind(entry.Summary)}, {ResultSentences.Began(entry.Summary)}, {entry.Name}</p>
            <h1 class="long">{Sentence(entry, running)}</h1>
            <p>{ResultSentences.Chips(entry.Summary)}</p></section>
            <section class="card" aria-label="What can be done with it"><div class="tools">
            {When(entry.HasReport,
                Html($"<a class=\"button strong\" href=\"{ResultSentences.Address("/report", entry.Name)}\">Open the report</a>"))}
            {When(live is not null,
                Html($"<a class=\"button strong\" href=\"{ResultSentences.Address(live ?? "", entry.Name)}\">Watch it</a>"))}
            {When(resumable is { NeedsTerminal: false }, GoingOn(entry))}
            {When(isCut, Making(entry))}
            {When(!running && MayHaveTurns(entry),
                Html($"<a class=\"button\" href=\"{ResultSentences.Address("/replay", entry.Name)}\">Replay it from its journal</a>"))}
            {When(!running, Html($"<a class=\"button\" href=\"{ResultSentences.Address("/delete", entry.Name)}\">Delete…</a>"))}</div>
            {(resumable is null ? None : Interrupted(resumable))}
            {When(isCut, Cut(entry, refusal))}
            <h2>Files</h2><ul class="files">{entry.Files.Select(f => File(entry, f))}</ul>
            {Logs(entry, entry.Logs)}
            {When(entry.Summary.Command.Length > 0, Again(entry.Summary.Command))}</section>
            """));
    }

    /// <summary>The report itself, as a page of its own.</summary>
    public Task ReportAsync(HttpContext context)
    {
        // What says that there is none is a page of ours, and has our styles.
        if (Asked(context) is { HasReport: true })
            context.Response.Headers.ContentSecurityPolicy = ReportPolicy;
        return SendAsync(context, ResultFiles.Report, "text/html; charset=utf-8");
    }

    /// <summary>One of its files, to keep.</summary>
    public Task FileAsync(HttpContext context)
    {
        string? file = context.Request.Query["file"];
        if (Asked(context)?.Has(file) == true)
        {
            // A name may hold what ends a header, or a line of one.
            ContentDispositionHeaderValue kept = new("attachment");
            kept.SetHttpFileName(Path.GetFileName(file));
            context.Response.Headers.ContentDisposition = kept.ToString();
        }

        return SendAsync(context, file, "application/octet-stream");
    }

    /// <summary>The question.</summary>
    public Task AskAsync(HttpContext context) => Asked(context) is { } entry
        ? PageFrame.WriteAsync(context, "Delete?", Question(entry))
        : MissingAsync(context);

    private PageMarkup Question(ResultEntry entry) => Html($"""
        <section class="hero"><h1 class="long">Delete {entry.Name}?</h1><p class="lede">{Sentence(entry, IsRunning(entry))}</p></section>
        <section class="card">
        <p>This deletes {Wording.Plural(entry.Files.Count, "file")} of it{When(entry.Logs.Count > 0,
            Html($" and {Wording.Plural(entry.Logs.Count, "log")} of its servers"))}, which cannot be brought back:
        {string.Join(", ", entry.Files)}. Anything else in its folder stays.</p>
        <form action="/delete" method="post" class="tools"><input type="hidden" name="key" value="{keys.Form}">
        <input type="hidden" name="result" value="{entry.Name}">
        <button type="submit" class="danger">Delete it</button>
        <a class="button" href="{ResultSentences.Address("/result", entry.Name)}">Keep
        it</a></form></section>
        """);

    /// <summary>Does it.</summary>
    public async Task DeleteAsync(HttpContext context)
    {
        if (await AtRestAsync(context, ". Stop it first: on its page, or in the terminal that started it.") is not { } entry)
            return;

        try
        {
            bool gone = store.Remove(entry);
            if (gone)
            {
                Redirect(context, "/results");
            }
            else
            {
                await PageFrame.SayAsync(context, 200, "Deleted, but for what is not the tool's.",
                    $"Something else is in {entry.Folder}; it was left alone.");
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            await PageFrame.SayAsync(context, 500, "It could not be deleted.", $"{entry.Folder}: {e.Message}");
        }
    }

    /// <summary>Makes the report of a run that was killed, from its journal.</summary>
    public async Task MakeAsync(HttpContext context)
    {
        if (await AtRestAsync(context, ", and its report with it.") is not { } entry)
            return;

        try
        {
            ResultFiles.RefuseLinks(entry.Folder);
            WriteReport(entry.Folder);
            Redirect(context, ResultSentences.Address("/result", entry.Name));
        }
        catch (Exception e) when (e
            is FormatException or NotSupportedException or JournalException or IOException or InvalidDataException
                or UnauthorizedAccessException or OutOfMemoryException)
        {
            await PageFrame.SayAsync(context, 409, "Its report cannot be made.", e.Message);
        }
    }

    /// <summary>Goes on with a run that was interrupted, and leads to it.</summary>
    public async Task ResumeAsync(HttpContext context)
    {
        if (await AtRestAsync(context, ". There is nothing to go on with.") is not { } entry)
            return;

        (ResumableRun? run, string refusal) = ResumableOf(entry);
        if (run is not { NeedsTerminal: false })
        {
            await PageFrame.SayAsync(context, 409, "It did not go on.", run is null
                ? refusal
                : "Its journal names programs to be started, a body, headers or another host, and a page takes none of these from a "
                    + $"folder. In a terminal: {run.Line}");
            return;
        }

        (string? name, string said) = await runs.ResumeAsync(run, context.RequestAborted);
        if (name is null)
            await PageFrame.SayAsync(context, 409, "It did not go on.", said);
        else
            Redirect(context, ResultSentences.Address("/race", name));
    }

    /// <summary>The result that was asked for; null when nobody has it or a process still writes it, which is said then.</summary>
    private async Task<ResultEntry?> AtRestAsync(HttpContext context, string ending)
    {
        IFormCollection form = await context.Request.ReadFormAsync(context.RequestAborted);
        if (store.Find(form["result"]) is not { } entry)
            await MissingAsync(context);
        else if (IsRunning(entry))
            await PageFrame.SayAsync(context, 409, "It is running.", $"A process still writes {entry.Name}{ending}");
        else
            return entry;
        return null;
    }

    private static void WriteReport(string folder)
    {
        if (WatchJournal.Is(folder))
            WatchFolder.Write(folder);
        else if (LoadFolder.Is(folder))
            LoadFolder.Write(folder);
        else
            ReportFolder.Write(folder, BundledExperiments.Explanations);
    }

    private PageMarkup Making(ResultEntry entry) => Html($"""
        <form action="/report/make" method="post"><input type="hidden" name="key" value="{keys.Form}">
        <input type="hidden" name="result" value="{entry.Name}">
        <button type="submit" class="strong">Make its report</button></form>
        """);

    /// <summary>The run of a result that can go on; or why it cannot, in words.</summary>
    private static (ResumableRun? Run, string Refusal) ResumableOf(ResultEntry entry)
    {
        if (!entry.Files.Contains(ResumableRun.Journal))
        {
            return (null, entry.Files.Contains(WatchJournal.Name)
                ? $"A watch cannot be resumed, since what happened meanwhile was not seen. What it saw is reported by: {ReportLine(entry)}"
                : "It has no journal of a run.");
        }

        try
        {
            ResultFiles.RefuseLinks(entry.Folder);
            return (ResumableRun.Read(entry.Folder, MachineReader.Read()), "");
        }
        catch (Exception e) when (e is JournalException or IOException or UnauthorizedAccessException)
        {
            return (null, e.Message);
        }
    }

    private PageMarkup GoingOn(ResultEntry entry) => Html($"""
        <form action="/resume" method="post"><input type="hidden" name="key" value="{keys.Form}">
        <input type="hidden" name="result" value="{entry.Name}">
        <button type="submit" class="strong">Go on with this run</button></form>
        """);

    private static PageMarkup Interrupted(ResumableRun run) => Html($"""
        <p class="note">It was interrupted, and can go on after its last whole round: {(run.NeedsTerminal
            ? "in a terminal, since its journal names programs to be started, a body, headers or another host, by"
            : "here, when no other run is active, or by")} {run.Line}</p>
        """);

    // A refusal names the command that reports what was measured itself.
    private static PageMarkup Cut(ResultEntry entry, string refusal) => Html($"""
        <p class="note">{(refusal.Length > 0 ? refusal : $"What it measured so far is reported by: {ReportLine(entry)}")}</p>
        <p class="note">A button above makes its report, too{When(entry.Summary.Command.Length > 0,
            Html($"; the command below begins anew"))}.</p>
        """);

    private static string ReportLine(ResultEntry entry) => $"syncopate report {ShellWord.Quoted(entry.Folder)}";

    private static string Sentence(ResultEntry entry, bool isRunning) => isRunning ? "It is running." : entry.Summary.Sentence;

    /// <summary>Leads on after a post, so that a reload does not post again.</summary>
    public static void Redirect(HttpContext context, string path)
    {
        context.Response.StatusCode = StatusCodes.Status303SeeOther;
        context.Response.Headers.Location = path;
    }

    /// <summary>Begins a run and leads to it, or says why it did not begin.</summary>
    public static async Task BeginAsync(HttpContext context, ChildRuns runs, IReadOnlyList<string> words)
    {
        (string? name, string said) = await runs.StartAsync(words, context.RequestAborted);
        if (name is null)
            await PageFrame.SayAsync(context, 409, "It did not begin.", said);
        else
            Redirect(context, ResultSentences.Address("/race", name));
    }

    /// <summary>Says that there is no such result.</summary>
    public static Task MissingAsync(HttpContext context) =>
        PageFrame.SayAsync(context, 404, "There is no such result.", "It was deleted, or its folder has another name now.");

    // The journal of a load has no turns: there is nothing to show again.
    private static bool MayHaveTurns(ResultEntry entry) =>
        entry.Files.Contains("run.jsonl") && !entry.Files.Contains(LoadFolder.Log) && entry.Summary.Kind != "load";

    private bool IsRunning(ResultEntry entry) =>
        ChildRuns.IsRunning(entry) || sessions.Find(entry.Name) is { IsWatching: true };

    // What a terminal measures is not drawn.
    private string? LivePath(ResultEntry entry) => sessions.Find(entry.Name) is { IsWatching: true } ? "/watch/live"
        : RunningProcess.In(entry.Folder) is { IsDrawn: true } ? "/race"
        : null;

    private ResultEntry? Asked(HttpContext context) => store.Find(context.Request.Query["result"]);

    private async Task SendAsync(HttpContext context, string? file, string type)
    {
        ResultEntry? entry = Asked(context);
        await using FileStream? stream = entry is null ? null : ResultStore.Open(entry, file);
        if (stream is null)
        {
            await (entry is null ? MissingAsync(context) : PageFrame.SayAsync(context, 404, "There is no such file.",
                $"{entry.Name} has none of that name: it was deleted, or not made yet."));
            return;
        }

        // A journal may grow meanwhile: more than was announced would end the connection.
        long length = stream.Length;
        context.Response.ContentType = type;
        context.Response.ContentLength = length;
        if (!HttpMethods.IsHead(context.Request.Method))
            await StreamCopyOperation.CopyToAsync(stream, context.Response.Body, length, context.RequestAborted);
    }

    private static PageMarkup Row(ResultEntry entry, bool isRunning) => Html($"""
        <li><input type="checkbox" name="result" value="{entry.Name}" aria-label="Mark {entry.Name}">
        <div><a href="{ResultSentences.Address("/result", entry.Name)}">{Sentence(entry, isRunning)}</a>
        <small>{ResultSentences.Kind(entry.Summary)}, {ResultSentences.Began(entry.Summary)}, {entry.Name}</small></div>
        <span class="chips">{(isRunning ? Html($"<span class=\"chip open\">running</span>")
            : ResultSentences.Chips(entry.Summary))}</span></li>

        """);

    private static PageMarkup Again(string command) => Html($"""
        <h2 id="again">The command</h2><pre tabindex="0" role="region" aria-labelledby="again"><code>{command}</code></pre>
        """);

    private static PageMarkup File(ResultEntry entry, string name) => Html($"""
        <li><a href="{ResultSentences.Address("/file", entry.Name)}&amp;file={Uri.EscapeDataString(name)}" download>{name}</a></li>
        """);

    // One of each server that was started: a cold comparison has hundreds.
    private static PageMarkup Logs(ResultEntry entry, IReadOnlyList<string> logs) => When(logs.Count > 0, Html($"""
        <details><summary>{Wording.Plural(logs.Count, "log")} of its servers</summary>
        <ul class="files">{logs.Select(log => File(entry, log))}</ul></details>
        """));

    private PageMarkup Empty() => Html($"""
        <section class="hero"><h1 class="long">No result yet.</h1>
        <p class="lede">{(store.IsResult ? ResultSentences.Itself(store)
            : $"Nothing that was measured lies below {store.Root}.")}</p></section>
        <p class="tools"><a class="button strong" href="/race">Watch the demonstration</a> <a class="button" href="/start">Compare two
        addresses</a></p>
        """);
}
