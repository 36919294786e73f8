using System.Diagnostics;
using System.Globalization;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;

namespace Syncopate.Bench;

/// <summary>The server that our users have: a page of plain text, one that waits, one that suspends 2,000 calls, and one that is frozen for
/// the last part of every period.</summary>
internal static class KestrelServer
{
    public const string Argument = "kestrel-server";
    public const string Plain = "plain";
    public const string Delay = "delay/20";
    public const string Chain = "chain";

    /// <summary>Path of the page that is frozen for <paramref name="length"/> at the end of every <paramref name="period"/>.</summary>
    public static string Stall(TimeSpan length, TimeSpan period) => string.Create(CultureInfo.InvariantCulture, $"/stall/{length.TotalMilliseconds}/{period.TotalMilliseconds}");

    /// <summary>What the process does: prints its port, and answers until its standard input ends.</summary>
    public static async Task RunAsync()
    {
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        await using WebApplication server = builder.Build();
        server.MapGet("/plain", GreetAsync);
        server.MapGet("/delay/{milliseconds:int}", async (int milliseconds, HttpContext context) =>
        {
            await Task.Delay(milliseconds);
            await GreetAsync(context);
        });
        server.MapGet("/chain", async (HttpContext context) =>
        {
            for (int i = 0; i < 200; i++)
                await StepAsync(10);
            await GreetAsync(context);
        });
        long started = Stopwatch.GetTimestamp();
        server.MapGet("/stall/{length:double}/{period:double}", async (double length, double period, HttpContext context) =>
        {
            double phase = Stopwatch.GetElapsedTime(started).TotalMilliseconds % period;
            if (phase > period - length)
                await Task.Delay(TimeSpan.FromMilliseconds(period - phase));
            await GreetAsync(context);
        });
        await server.StartAsync();
        Console.WriteLine(new Uri(server.Urls.First()).Port.ToString(CultureInfo.InvariantCulture));
        await Console.In.ReadToEndAsync();
    }

    private static async Task StepAsync(int depth)
    {
        if (depth > 1)
            await StepAsync(depth - 1);
        else
            await Task.Yield();
    }

    // With its length: without one, ab (HTTP/1.0) would be given a new connection for each answer.
    private static Task GreetAsync(HttpContext context)
    {
        ReadOnlyMemory<byte> text = "Hello, World!"u8.ToArray();
        context.Response.ContentLength = text.Length;
        return context.Response.Body.WriteAsync(text).AsTask();
    }
}
