using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.Filters;
using Microsoft.AspNetCore.Mvc.ModelBinding;

namespace SampleSite.Home;

/// <summary>
/// Answers a page's address with a value that cannot be with 400 and the reason, before the page's action runs. What a
/// visitor filled into a form is the action's own affair; a form that it shows again is answered with 422.
/// </summary>
public sealed class BadInputFilter : IActionFilter
{
    /// <inheritdoc/>
    public void OnActionExecuting(ActionExecutingContext context)
    {
        if (context.ModelState.IsValid || context.Controller is not Controller page || !HttpMethods.IsGet(context.HttpContext.Request.Method))
            return;

        IEnumerable<string> reasons = context.ModelState
            .Where(static entry => entry.Value?.ValidationState == ModelValidationState.Invalid)
            .Select(static entry => $"{entry.Key} is “{entry.Value?.AttemptedValue}”. {Allowed(entry.Key)}");
        string title = context.ModelState.Keys.Any(IsList) ? "There is no such list" : "This wait is not possible";
        page.Response.StatusCode = StatusCodes.Status400BadRequest;
        context.Result = page.View("/Home/Error.cshtml", new ErrorPage(400, title, string.Join(' ', reasons)));
    }

    /// <inheritdoc/>
    public void OnActionExecuted(ActionExecutedContext context)
    {
        HttpResponse response = context.HttpContext.Response;
        if (!context.ModelState.IsValid && context.Result is ViewResult && response.StatusCode == StatusCodes.Status200OK)
            response.StatusCode = StatusCodes.Status422UnprocessableEntity;
    }

    private static bool IsList(string key) => key.ToUpperInvariant() is "FIND" or "SORT" or "TAG" or "PAGE" or "SIZE";

    private static string Allowed(string key) => key.ToUpperInvariant() switch
    {
        "FIND" or "SORT" => "It must have at most 64 characters.",
        "TAG" => "It must be a whole number.",
        "PAGE" => "It must be a whole number from 1 on.",
        "SIZE" => "It must be a whole number from 1 to 100.",
        _ => "It must be a whole number of milliseconds from 0 to 60000.",
    };
}
