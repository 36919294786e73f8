using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;

namespace Syncopate.Crud.AspNetCore;

/// <summary>
/// Answers with problem details (RFC 9457). Invalid is 400 with the errors by member, exactly as the framework answers
/// what it finds itself, so that a client needs one way for both; not found is 404, a conflict 409, unavailable 503.
/// Neither the current values of a conflict nor any cause is in the answer: a row holds more than every client may see.
/// </summary>
public static class Problems
{
    /// <summary>The problem; a <see cref="ValidationProblemDetails"/> when the outcome is <see cref="Outcome.Invalid"/>.</summary>
    /// <param name="result">One that is not done.</param>
    /// <exception cref="InvalidOperationException">The result is done.</exception>
    public static ProblemDetails ToProblem(this Result result) => result.Outcome switch
    {
        Outcome.Invalid => new ValidationProblemDetails(ErrorsOf(result))
        {
            Status = StatusCodes.Status400BadRequest,
            Detail = result.Message,
        },
        Outcome.NotFound => Problem(result, StatusCodes.Status404NotFound, "Not found"),
        Outcome.Conflict => Problem(result, StatusCodes.Status409Conflict, "Changed by somebody else"),
        Outcome.Unavailable => Problem(result, StatusCodes.Status503ServiceUnavailable, "Not available now"),
        _ => throw new InvalidOperationException("The result is done, so there is no problem to report. Ask IsDone before ToProblem."),
    };

    /// <summary>For a controller's action: 200 with the value, else the problem under its status.</summary>
    /// <typeparam name="T">What was asked for.</typeparam>
    /// <param name="result">Of the call that the request is about.</param>
    public static ActionResult<T> ToActionResult<T>(this Result<T> result) => result.IsDone
        ? new OkObjectResult(result.Value)
        : Answer(result);

    /// <summary>For a controller's action: another answer with the value, such as 201, else the problem under its status.</summary>
    /// <typeparam name="T">What was asked for.</typeparam>
    /// <param name="result">Of the call that the request is about.</param>
    /// <param name="done">Called only when it is done.</param>
    public static ActionResult ToActionResult<T>(this Result<T> result, Func<T, ActionResult> done) => result.IsDone
        ? done(result.Value)
        : Answer(result);

    private static ObjectResult Answer(Result result)
    {
        ProblemDetails problem = result.ToProblem();
        return new ObjectResult(problem) { StatusCode = problem.Status, ContentTypes = { "application/problem+json" } };
    }

    private static ProblemDetails Problem(Result result, int status, string title) =>
        new() { Status = status, Title = title, Detail = result.Message };

    private static Dictionary<string, string[]> ErrorsOf(Result result) => result.Errors
        .GroupBy(error => error.Path, error => error.Message)
        .ToDictionary(member => member.Key, member => member.ToArray());
}
