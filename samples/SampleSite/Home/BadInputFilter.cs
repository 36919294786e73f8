using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.Filters;

namespace SampleSite.Home;

/// <summary>Answers a page's address whose values cannot be with 400 and the reason, before the page's action runs.</summary>
public sealed class BadInputFilter : IActionFilter
{
    /// <inheritdoc/>
    public void OnActionExecuting(ActionExecutingContext context)
    {
        if (context.ModelState.IsValid || context.Controller is not Controller page)
            return;

        var reasons = context.ModelState.Values.SelectMany(static entry => entry.Errors).Select(static error => error.ErrorMessage);
        page.Response.StatusCode = StatusCodes.Status400BadRequest;
        context.Result = page.View("/Home/Error.cshtml", new ErrorPage(400, "This value cannot be used", string.Join(" ", reasons)));
    }

    /// <inheritdoc/>
    public void OnActionExecuted(ActionExecutedContext context)
    {
        // Only what comes in is checked.
    }
}
