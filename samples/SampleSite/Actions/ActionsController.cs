using System.ComponentModel.DataAnnotations;
using System.Diagnostics;
using Microsoft.AspNetCore.Mvc;
using SampleSite.Listing;
using Syncopate.Crud;
using Syncopate.Crud.Actions;

namespace SampleSite.Actions;

/// <summary>A long action in two forms: one that the visitor waits for, and one that goes on while he does something else.</summary>
[Route("actions")]
public sealed class ActionsController(ActionRunner runner, WordCount wordCount) : Controller
{
    private const int LongestMilliseconds = 60_000;

    private string Owner => ActionOwner.Of(Request);

    [HttpGet("")]
    public ActionResult List() => View("List", new ActionsPage(runner.Of(Owner), null));

    [HttpPost("blocking")]
    public ActionResult Block(
        [Range(0, LongestMilliseconds)] int milliseconds, bool fails, CancellationToken token)
    {
        if (!ModelState.IsValid)
            return Refused();

        long begin = Stopwatch.GetTimestamp();
        Result<string> counted = wordCount.Run(new WordCountInput(milliseconds, fails), progress: null, token);
        BlockedAnswer answer = new(counted.Message, counted.IsDone, Stopwatch.GetElapsedTime(begin).TotalMilliseconds);

        return View("List", new ActionsPage(runner.Of(Owner), answer));
    }

    [HttpPost("background")]
    public ActionResult Start(
        [Range(0, LongestMilliseconds)] int milliseconds, bool fails)
    {
        if (!ModelState.IsValid)
            return Refused();

        string owner = ActionOwner.OfOrNew(HttpContext);
        Result<ActionRun> started = runner.Start<WordCount, WordCountInput, string>(owner, new WordCountInput(milliseconds, fails));

        return this.Page(started, run => LocalRedirect($"/actions/{run.Id}"));
    }

    [HttpGet("{id:length(32)}")]
    public ActionResult Watch(string id) => runner.Find(Owner, id) is { } run ? View("Watch", run) : Missing();

    [HttpGet("{id:length(32)}/events")]
    public IResult Events(string id, CancellationToken token) => runner.Find(Owner, id) is { } run
        ? TypedResults.ServerSentEvents(ActionEvent.AllAsync(run, token))
        : TypedResults.NotFound();

    [HttpPost("{id:length(32)}/cancel")]
    public ActionResult Cancel(string id)
    {
        if (runner.Find(Owner, id) is not { } run)
            return Missing();

        run.Cancel();
        return LocalRedirect($"/actions/{id}");
    }

    // The same words for what never was, what is forgotten and what is somebody else's: nobody learns which.
    private ActionResult Missing() => this.Problem(Result.NotFound<ActionRun>("There is no such action, or it was started by somebody else, or so long ago that it is forgotten."));

    private ActionResult Refused() => this.Problem(Result.Invalid<ActionRun>(
        new CrudError("milliseconds", $"It must be a whole number of milliseconds from 0 to {LongestMilliseconds}.")));
}
