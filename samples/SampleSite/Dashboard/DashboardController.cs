using Microsoft.AspNetCore.Mvc;
using SampleSite.Feeds;
using SampleSite.Timing;

namespace SampleSite.Dashboard;

/// <summary>One page in three forms; they differ only in how they wait for the four feeds.</summary>
[Route("dashboard")]
public sealed class DashboardController(FeedClient feeds, RequestTiming timing) : Controller
{
    [HttpGet("sync")]
    public ActionResult Sync(FeedQuery query, CancellationToken token)
    {
        var emails = feeds.Read(DashboardFeeds.Emails, query, token);
        var tasks = feeds.Read(DashboardFeeds.Tasks, query, token);
        var bookmarks = feeds.Read(DashboardFeeds.Bookmarks, query, token);
        var notes = feeds.Read(DashboardFeeds.Notes, query, token);

        return Page(Form.Sync, [emails, tasks, bookmarks, notes]);
    }

    [HttpGet("async")]
    public async Task<ActionResult> InSequenceAsync(FeedQuery query, CancellationToken token)
    {
        var emails = await feeds.ReadAsync(DashboardFeeds.Emails, query, token);
        var tasks = await feeds.ReadAsync(DashboardFeeds.Tasks, query, token);
        var bookmarks = await feeds.ReadAsync(DashboardFeeds.Bookmarks, query, token);
        var notes = await feeds.ReadAsync(DashboardFeeds.Notes, query, token);

        return Page(Form.Async, [emails, tasks, bookmarks, notes]);
    }

    [HttpGet("parallel")]
    public async Task<ActionResult> AllAtOnceAsync(FeedQuery query, CancellationToken token)
    {
        var emails = feeds.ReadAsync(DashboardFeeds.Emails, query, token);
        var tasks = feeds.ReadAsync(DashboardFeeds.Tasks, query, token);
        var bookmarks = feeds.ReadAsync(DashboardFeeds.Bookmarks, query, token);
        var notes = feeds.ReadAsync(DashboardFeeds.Notes, query, token);

        return Page(Form.Parallel, await Task.WhenAll(emails, tasks, bookmarks, notes));
    }

    private ViewResult Page(Form form, FeedAnswer[] quarters) =>
        View("Dashboard", new DashboardPage(Demonstrations.Dashboard[form], quarters, Waterfall.Of(timing, form)));
}
