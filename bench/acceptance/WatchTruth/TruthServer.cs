using System.Text.Json;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.Logging;

namespace Syncopate.Acceptance.WatchTruth;

/// <summary>Serves the page of a program, and writes what it counted into a file a few times a second, from a thread that is none of
/// the pool's: a starved server could not be asked.</summary>
internal static class TruthServer
{
    public const string Argument = "truth-server";

    /// <summary>After the path of the one page, that of the other.</summary>
    public const string BesidePath = "/beside";

    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(200);

    /// <param name="seed">Which program.</param>
    /// <param name="tallyPath">Where the counts go, the newest in place of the last.</param>
    /// <param name="urls">Where it listens.</param>
    public static async Task RunAsync(int seed, string tallyPath, string urls)
    {
        using TruthPage page = new(TruthProgram.Of(seed));
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
        builder.Logging.SetMinimumLevel(LogLevel.Warning).AddFilter("Microsoft.Hosting.Lifetime", LogLevel.Information);
        builder.WebHost.UseUrls(urls);
        await using WebApplication app = builder.Build();
        app.MapGet("/sync", page.Blocking);
        app.MapGet("/async", page.AwaitingAsync);
        app.MapGet("/sync" + BesidePath, page.BlockingBeside);
        app.MapGet("/async" + BesidePath, page.AwaitingBesideAsync);
        new Thread(() => Tell(page, tallyPath)) { IsBackground = true }.Start();
        await app.RunAsync();
    }

    private static void Tell(TruthPage page, string path)
    {
        while (true)
        {
            File.WriteAllText(path + ".new", JsonSerializer.Serialize(page.Tally()));
            File.Move(path + ".new", path, overwrite: true);
            Thread.Sleep(Interval);
        }
    }
}
