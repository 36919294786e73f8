namespace SampleSite.Timing;

/// <summary>Sends the Server-Timing header of every request.</summary>
public static class ServerTiming
{
    /// <summary>Must be the first middleware: what runs before it is not counted.</summary>
    public static void UseServerTiming(this IApplicationBuilder app) => app.Use(static (context, next) =>
    {
        var timing = context.RequestServices.GetRequiredService<RequestTiming>();
        // A header cannot follow the first byte of the body, so it is written at the last moment at which it still can be.
        context.Response.OnStarting(static state =>
        {
            var (headers, timing) = ((IHeaderDictionary, RequestTiming))state;
            headers["Server-Timing"] = timing.ToHeader();
            return Task.CompletedTask;
        }, (context.Response.Headers, timing));

        return next(context);
    });
}
