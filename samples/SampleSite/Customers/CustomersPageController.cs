using Microsoft.AspNetCore.Mvc;

namespace SampleSite.Customers;

/// <summary>The page that explains the service to people.</summary>
public sealed class CustomersPageController : Controller
{
    [HttpGet("/customers")]
    public ActionResult Explain() => View("/Customers/Customers.cshtml");
}
