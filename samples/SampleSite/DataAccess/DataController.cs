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
    private const int MostCallsOfTurns = 100_000;

    [HttpGet]
    public ActionResult List() =>
        Ok(DataOperations.All.Select(static operation => new { operation.Id, operation.Title, operation.Touches, operation.Forms }));

    [HttpPost("{operation}/{form}")]
    public async Task<ActionResult<DataMeasurement>> MeasureAsync(
        string operation, string form, [Range(1, MostCalls)] int times = 1, CancellationToken token = default) =>
        Known(operation, [form]) is { } known ? (await trials.MeasureAsync(known, [form], times, token))[0] : Unknown(operation, form);

    /// <summary>Forms that take turns of a few milliseconds: what the machine does in the meantime meets all of them.</summary>
    /// <param name="operation">What is called.</param>
    /// <param name="forms">The form of each turn, in order, such as sync,async,async,sync.</param>
    /// <param name="times">Calls in a turn.</param>
    /// <param name="token">Ends it.</param>
    [HttpPost("{operation}/turns")]
    public async Task<ActionResult<IReadOnlyList<DataMeasurement>>> TakeTurnsAsync(
        string operation, string forms, [Range(1, MostCalls)] int times = 1, CancellationToken token = default)
    {
        string[] turns = forms.Split(',');
        if (Known(operation, turns) is not { } known)
            return Unknown(operation, forms);
        if (turns.Length * times > MostCallsOfTurns)
            return Problem($"{turns.Length} turns of {times} calls are too many; at most {MostCallsOfTurns} calls in all.", statusCode: StatusCodes.Status400BadRequest);

        return Ok(await trials.MeasureAsync(known, turns, times, token));
    }

    [HttpPost("reset")]
    public async Task<ActionResult> ResetAsync([Range(1, DatabaseSettings.MostPosts)] int? posts, CancellationToken token)
    {
        await database.ResetAsync(posts, token);
        return NoContent();
    }

    private static DataOperation? Known(string operation, IReadOnlyList<string> forms) =>
        DataOperations.All.FirstOrDefault(candidate => candidate.Id == operation && forms.All(candidate.Forms.Contains));

    private ObjectResult Unknown(string operation, string forms) =>
        Problem($"There is no {operation} in the form {forms}. GET /data lists what there is.", statusCode: StatusCodes.Status404NotFound);
}
