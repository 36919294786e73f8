using Microsoft.AspNetCore.Mvc;
using SampleSite.Feeds;
using SampleSite.Timing;
using static SampleSite.Dashboard.DashboardFeeds;

namespace SampleSite.Dashboard;

/// <summary>One page in three forms; they differ only in how they wait for the four feeds.</summary>
[Route("dashboard")]
public sealed class DashboardController(FeedClient feeds, RequestTiming timing) : Controller
{
    [HttpGet("sync")]
    public ActionResult Sync(
        FeedQuery query, CancellationToken token)
    {
        FeedAnswer emails = feeds.Read(Emails, query, token);
        FeedAnswer tasks = feeds.Read(Tasks, query, token);
        FeedAnswer bookmarks = feeds.Read(Bookmarks, query, token);
        FeedAnswer notes = feeds.Read(Notes, query, token);

        return Page(Form.Sync, query, [emails, tasks, bookmarks, notes]);
    }

    [HttpGet("async")]
    public async Task<ActionResult> InSequenceAsync(
        FeedQuery query, CancellationToken token)
    {
        FeedAnswer emails = await feeds.ReadAsync(Emails, query, token);
        FeedAnswer tasks = await feeds.ReadAsync(Tasks, query, token);
        FeedAnswer bookmarks = await feeds.ReadAsync(Bookmarks, query, token);
        FeedAnswer notes = await feeds.ReadAsync(Notes, query, token);

        return Page(Form.Async, query, [emails, tasks, bookmarks, notes]);
    }

    [HttpGet("parallel")]
    public async Task<ActionResult> AllAtOnceAsync(
        FeedQuery query, CancellationToken token)
    {
        Task<FeedAnswer> emails = feeds.ReadAsync(Emails, query, token);
        Task<FeedAnswer> tasks = feeds.ReadAsync(Tasks, query, token);
        Task<FeedAnswer> bookmarks = feeds.ReadAsync(Bookmarks, query, token);
        Task<FeedAnswer> notes = feeds.ReadAsync(Notes, query, token);
        FeedAnswer[] quarters = await Task.WhenAll(emails, tasks, bookmarks, notes);

        return Page(Form.Parallel, query, quarters);
    }

    private ViewResult Page(Form form, FeedQuery query, FeedAnswer[] quarters) =>
        View("Dashboard", new DashboardPage(query, quarters, Waterfall.Of(timing, Demonstrations.Dashboard[form])));
}
