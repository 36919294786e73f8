using Microsoft.AspNetCore.Mvc;
using SampleSite.Home;
using Syncopate.Crud;
using Syncopate.Crud.AspNetCore;

namespace SampleSite.Listing;

/// <summary>Turns what came of a call into what the visitor sees. Both forms of a controller share it.</summary>
internal static class Answers
{
    /// <summary>Names what the next page shows once.</summary>
    public const string Message = "Message";

    /// <summary>Carries it there.</summary>
    public const string MessageCookie = "message";

    /// <summary>The page when the call was done; else a page that says in words why not.</summary>
    public static ActionResult Page<T>(this Controller controller, Result<T> result, Func<T, ActionResult> page) =>
        result.IsDone ? page(result.Value) : controller.Problem(result);

    /// <summary>Goes to another page of this site, which then shows the result's message.</summary>
    public static ActionResult GoTo(this Controller controller, string path, Result result)
    {
        controller.TempData[Message] = result.Message;
        return controller.LocalRedirect(path);
    }

    /// <summary>Whether the visitor can do something about it in the same form; the errors then stand beside its fields.</summary>
    public static bool CanBeCorrected(this Controller controller, Result result)
    {
        if (result.Outcome != Outcome.Invalid)
            return false;

        result.AddTo(controller.ModelState);
        return true;
    }

    /// <summary>Whether somebody deleted meanwhile what the visitor has edited; the page of a new one then keeps what was typed. After a
    /// conflict it is read again first: the row that has gone may be that of a tag of a post.</summary>
    public static bool IsGone(this Controller controller, Result result)
    {
        if (result.Outcome != Outcome.NotFound)
            return false;

        controller.ModelState.AddModelError("", $"{result.Message} What you have typed is still here: create it anew, or leave it.");
        controller.Response.StatusCode = StatusCodes.Status404NotFound;
        return true;
    }

    /// <summary>A page that says in words why a call was not done.</summary>
    public static ActionResult Problem(this Controller controller, Result result)
    {
        ErrorPage page = result.Outcome switch
        {
            Outcome.NotFound => new ErrorPage(StatusCodes.Status404NotFound, "This is not here", result.Message),
            Outcome.Conflict => new ErrorPage(StatusCodes.Status409Conflict, "Somebody else was faster", result.Message),
            Outcome.Unavailable => new ErrorPage(StatusCodes.Status503ServiceUnavailable, "The database does not answer", result.Message),
            _ => new ErrorPage(StatusCodes.Status400BadRequest, "This cannot be done", result.Message),
        };
        if (result.Outcome == Outcome.Unavailable)
            LogUnavailable(controller, result);

        controller.Response.StatusCode = page.Status;
        return controller.View("/Home/Error.cshtml", page);
    }

    // One line, without the stack: the operator must know which database and why, and nothing else is wrong here.
    private static void LogUnavailable(Controller controller, Result result) => controller.HttpContext.RequestServices
        .GetRequiredService<ILoggerFactory>().CreateLogger("SampleSite.Database")
        .LogWarning("The database did not answer: {Reason}", (result.Cause?.InnerException ?? result.Cause)?.Message.ReplaceLineEndings(" "));
}
