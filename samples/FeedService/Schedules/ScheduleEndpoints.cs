using FeedService.Feeds;

namespace FeedService.Schedules;

internal static class ScheduleEndpoints
{
    /// <summary>The slow external service of somebody else: it awaits, and whether its callers wait well or badly is
    /// their affair.</summary>
    /// <returns>How slow.</returns>
    public static FeedDelay MapSchedules(this WebApplication app, string path)
    {
        FeedDelay delay = new(path, app.Configuration);
        app.MapGet($"/{path}/{{channel:length(1,40)}}", Schedule.Of)
            .AddEndpointFilter(new AwaitedDelay(delay, TimeProvider.System))
            .WithTags(path).DescribeDelay()
            .WithSummary("The day of a broadcaster's channel, slowly.");
        return delay;
    }
}
