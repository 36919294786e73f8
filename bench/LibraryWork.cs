using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.Logging;

namespace Syncopate.Bench;

/// <summary>The same code as forms of the library and as pages of a server.</summary>
internal static class LibraryWork
{
    private static readonly TimeSpan Delay = TimeSpan.FromMilliseconds(20);

    /// <summary>A comparison of nothing with nothing.</summary>
    public static FormSet<NoState> Nothing => Forms.Of("nothing").Sync(() => { }).Form("again", () => { });

    /// <summary>A wait that holds its thread, and one that does not.</summary>
    public static FormSet<NoState> Waiting => Forms.Of("wait 20 ms").Sync(Wait).Async(WaitAsync);

    /// <summary>Answers with the waits at two addresses, until the process is ended.</summary>
    public static async Task ServeAsync(string address)
    {
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        await using WebApplication server = builder.Build();
        server.Urls.Add(address);
        server.MapGet("/sync", () =>
        {
#pragma warning disable SYNC2004 // Specimen: the synchronous form, which is what is compared.
            Wait();
#pragma warning restore SYNC2004
            return "done";
        });
        server.MapGet("/async", async (CancellationToken token) =>
        {
            await WaitAsync(token);
            return "done";
        });
        await server.RunAsync();
    }

#pragma warning disable RS0030 // This is the specimen that blocks.
    private static void Wait() => Thread.Sleep(Delay);
#pragma warning restore RS0030

    private static Task WaitAsync(CancellationToken token) => Task.Delay(Delay, token);
}
