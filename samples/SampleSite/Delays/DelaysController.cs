using System.Diagnostics.CodeAnalysis;
using Microsoft.AspNetCore.Mvc;
using SampleSite.Timing;

namespace SampleSite.Delays;

/// <summary>Waiting and nothing else.</summary>
[Route("delays")]
[SuppressMessage("ApiDesign", "RS0030", Justification = "The sync form is the specimen of a thread that sleeps.")]
public sealed class DelaysController(RequestTiming timing) : Controller
{
    [HttpGet("sync")]
    public ActionResult Sync(
        [Wait] int ms = 500)
    {
        int before = Environment.CurrentManagedThreadId;
        using (timing.Begin("wait"))
            Thread.Sleep(ms); // The specimen: its thread sleeps.

        return Page(Form.Sync, ms, before);
    }

    [HttpGet("async")]
    public async Task<ActionResult> AwaitedAsync(
        [Wait] int ms = 500, CancellationToken token = default)
    {
        int before = Environment.CurrentManagedThreadId;
        using (timing.Begin("wait"))
            await Task.Delay(ms, token);

        return Page(Form.Async, ms, before);
    }

    private ViewResult Page(Form form, int ms, int before) => View("Delay", new DelayPage(
        ms, before, Environment.CurrentManagedThreadId, Waterfall.Of(timing, Demonstrations.Delays[form])));
}
