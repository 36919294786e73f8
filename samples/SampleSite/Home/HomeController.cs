using System.Globalization;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.WebUtilities;

namespace SampleSite.Home;

/// <summary>The first page, and the ones nobody hopes to see.</summary>
public sealed class HomeController : Controller
{
    [HttpGet("/")]
    public ActionResult Index() => View("Index");

    /// <summary>Reached by the server itself only, with whatever method the failing request had.</summary>
    [IgnoreAntiforgeryToken]
    [Route("/error/{status:int:range(400,599)}")]
    public ActionResult Error()
    {
        // Not as a parameter: binding fails where the form of the failing request cannot be read, and the status would be 0.
        int status = int.Parse((string)RouteData.Values["status"]!, CultureInfo.InvariantCulture); // As the route demands.
        Response.StatusCode = status;
        return View("Error", status switch
        {
            400 => new ErrorPage(status, "This request was refused", "It was incomplete, or its form was opened before the site last started. Open the page again."),
            404 => new ErrorPage(status, "There is no such page", "The address may be mistyped. Every page of this site can be reached from the first one."),
            405 => new ErrorPage(status, "This page is only for reading", "It was asked to do something else."),
            >= 500 => new ErrorPage(status, "Something went wrong here", "The fault is the site's, not yours. What happened stands in its log."),
            _ => new ErrorPage(status, "This request makes no sense here", ReasonPhrases.GetReasonPhrase(status)),
        });
    }
}
