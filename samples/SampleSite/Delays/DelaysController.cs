using System.ComponentModel.DataAnnotations;
using System.Diagnostics.CodeAnalysis;
using Microsoft.AspNetCore.Mvc;
using SampleSite.Timing;

namespace SampleSite.Delays;

/// <summary>Waiting and nothing else.</summary>
[Route("delays")]
public sealed class DelaysController(RequestTiming timing) : Controller
{
    [HttpGet("sync")]
    [SuppressMessage("ApiDesign", "RS0030", Justification = "The specimen: what a sleeping thread costs.")]
    public ActionResult Sync([Range(0, 60_000)] int ms = 500)
    {
        var before = Environment.CurrentManagedThreadId;
        using (timing.Begin("wait"))
            Thread.Sleep(ms);

        return Page(Form.Sync, ms, before);
    }

    [HttpGet("async")]
    public async Task<ActionResult> AwaitedAsync([Range(0, 60_000)] int ms = 500, CancellationToken token = default)
    {
        var before = Environment.CurrentManagedThreadId;
        using (timing.Begin("wait"))
            await Task.Delay(ms, token);

        return Page(Form.Async, ms, before);
    }

    private ViewResult Page(Form form, int ms, int before) => View("Delay", new DelayPage(
        Demonstrations.Delays[form], ms, before, Environment.CurrentManagedThreadId, Waterfall.Of(timing, form)));
}
