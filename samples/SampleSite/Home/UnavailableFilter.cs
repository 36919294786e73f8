using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.Filters;
using Microsoft.AspNetCore.Mvc.ModelBinding;
using SampleSite.Database;

namespace SampleSite.Home;

/// <summary>Tells in words that the database did not answer, where an action asks it without the service that would
/// tell so itself.</summary>
public sealed class UnavailableFilter(ILogger<UnavailableFilter> log) : IExceptionFilter
{
    /// <inheritdoc/>
    public void OnException(ExceptionContext context)
    {
        if (DatabaseCause.Of(context.Exception) is not { } cause)
            return;

        // One line, without the stack: the operator must know which database and why, and nothing else is wrong here.
        log.LogWarning("The database did not answer: {Reason}", cause.Message.ReplaceLineEndings(" "));
        context.HttpContext.Response.StatusCode = StatusCodes.Status503ServiceUnavailable;
        context.ExceptionHandled = true;
        context.Result = context.ActionDescriptor.EndpointMetadata.OfType<ApiControllerAttribute>().Any()
            ? new ObjectResult(new ProblemDetails { Title = "The database does not answer", Status = StatusCodes.Status503ServiceUnavailable })
            : Page();
    }

    private static ViewResult Page() => new()
    {
        ViewName = "/Home/Error.cshtml",
        ViewData = new(new EmptyModelMetadataProvider(), new ModelStateDictionary())
        {
            Model = new ErrorPage(503, "The database does not answer", "Nothing was saved. Try again in a moment."),
        },
    };
}
