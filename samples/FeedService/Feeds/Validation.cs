using System.ComponentModel.DataAnnotations;
using System.Text.Json;

namespace FeedService.Feeds;

/// <summary>
/// Checks what a client wrote by its data annotations. Not the validation of ASP.NET Core 10: its generator does not
/// see inputs of generic endpoints, and it names fields as the code does, not as the JSON does.</summary>
internal sealed class Validation : IEndpointFilter
{
    public ValueTask<object?> InvokeAsync(EndpointFilterInvocationContext context, EndpointFilterDelegate next)
    {
        if (context.Arguments.OfType<FeedInput>().SingleOrDefault() is not { } input)
            return new(TypedResults.Problem("The body is empty; a JSON object is needed.", statusCode: StatusCodes.Status400BadRequest));

        List<ValidationResult> errors = new();
        if (Validator.TryValidateObject(input, new ValidationContext(input), errors, validateAllProperties: true))
            return next(context);

        return new(TypedResults.ValidationProblem(errors
            .GroupBy(error => JsonNamingPolicy.CamelCase.ConvertName(error.MemberNames.Single()))
            .ToDictionary(field => field.Key, field => field.Select(error => error.ErrorMessage ?? "").ToArray())));
    }
}
