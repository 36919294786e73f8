using System.ComponentModel.DataAnnotations;
using Microsoft.AspNetCore.Mvc;
using SampleSite.Feeds;
using SampleSite.Timing;

namespace SampleSite.External;

/// <summary>A slow service of somebody else, called in three forms.</summary>
[Route("external")]
public sealed class ExternalController(FeedClient service, RequestTiming timing) : Controller
{
    [HttpGet("sync")]
    public ActionResult Sync([Range(0, 60_000)] int? ms, CancellationToken token)
    {
        var query = new FeedQuery { DelayMilliseconds = ms };
        var one = service.Read(Channels.One, query, token);
        var two = service.Read(Channels.Two, query, token);
        var three = service.Read(Channels.Three, query, token);

        return Page(Form.Sync, [one, two, three]);
    }

    [HttpGet("async")]
    public async Task<ActionResult> InSequenceAsync([Range(0, 60_000)] int? ms, CancellationToken token)
    {
        var query = new FeedQuery { DelayMilliseconds = ms };
        var one = await service.ReadAsync(Channels.One, query, token);
        var two = await service.ReadAsync(Channels.Two, query, token);
        var three = await service.ReadAsync(Channels.Three, query, token);

        return Page(Form.Async, [one, two, three]);
    }

    [HttpGet("parallel")]
    public async Task<ActionResult> AllAtOnceAsync([Range(0, 60_000)] int? ms, CancellationToken token)
    {
        var query = new FeedQuery { DelayMilliseconds = ms };
        var one = service.ReadAsync(Channels.One, query, token);
        var two = service.ReadAsync(Channels.Two, query, token);
        var three = service.ReadAsync(Channels.Three, query, token);

        return Page(Form.Parallel, await Task.WhenAll(one, two, three));
    }

    private ViewResult Page(Form form, FeedAnswer[] channels) =>
        View("External", new ExternalPage(Demonstrations.External[form], channels, Waterfall.Of(timing, form)));
}
