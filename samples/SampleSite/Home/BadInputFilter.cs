using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.Filters;
using Microsoft.AspNetCore.Mvc.ModelBinding;

namespace SampleSite.Home;

/// <summary>Answers a page's address whose wait is no number or out of bounds with 400 and the reason, before the page's action runs.</summary>
public sealed class BadInputFilter : IActionFilter
{
    /// <inheritdoc/>
    public void OnActionExecuting(ActionExecutingContext context)
    {
        if (context.ModelState.IsValid || context.Controller is not Controller page)
            return;

        var waits = context.ModelState
            .Where(static entry => entry.Value?.ValidationState == ModelValidationState.Invalid)
            .Select(static entry => $"{entry.Key} is “{entry.Value?.AttemptedValue}”. It must be a whole number of milliseconds from 0 to 60000.");
        page.Response.StatusCode = StatusCodes.Status400BadRequest;
        context.Result = page.View("/Home/Error.cshtml", new ErrorPage(400, "This wait is not possible", string.Join(' ', waits)));
    }

    /// <inheritdoc/>
    public void OnActionExecuted(ActionExecutedContext context)
    {
        // Only what comes in is checked.
    }
}
