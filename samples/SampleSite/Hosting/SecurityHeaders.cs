namespace SampleSite.Hosting;

/// <summary>What every answer tells the browser not to do.</summary>
public sealed class SecurityHeaders : IStartupFilter
{
    // Everything comes from this site; no page has inline script or style, so nothing that slips in between can run.
    private const string ContentPolicy =
        "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'";

    /// <summary>Adds the headers as the answer starts, so that those of an error page have them too.</summary>
    public Action<IApplicationBuilder> Configure(Action<IApplicationBuilder> next) => app =>
    {
        app.Use(static (context, rest) =>
        {
            context.Response.OnStarting(static state =>
            {
                var headers = (IHeaderDictionary)state;
                headers.ContentSecurityPolicy = ContentPolicy;
                headers.XContentTypeOptions = "nosniff";
                headers["Referrer-Policy"] = "no-referrer";
                return Task.CompletedTask;
            }, context.Response.Headers);

            return rest(context);
        });
        next(app);
    };
}
