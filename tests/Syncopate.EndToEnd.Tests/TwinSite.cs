using System.Collections.Concurrent;
using System.Diagnostics;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;

namespace Syncopate.EndToEnd.Tests;

/// <summary>A small site with pages that give the same answer at different cost, inside the tests: a server that the
/// tool does not own.</summary>
internal sealed class TwinSite : IAsyncDisposable
{
    private readonly WebApplication _app;

    private TwinSite(WebApplication app) => _app = app;

    public string Address => _app.Urls.Single();

    /// <summary>Traces of the requests to each path, by the path.</summary>
    public ConcurrentDictionary<string, string> Traces { get; } = [];

    public static async Task<TwinSite> StartAsync()
    {
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        WebApplication app = builder.Build();
        TwinSite site = new(app);
        app.MapGet("/wait/{milliseconds:int}", async (int milliseconds, HttpRequest request) =>
        {
            if (ActivityContext.TryParse(request.Headers.TraceParent, null, out ActivityContext trace))
                site.Traces[trace.TraceId.ToHexString()] = request.Path;
            await Task.Delay(milliseconds);
            return "done";
        });
        int asked = 0;
        app.MapGet("/falls-asleep/{name}", async (CancellationToken aborted) =>
        {
            // The answers that are compared come at once; a crowd waits until it gives up.
            if (Interlocked.Increment(ref asked) > 3)
                await Task.Delay(Timeout.Infinite, aborted);
            return "done";
        });
        app.MapGet("/other", () => "something else");
        app.MapGet("/fails", () => Results.StatusCode(500));
        await app.StartAsync();
        return site;
    }

    public Task StopAsync() => _app.StopAsync();

    public async ValueTask DisposeAsync() => await _app.DisposeAsync();
}
