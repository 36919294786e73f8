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
        FeedQuery query = new() { DelayMilliseconds = ms };
        FeedAnswer one = service.Read(Channels.One, query, token);
        FeedAnswer two = service.Read(Channels.Two, query, token);
        FeedAnswer three = service.Read(Channels.Three, query, token);

        return Page(Form.Sync, ms, [one, two, three]);
    }

    [HttpGet("async")]
    public async Task<ActionResult> InSequenceAsync(
        [Wait] int? ms, CancellationToken token)
    {
        FeedQuery query = new() { DelayMilliseconds = ms };
        FeedAnswer one = await service.ReadAsync(Channels.One, query, token);
        FeedAnswer two = await service.ReadAsync(Channels.Two, query, token);
        FeedAnswer three = await service.ReadAsync(Channels.Three, query, token);

        return Page(Form.Async, ms, [one, two, three]);
    }

    [HttpGet("parallel")]
    public async Task<ActionResult> AllAtOnceAsync(
        [Wait] int? ms, CancellationToken token)
    {
        FeedQuery query = new() { DelayMilliseconds = ms };
        Task<FeedAnswer> one = service.ReadAsync(Channels.One, query, token);
        Task<FeedAnswer> two = service.ReadAsync(Channels.Two, query, token);
        Task<FeedAnswer> three = service.ReadAsync(Channels.Three, query, token);
        FeedAnswer[] channels = await Task.WhenAll(one, two, three);

        return Page(Form.Parallel, ms, channels);
    }

    private ViewResult Page(Form form, int? ms, FeedAnswer[] channels) =>
        View("External", new ExternalPage(ms, channels, Waterfall.Of(timing, Demonstrations.External[form])));
}
