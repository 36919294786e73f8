using System.Globalization;

namespace FeedService;

/// <summary>
/// Says in the <c>Server-Timing</c> header when the code of this service began with a request and how long it worked
/// until the answer began.
/// Begins are ticks of the machine's monotonic clock, so that a client on the same machine can draw both sides on one axis.
/// </summary>
internal sealed class ServerTiming(RequestDelegate next, TimeProvider clock)
{
    public Task InvokeAsync(HttpContext context)
    {
        long begin = clock.GetTimestamp();
        context.Response.OnStarting(() =>
        {
            double milliseconds = clock.GetElapsedTime(begin).TotalMilliseconds;
            context.Response.Headers["Server-Timing"] = string.Create(CultureInfo.InvariantCulture, $"served;dur={milliseconds:F3};desc=\"{begin}\"");
            return Task.CompletedTask;
        });
        return next(context);
    }
}
