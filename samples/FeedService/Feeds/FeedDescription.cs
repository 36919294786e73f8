using System.Globalization;
using System.Text.Json.Nodes;
using Microsoft.AspNetCore.OpenApi;
using Microsoft.OpenApi;

namespace FeedService.Feeds;

/// <summary>What the OpenAPI document cannot learn from the handlers.</summary>
internal static class FeedDescription
{
    /// <summary>What a delay filter reads from the query, and what it answers.</summary>
    public static TBuilder DescribeDelay<TBuilder>(this TBuilder endpoints) where TBuilder : IEndpointConventionBuilder =>
        endpoints.AddOpenApiOperationTransformer(AddDelayParametersAsync).ProducesValidationProblem().ProducesProblem(503);

    /// <summary>The body, which a type parameter hides from ASP.NET Core: it may be neither missing nor, where
    /// <see cref="FeedInput"/> requires a field, null.</summary>
    public static OpenApiOptions DescribeInputs(this OpenApiOptions document) => document
        .AddOperationTransformer(static (operation, _, _) =>
        {
            if (operation.RequestBody is OpenApiRequestBody body)
                body.Required = true;
            return Task.CompletedTask;
        })
        .AddSchemaTransformer(static (schema, _, _) =>
        {
            foreach (var (name, property) in schema.Properties?.AsEnumerable() ?? [])
            {
                if (property is OpenApiSchema field && schema.Required?.Contains(name) == true)
                    field.Type &= ~JsonSchemaType.Null;
            }
            return Task.CompletedTask;
        });

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
