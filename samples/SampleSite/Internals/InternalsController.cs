using Microsoft.AspNetCore.Mvc;
using Microsoft.EntityFrameworkCore;
using SampleSite.Database;

namespace SampleSite.Internals;

/// <summary>The inside of the site: threads, memory, database, and whether the provider's asynchronous calls are what
/// they are called.</summary>
[Route("internals")]
public sealed class InternalsController(BlogContext context, BlogDatabase database) : Controller
{
    [HttpGet("")]
    public Task<ActionResult> ShowAsync(CancellationToken token) => PageAsync(null, token);

    /// <summary>Only when asked: it takes a third of a second, and on SQLite a core.</summary>
    [HttpPost("")]
    public async Task<ActionResult> ProbeAsync(CancellationToken token) => await PageAsync(await ProviderProbe.MeasureAsync(context, token), token);

    private async Task<ActionResult> PageAsync(ProviderProof? proof, CancellationToken token)
    {
        await context.Database.OpenConnectionAsync(token);
        string version = context.Database.GetDbConnection().ServerVersion;

        return View("Internals", new InternalsPage(
            [
                ("Threads", ProcessFacts.Threads()),
                ("Memory", ProcessFacts.Memory()),
                ("Process", ProcessFacts.Machine()),
                ("Database", ProcessFacts.Data(context, version, database.Lent)),
            ],
            proof));
    }
}
