using System.Diagnostics;
using System.Globalization;
using System.Runtime.CompilerServices;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;

namespace Syncopate.Acceptance;

/// <summary>A server whose one page costs a fixed number of steps of a loop, or waits a fixed time. Never calibrated: a
/// first prototype measured its own speed at each start, and two servers of one cost differed by 3 %.</summary>
internal static class KnownCostServer
{
    public const string Argument = "server";

    private const string Wait = "wait:";

    /// <summary>Steps of the baseline: about 0.7 ms on the machine of bench/results/acceptance.md.</summary>
    public const long BaseIterations = 400_000;

    /// <param name="port">Where it listens.</param>
    /// <param name="work">Steps of its page; or "wait:20" for a page that waits as many milliseconds and computes nothing.</param>
    public static async Task RunAsync(int port, string work)
    {
        (bool waits, long cost) = work.StartsWith(Wait, StringComparison.Ordinal) ? (true, Number(work[Wait.Length..])) : (false, Number(work));
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls(string.Create(CultureInfo.InvariantCulture, $"http://127.0.0.1:{port}"));
        await using WebApplication app = builder.Build();
        if (waits)
        {
            app.MapGet("/", async () =>
            {
                await Task.Delay((int)cost);
                return "done";
            });
        }
        else
        {
            app.MapGet("/", (HttpContext context) => Answer(context, cost));
        }

        await app.RunAsync();
    }

    private static long Number(string text) => long.Parse(text, CultureInfo.InvariantCulture);

    private static string Answer(HttpContext context, long iterations)
    {
        long started = Stopwatch.GetTimestamp();
        ulong end = Spin(iterations);
        double microseconds = Stopwatch.GetElapsedTime(started).TotalMicroseconds;
        // The result is used, or the loop would be nothing; it is the same in every answer, or they would not be the same answer.
        context.Response.Headers["X-Spin-Microseconds"] = microseconds.ToString("0.0", CultureInfo.InvariantCulture);
        return end == 0 ? "never" : "done";
    }

    /// <summary>xorshift64*: each step needs the one before, so no processor can shorten it. Compiled once and fully,
    /// so that no tier changes its cost.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization | MethodImplOptions.NoInlining)]
    private static ulong Spin(long iterations)
    {
        ulong state = 88_172_645_463_325_252;
        for (long i = 0; i < iterations; i++)
        {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
        }

        return state;
    }
}
