using System.Security.Cryptography;
using System.Text;
using Microsoft.AspNetCore.HostFiltering;

namespace AwaitCost;

/// <summary>Times loops for whoever has the key that the process was started with; nobody else finds anything here.</summary>
internal static class LoopServer
{
    private const string KeyHeader = "X-Run-Key";
    private const int Most = 1000;

    private static readonly SemaphoreSlim OneAtATime = new(1);
    private static readonly Lazy<OwnThread> Context = new(OwnThread.Start);

    public static int Run(string[] args)
    {
        var builder = WebApplication.CreateSlimBuilder(new WebApplicationOptions { Args = args, ContentRootPath = AppContext.BaseDirectory });
        if (!Uri.TryCreate(builder.Configuration["urls"], UriKind.Absolute, out Uri? url) || !url.IsLoopback)
        {
            Console.Error.WriteLine($"'{builder.Configuration["urls"]}' is not an address of this machine. Use --urls http://127.0.0.1:0.");
            return 2;
        }

        builder.WebHost.ConfigureKestrel(static kestrel => kestrel.AddServerHeader = false);
        builder.Logging.SetMinimumLevel(LogLevel.Warning).AddFilter("Microsoft.Hosting.Lifetime", LogLevel.Information);
        builder.Services.Configure<HostFilteringOptions>(static hosts => hosts.AllowedHosts = ["localhost", "127.0.0.1", "[::1]"]);
        builder.Services.ConfigureHttpJsonOptions(static json => json.SerializerOptions.TypeInfoResolverChain.Insert(0, LoopJson.Default));
        var app = builder.Build();
        var key = Encoding.UTF8.GetBytes(app.Configuration["Run:Key"] ?? "");
        app.MapPost("/loops/{id}/{form}", (string id, string form, int times, int calls, HttpContext context) =>
            IsAllowed(context, key) ? TimeAsync(id, form, times, calls) : Task.FromResult(Results.NotFound()));
        app.MapGet("/health", static () => "healthy");
        app.Run();
        return 0;
    }

    private static bool IsAllowed(HttpContext context, byte[] key) =>
        key.Length > 0 && CryptographicOperations.FixedTimeEquals(Encoding.UTF8.GetBytes(context.Request.Headers[KeyHeader].ToString()), key);

    private static async Task<IResult> TimeAsync(string id, string form, int times, int calls)
    {
        if (LoopCases.All.FirstOrDefault(c => c.Id == id) is not { } loop || form is not ("sync" or "async"))
            return Results.Problem($"There is no {id} in the form {form}; known: {string.Join(", ", LoopCases.All.Select(c => c.Id))}.", statusCode: StatusCodes.Status404NotFound);
        if (times is < 1 or > Most || calls is < 1 or > Most)
            return Results.Problem($"times and calls are 1 to {Most}; {times} and {calls} were asked for.", statusCode: StatusCodes.Status400BadRequest);

        await OneAtATime.WaitAsync();
        try
        {
            TimedLoops loops = new(times, calls);
            await (loop.OnContext ? Context.Value.RunAsync(() => loops.RunAsync(loop, form == "async")) : loops.RunAsync(loop, form == "async"));
            return Results.Ok(loops.Result);
        }
        finally
        {
            OneAtATime.Release();
        }
    }
}
