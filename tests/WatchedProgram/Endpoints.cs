using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Routing;

namespace WatchedProgram;

/// <summary>Handlers as small as a first try of anybody: at work they are compiled into the framework's code, and on no
/// stack. Never run: what is read is the assembly.</summary>
internal static class Endpoints
{
    public static void Map(IEndpointRouteBuilder app)
    {
        object gate = new();
        app.MapGet("/result", () => AnswerAsync().Result);
        app.MapGet("/orders/{id}", (int id) =>
        {
            lock (gate)
                Thread.Sleep(id);
        });
        app.MapPost("/orders/{id}", Below);
        app.MapGroup("/admin").MapGet("/twice", () =>
        {
            Thread.Sleep(1);
            Thread.Sleep(2);
        });
    }

    private static void Below() => Further();

    private static void Further() => AnswerAsync().Wait();

    private static async Task<int> AnswerAsync()
    {
        await Task.Delay(200);
        return 1;
    }
}
