using Microsoft.AspNetCore.Mvc;
using SampleSite.Feeds;
using SampleSite.Timing;

namespace SampleSite.External;

/// <summary>A slow service of somebody else, called in three forms.</summary>
[Route("external")]
public sealed class ExternalController(FeedClient service, RequestTiming timing) : Controller
{
    [HttpGet("sync")]
    public ActionResult Sync([Wait] int? ms, CancellationToken token)
    {
        var query = new FeedQuery { DelayMilliseconds = ms };
        var one = service.Read(Channels.One, query, token);
        var two = service.Read(Channels.Two, query, token);
        var three = service.Read(Channels.Three, query, token);

        return Page(Form.Sync, ms, [one, two, three]);
    }

    [HttpGet("async")]
    public async Task<ActionResult> InSequenceAsync(
        [Wait] int? ms, CancellationToken token)
    {
        var query = new FeedQuery { DelayMilliseconds = ms };
        var one = await service.ReadAsync(Channels.One, query, token);
        var two = await service.ReadAsync(Channels.Two, query, token);
        var three = await service.ReadAsync(Channels.Three, query, token);

        return Page(Form.Async, ms, [one, two, three]);
    }

    [HttpGet("parallel")]
    public async Task<ActionResult> AllAtOnceAsync(
        [Wait] int? ms, CancellationToken token)
    {
        var query = new FeedQuery { DelayMilliseconds = ms };
        var one = service.ReadAsync(Channels.One, query, token);
        var two = service.ReadAsync(Channels.Two, query, token);
        var three = service.ReadAsync(Channels.Three, query, token);
        var channels = await Task.WhenAll(one, two, three);

        return Page(Form.Parallel, ms, channels);
    }

    private ViewResult Page(Form form, int? ms, FeedAnswer[] channels) =>
        View("External", new ExternalPage(ms, channels, Waterfall.Of(timing, Demonstrations.External[form])));
}
