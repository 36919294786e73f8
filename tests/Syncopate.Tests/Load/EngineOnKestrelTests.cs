using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Syncopate.Load;
using Syncopate.Load.Engines;
using Xunit;

namespace Syncopate.Tests.Load;

/// <summary>The server that our users have, rather than one that a test scripts.</summary>
[Trait("Judges", "behaviour")]
public sealed class EngineOnKestrelTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory(Timeout = Hanging.Milliseconds)]
    [InlineData("event loop", "/plain", 13)]
    [InlineData("event loop", "/chunked", 200_000)]
    [InlineData("event loop", "/echo", 5)]
    [InlineData("HttpClient", "/plain", 13)]
    [InlineData("HttpClient", "/chunked", 200_000)]
    [InlineData("HttpClient", "/echo", 5)]
    public async Task Version_one_is_spoken(string name, string path, int bodyBytes)
    {
        await using WebApplication server = await StartAsync(HttpProtocols.Http1);
        using ILoadEngine engine = Given.Engine(name, TargetOf(server));

        LoadResult result = await engine.RunAsync(
            new LoadRequest(path, new UsersTimesLoops(20, 10)) { Method = "POST", Body = "hello"u8.ToArray() }, Token);

        Assert.Empty(result.Errors);
        Assert.Equal((200, 200L * bodyBytes), (result.Count, result.BodyBytes));
    }

    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task Version_two_is_spoken_on_few_connections()
    {
        await using WebApplication server = await StartAsync(HttpProtocols.Http2);
        using ILoadEngine engine = LoadEngine.Open(TargetOf(server), new LoadOptions { HttpVersion = HttpVersion.Version20 });

        LoadResult result = await engine.RunAsync(new LoadRequest("/plain", new UsersTimesLoops(20, 10)), Token);

        Assert.Empty(result.Errors);
        Assert.Equal((200, 2600), (result.Count, result.BodyBytes));
        Assert.InRange(result.ConnectTimes.TotalCount, 1, 3);
    }

    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task A_server_of_another_version_refuses()
    {
        await using WebApplication server = await StartAsync(HttpProtocols.Http2);
        using ILoadEngine engine = LoadEngine.Open(TargetOf(server));

        LoadResult result = await engine.RunAsync(new LoadRequest("/plain", new UsersTimesLoops(1, 1)), Token);

        Assert.Equal(["status 400"], result.Errors.Keys);
    }

    private static async Task<WebApplication> StartAsync(HttpProtocols protocols)
    {
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(kestrel => kestrel.Listen(IPAddress.Loopback, 0, listen => listen.Protocols = protocols));
        WebApplication server = builder.Build();
        server.Map("/plain", () => "Hello, World!");
        server.Map("/echo", async (HttpContext context) => await context.Request.Body.CopyToAsync(context.Response.Body));
        server.Map("/chunked", async (HttpContext context) =>
        {
            for (int i = 0; i < 10; i++)
                await context.Response.Body.WriteAsync(new byte[20_000]);
        });
        await server.StartAsync(Token);
        return server;
    }

    private static HttpTarget TargetOf(WebApplication server)
    {
        string address = server.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses.First();
        return new HttpTarget(new Uri(address));
    }
}
