namespace FeedService.Feeds;

/// <summary>The delay of the async form: no thread waits, and a client that goes away ends it.</summary>
internal sealed class AwaitedDelay(FeedDelay delay, TimeProvider clock) : IEndpointFilter
{
    public async ValueTask<object?> InvokeAsync(EndpointFilterInvocationContext context, EndpointFilterDelegate next)
    {
        var (time, answer) = delay.Read(context.HttpContext.Request.Query);
        await Task.Delay(time, clock, context.HttpContext.RequestAborted);
        return answer ?? await next(context);
    }
}
