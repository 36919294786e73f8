using System.Collections.Concurrent;
using System.Diagnostics;
using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;

namespace Syncopate.EndToEnd.Tests;

/// <summary>A site in this process that counts and remembers what it is asked.</summary>
internal sealed class LoadSite : IAsyncDisposable
{
    private readonly WebApplication _site;
    private long _asked;
    private volatile string _seen = "";
    private readonly ConcurrentDictionary<string, TimeSpan> _slow = [];

    private LoadSite(WebApplication site) => _site = site;

    public string Address { get; private set; } = "";

    /// <summary>Requests that reached it.</summary>
    public long Asked => Interlocked.Read(ref _asked);

    /// <summary>Method, Authorization header and body of the last request to /seen.</summary>
    public string Seen => _seen;

    /// <summary>The traces of the requests to /sometimes-slow that were slow, as this runtime reads them, and how long each was
    /// held here.</summary>
    public IReadOnlyDictionary<string, TimeSpan> Slow => _slow;

    public static async Task<LoadSite> StartAsync()
    {
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(kestrel => kestrel.Listen(IPAddress.Loopback, 0));
        LoadSite site = new(builder.Build());
        site._site.Use((context, next) =>
        {
            Interlocked.Increment(ref site._asked);
            return next(context);
        });
        site._site.MapGet("/plain", () => "Hello, World!");
        site._site.MapGet("/broken", () => Results.StatusCode(503));
        site._site.MapGet("/moved", (int times) => times > 0 ? Results.Redirect($"/moved?times={times - 1}") : Results.Text("Here"));
        site._site.MapPost("/seen", async (HttpRequest request) =>
        {
            using StreamReader body = new(request.Body);
            site._seen = $"{request.Method} {request.Headers.Authorization} {await body.ReadToEndAsync()}";
        });
        site._site.MapGet("/sometimes-slow", async (HttpRequest request) =>
        {
            if (site.Asked % 50 != 7)
                return;
            long began = Stopwatch.GetTimestamp();
            await Task.Delay(400);
            string trace = ActivityContext.Parse(request.Headers.TraceParent.ToString(), null).TraceId.ToHexString();
            site._slow[trace] = Stopwatch.GetElapsedTime(began);
        });
        await site._site.StartAsync();
        site.Address = site._site.Urls.Single();
        return site;
    }

    public async ValueTask DisposeAsync() => await _site.DisposeAsync();
}
