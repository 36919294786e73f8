using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using Syncopate.Live.Access;
using Syncopate.Live.Following;
using Syncopate.Live.Results;
using Syncopate.Live.Serving;
using Syncopate.Live.Watching;
using Xunit;

namespace Syncopate.Live.Tests;

/// <summary>The addresses that are attacked are those of the server: none is left out, and none is attacked that is not there.</summary>
[Trait("Judges", "laws")]
public sealed class RouteTests
{
    [Fact]
    public async Task Every_address_is_attacked_and_no_other()
    {
        WebApplicationBuilder builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder.WebHost.UseKestrelCore();
        builder.Services.AddRoutingCore();
        await using WebApplication site = builder.Build();
        LiveTool tool = new([], [new ToolCommand("compare", "", [], [])], (_, _) => Task.FromResult<string?>(null))
        {
            Quote = static word => word,
            Verdict = static (_, _) => "",
        };
        LiveOptions options = new(Path.GetTempPath(), 0, TimeProvider.System, tool);
        ResultStore store = new(options.Root);
        await using ChildRuns runs = new(options, store);
        await using WatchSessions sessions = new(store.Root, options.Time);

        LiveRoutes.Map(site, new LiveParts(options, new AccessKeys(), store, runs, sessions));

        string[] routed =
        [
            .. from source in ((IEndpointRouteBuilder)site).DataSources
               from endpoint in source.Endpoints.OfType<RouteEndpoint>()
               let methods = endpoint.Metadata.GetMetadata<IHttpMethodMetadata>()?.HttpMethods ?? []
               where methods.Count > 0 // What is no address of ours leads to one sentence.
               let method = methods.Contains(HttpMethods.Post) ? HttpMethods.Post : HttpMethods.Get
               select $"{method} {endpoint.RoutePattern.RawText}",
        ];
        Assert.Equal(routed.Order(StringComparer.Ordinal), AttackTests.Routes.Distinct().Order(StringComparer.Ordinal));
        Assert.True(routed.Length > 25, string.Join('\n', routed));
    }
}
