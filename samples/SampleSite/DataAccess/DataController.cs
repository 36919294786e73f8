using System.ComponentModel.DataAnnotations;
using Microsoft.AspNetCore.Mvc;
using SampleSite.Database;
using SampleSite.Hosting;

namespace SampleSite.DataAccess;

/// <summary>Accesses to the data, measured inside the process; for whoever has the key.</summary>
[ApiController]
[RunKey]
[IgnoreAntiforgeryToken]
[Route("data")]
public sealed class DataController(DataTrials trials, BlogDatabase database) : ControllerBase
{
    private const int MostCalls = 1000;

    [HttpGet]
    public ActionResult List() =>
        Ok(DataOperations.All.Select(static operation => new { operation.Id, operation.Title, operation.Touches, operation.Forms }));

    [HttpPost("{operation}/{form}")]
    public async Task<ActionResult<DataMeasurement>> MeasureAsync(
        string operation, string form, [Range(1, MostCalls)] int times = 1, CancellationToken token = default)
    {
        var known = DataOperations.All.FirstOrDefault(candidate => candidate.Id == operation);
        if (known is null || !known.Forms.Contains(form))
            return Problem($"There is no {operation} in the form {form}. GET /data lists what there is.", statusCode: StatusCodes.Status404NotFound);

        return await trials.MeasureAsync(known, form, times, token);
    }

    [HttpPost("reset")]
    public async Task<ActionResult> ResetAsync([Range(1, DatabaseSettings.MostPosts)] int? posts, CancellationToken token)
    {
        await database.ResetAsync(posts, token);
        return NoContent();
    }
}
