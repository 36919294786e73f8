namespace SampleSite.Hosting;

/// <summary>What every answer tells the browser not to do.</summary>
public static class SecurityHeaders
{
    // Everything comes from this site; no page has inline script or style, so nothing that slips in between can run.
    private const string ContentPolicy =
        "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'";

    /// <summary>Adds the headers as the answer starts, so that those of an error page have them too.</summary>
    public static void UseSecurityHeaders(this IApplicationBuilder app) => app.Use(static (context, next) =>
    {
        context.Response.OnStarting(static state =>
        {
            var headers = (IHeaderDictionary)state;
            headers.ContentSecurityPolicy = ContentPolicy;
            headers.XContentTypeOptions = "nosniff";
            headers["Referrer-Policy"] = "no-referrer";
            return Task.CompletedTask;
        }, context.Response.Headers);

        return next(context);
    });
}
