using System.Globalization;
using System.Text.Json.Nodes;
using Microsoft.AspNetCore.OpenApi;
using Microsoft.OpenApi;

namespace FeedService.Feeds;

internal static class FeedEndpoints
{
    /// <summary>Maps one feed in both forms: <c>/sync/{feed}</c> and <c>/async/{feed}</c>.</summary>
    /// <returns>How slow both are.</returns>
    /// <exception cref="StartException">The delay set for this feed cannot be used.</exception>
    public static FeedDelay MapFeed<TItem, TInput, TView>(this WebApplication app, string feed)
        where TItem : FeedItem, IFeedItem<TItem, TInput, TView>, new()
        where TInput : FeedInput
        where TView : class
    {
        var delay = new FeedDelay(feed, app.Configuration);
        var sync = app.MapGroup($"/sync/{feed}").AddEndpointFilter(new BlockingDelay(delay));
        var async = app.MapGroup($"/async/{feed}").AddEndpointFilter(new AwaitedDelay(delay, TimeProvider.System));
        Map(sync.WithTags(feed).DescribeDelay(), SyncFeed<TItem, TInput, TView>.Operations);
        Map(async.WithTags(feed).DescribeDelay(), AsyncFeed<TItem, TInput, TView>.Operations);
        return delay;
    }

    /// <summary>Says in the OpenAPI document what a delay filter reads from the query, and what it answers.</summary>
    public static TBuilder DescribeDelay<TBuilder>(this TBuilder endpoints) where TBuilder : IEndpointConventionBuilder =>
        endpoints.AddOpenApiOperationTransformer(AddDelayParametersAsync).ProducesValidationProblem().ProducesProblem(503);

    private static void Map(RouteGroupBuilder group, FeedOperations operations)
    {
        group.MapGet("", operations.List)
            .WithSummary("The newest items first.");
        group.MapGet("{id:int}", operations.Get)
            .WithSummary("One item.")
            .ProducesProblem(404);
        group.MapPost("", operations.Create).AddEndpointFilter<Validation>()
            .WithSummary("Adds an item; the service chooses its id.")
            .ProducesProblem(413);
        group.MapPut("{id:int}", operations.Update).AddEndpointFilter<Validation>()
            .WithSummary("Replaces what an item says.")
            .ProducesProblem(404).ProducesProblem(413);
        group.MapDelete("{id:int}", operations.Delete)
            .WithSummary("Removes an item.")
            .ProducesProblem(404);
    }

    private static Task AddDelayParametersAsync(
        OpenApiOperation operation, OpenApiOperationTransformerContext context, CancellationToken cancellationToken)
    {
        operation.Parameters ??= [];
        operation.Parameters.Add(new OpenApiParameter
        {
            Name = "delay",
            In = ParameterLocation.Query,
            Description = "Milliseconds to wait before the answer, instead of the configured ones.",
            Schema = new OpenApiSchema
            {
                Type = JsonSchemaType.Integer,
                Minimum = "0",
                Maximum = FeedDelay.MaximumMilliseconds.ToString(CultureInfo.InvariantCulture),
            },
        });
        operation.Parameters.Add(new OpenApiParameter
        {
            Name = "fail",
            In = ParameterLocation.Query,
            Description = "Whether to answer 503 after the delay.",
            Schema = new OpenApiSchema { Type = JsonSchemaType.Boolean, Default = JsonValue.Create(false) },
        });
        return Task.CompletedTask;
    }
}
