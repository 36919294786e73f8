using System.Diagnostics.CodeAnalysis;
using Microsoft.AspNetCore.Mvc;

namespace SampleSite.Customers;

/// <summary>The customers service; the names of its actions are those of the article that published them.</summary>
[ApiController]
[Route("customers")]
[SuppressMessage("Style", "IDE1006", Justification = "The article's names.")]
[SuppressMessage("ApiDesign", "RS0030", Justification = "SyncGet200MsDelay is the specimen of blocking on a task, AsyncGetCpuBound that of async around computing.")]
public sealed class CustomersController : ControllerBase
{
    [HttpGet("sync-delay")]
    public ActionResult<IReadOnlyList<Customer>> SyncGet200MsDelay(
        [Wait] int ms = 200)
    {
        Task.Delay(ms).Wait(); // The specimen: it blocks its thread on a task.

        return Ok(CustomerList.All);
    }

    [HttpGet("async-delay")]
    public async Task<ActionResult<IReadOnlyList<Customer>>> AsyncGet200MsDelay(
        [Wait] int ms = 200, CancellationToken token = default)
    {
        await Task.Delay(ms, token);

        return Ok(CustomerList.All);
    }

    [HttpGet("sync-cpu")]
    public ActionResult<IReadOnlyList<Customer>> SyncGetCpuBound()
    {
        IReadOnlyList<Customer> customers = CustomerList.Rated();

        return Ok(customers);
    }

    [HttpGet("async-cpu")]
    public async Task<ActionResult<IReadOnlyList<Customer>>> AsyncGetCpuBound()
    {
        IReadOnlyList<Customer> customers = await Task.Run(CustomerList.Rated); // The specimen: computing has no async form, it only moves to another thread.

        return Ok(customers);
    }
}
