namespace FeedService.Feeds;

/// <summary>The delay of the sync form. A specimen: the thread that serves the request sleeps, and nobody else can use
/// it meanwhile.</summary>
internal sealed class BlockingDelay(FeedDelay delay) : IEndpointFilter
{
    public ValueTask<object?> InvokeAsync(EndpointFilterInvocationContext context, EndpointFilterDelegate next)
    {
        var (time, answer) = delay.Read(context.HttpContext.Request.Query);
        Thread.Sleep(time);
        return answer is null ? next(context) : new(answer);
    }
}
