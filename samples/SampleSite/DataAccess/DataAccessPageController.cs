using Microsoft.AspNetCore.Mvc;

namespace SampleSite.DataAccess;

/// <summary>Tells of the measured accesses to the data; the measuring itself needs a key.</summary>
public sealed class DataAccessPageController : Controller
{
    [HttpGet("/data-access")]
    public ActionResult Show() => View("/DataAccess/DataAccess.cshtml", DataOperations.All);
}
