using Microsoft.AspNetCore.Http.HttpResults;

namespace FeedService;

/// <summary>The answers that say what is wrong, as problem details.</summary>
internal static class Problems
{
    public static ProblemHttpResult NoItem(int id) =>
        TypedResults.Problem($"There is no item {id} in this feed.", statusCode: StatusCodes.Status404NotFound);

    public static ProblemHttpResult Failing(string feed) =>
        TypedResults.Problem($"The feed '{feed}' fails because the request asked it to.", statusCode: StatusCodes.Status503ServiceUnavailable);

    /// <summary>One field of the body, or one parameter of the query, and what is wrong with it.</summary>
    public static ValidationProblem Invalid(string name, string error) =>
        TypedResults.ValidationProblem(new Dictionary<string, string[]> { [name] = [error] });
}
