using System.Text.Json;
using Microsoft.AspNetCore.Diagnostics;
using Microsoft.Data.Sqlite;
using Microsoft.EntityFrameworkCore;

namespace FeedService;

/// <summary>What a client did wrong and only an exception tells: an answer with the reason, never a 500.</summary>
internal sealed class ProblemAnswers : IExceptionHandler
{
    private const int SqliteForeignKey = 787; // SQLITE_CONSTRAINT_FOREIGNKEY

    public async ValueTask<bool> TryHandleAsync(HttpContext httpContext, Exception exception, CancellationToken cancellationToken)
    {
        IResult? answer = exception switch
        {
            BadHttpRequestException { InnerException: JsonException { Path: { Length: > 2 } path } } =>
                Problems.Invalid(path[2..], "The value is not of the type of this field."),
            BadHttpRequestException bad => TypedResults.Problem(bad.Message, statusCode: bad.StatusCode),

            // The only key that a client can name.
            DbUpdateException { InnerException: SqliteException { SqliteExtendedErrorCode: SqliteForeignKey } } =>
                Problems.Invalid("fromId", "There is no such person."),

            // Somebody else deleted the item between our reading and our writing it.
            DbUpdateConcurrencyException => TypedResults.Problem("There is no such item any more.", statusCode: StatusCodes.Status404NotFound),
            _ => null,
        };
        if (answer is null)
            return false;

        await answer.ExecuteAsync(httpContext);
        return true;
    }
}
