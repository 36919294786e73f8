using Microsoft.AspNetCore.Builder;

namespace WatchedProgram;

/// <summary>A site of two pages that wait for the same, where its options say that it listens.</summary>
internal static class Site
{
    /// <summary>Serves until it is told to end.</summary>
    public static int Run(string[] options)
    {
        WebApplication app = WebApplication.CreateBuilder(options).Build();
        app.MapGet("/wait/sync", Answer);
        app.MapGet("/wait/async", async () => await AnswerAsync());
        app.Run();
        return 0;
    }

    private static string Answer()
    {
#pragma warning disable SYNC2004 // Specimen: what is to be found.
        Thread.Sleep(20);
#pragma warning restore SYNC2004
        return "customer 7";
    }

    private static async Task<string> AnswerAsync()
    {
        await Task.Delay(20);
        return "customer 7";
    }
}
