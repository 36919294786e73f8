using System.ComponentModel.DataAnnotations;
using System.Diagnostics;
using Microsoft.AspNetCore.Mvc;
using SampleSite.Hosting;
using SampleSite.Timing;
using Syncopate.Crud.Actions;

namespace SampleSite.Actions;

/// <summary>The two forms of the long action without a page, for whoever measures: each answers when a visitor would
/// have an answer.</summary>
[ApiController]
[RunKey]
[IgnoreAntiforgeryToken]
[Route("actions/measure")]
public sealed class ActionMeasureController(ActionRunner runner, WordCount wordCount, ActionTally tally, RequestTiming timing) : ControllerBase
{
    [HttpPost("blocking")]
    public ActionResult Block([Range(0, 60_000)] int milliseconds, CancellationToken token)
    {
        int count = tally.Start(milliseconds);
        Syncopate.Crud.Result<string> counted = wordCount.Run(new WordCountInput(milliseconds), progress: null, token);
        tally.Done(count, Stopwatch.GetElapsedTime(timing.Start));
        tally.Answer(count, Stopwatch.GetElapsedTime(timing.Start));

        return Ok(counted.Message);
    }

    [HttpPost("background")]
    public ActionResult Start([Range(0, 60_000)] int milliseconds)
    {
        int count = tally.Start(milliseconds);
        // Every request is a visitor of its own.
        Syncopate.Crud.Result<ActionRun> started = runner.Start<TimedWordCount, TimedWordCountInput, string>(
            HttpContext.TraceIdentifier, new TimedWordCountInput(milliseconds, timing.Start, count));
        tally.Answer(count, Stopwatch.GetElapsedTime(timing.Start));

        return started.IsDone ? Accepted(new { started.Value.Id }) : Problem(started.Message, statusCode: StatusCodes.Status503ServiceUnavailable);
    }

    [HttpGet("statistics")]
    public ActionResult Statistics() => Ok(tally.Statistics);

    [HttpPost("reset")]
    public ActionResult Reset()
    {
        tally.Reset();
        return NoContent();
    }
}
