namespace FeedService.Feeds;

internal static class FeedEndpoints
{
    /// <summary>Maps one feed in both forms: <c>/sync/{feed}</c> and <c>/async/{feed}</c>.</summary>
    /// <returns>How slow both are.</returns>
    /// <exception cref="StartException">The delay set for this feed cannot be used.</exception>
    public static FeedDelay MapFeed<TItem, TInput, TView>(this WebApplication app, string feed)
        where TItem : FeedItem, IFeedItem<TItem, TInput, TView>, new()
        where TInput : FeedInput
        where TView : class
    {
        FeedDelay delay = new(feed, app.Configuration);
        var sync = app.MapGroup($"/sync/{feed}").AddEndpointFilter(new BlockingDelay(delay));
        var async = app.MapGroup($"/async/{feed}").AddEndpointFilter(new AwaitedDelay(delay, TimeProvider.System));
        Map(sync.WithTags(feed).DescribeDelay(), SyncFeed<TItem, TInput, TView>.Operations);
        Map(async.WithTags(feed).DescribeDelay(), AsyncFeed<TItem, TInput, TView>.Operations);
        return delay;
    }

    private static void Map(RouteGroupBuilder group, FeedOperations operations)
    {
        group.MapGet("", operations.List)
            .WithSummary("The newest items first.");
        group.MapGet("{id:int}", operations.Get)
            .WithSummary("One item.")
            .ProducesProblem(404);
        group.MapPost("", operations.Create).AddEndpointFilter<Validation>()
            .WithSummary("Adds an item; the service chooses its id.")
            .ProducesProblem(413);
        group.MapPut("{id:int}", operations.Update).AddEndpointFilter<Validation>()
            .WithSummary("Replaces what an item says.")
            .ProducesProblem(404).ProducesProblem(413);
        group.MapDelete("{id:int}", operations.Delete)
            .WithSummary("Removes an item.")
            .ProducesProblem(404);
    }
}
