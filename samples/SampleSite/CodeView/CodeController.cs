using Microsoft.AspNetCore.Mvc;

namespace SampleSite.CodeView;

/// <summary>Shows the source of the site's own forms, compared.</summary>
public sealed class CodeController : Controller
{
    [HttpGet("/code/{id}")]
    public ActionResult Show(string id)
    {
        if (Demonstrations.All.FirstOrDefault(demo => demo.Id == id) is not { } demo)
            return NotFound();

        return View("/CodeView/Code.cshtml", new CodePage(demo, [.. CodeCatalog.Of(demo).Select(source => CodeStep.Of(demo, source))]));
    }
}
