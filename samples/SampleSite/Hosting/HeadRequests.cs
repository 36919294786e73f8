namespace SampleSite.Hosting;

/// <summary>HEAD asks for what GET would answer, without the body (RFC 9110, section 9.3.2). Controllers name GET
/// alone; the server sends no body to a HEAD, whatever is written.</summary>
internal static class HeadRequests
{
    /// <summary>Comes before the routes are looked at.</summary>
    public static IApplicationBuilder UseGetForHead(this IApplicationBuilder site) => site.Use(static (context, rest) =>
    {
        if (HttpMethods.IsHead(context.Request.Method))
            context.Request.Method = HttpMethods.Get;
        return rest(context);
    });
}
