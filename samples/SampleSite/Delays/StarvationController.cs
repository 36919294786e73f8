using System.Diagnostics.CodeAnalysis;
using Microsoft.AspNetCore.Mvc;
using SampleSite.Timing;

namespace SampleSite.Delays;

/// <summary>The same wait, held by a thread in four ways, and awaited. Each pair waits equally long.</summary>
[ApiController]
[Route("starvation")]
[SuppressMessage("ApiDesign", "RS0030", Justification = "The sync forms are specimens of threads that wait.")]
public sealed class StarvationController(RequestTiming timing, SlowSocket socket, Turnstile turnstile) : ControllerBase
{
    [HttpGet("sleep/sync")]
    public ActionResult Sleep([Wait] int ms = 200)
    {
        using (timing.Begin("wait"))
            Thread.Sleep(ms); // The specimen: its thread sleeps, and the pool is not notified.

        return Ok(ms);
    }

    [HttpGet("task/sync")]
    public ActionResult TaskWait([Wait] int ms = 200)
    {
        using (timing.Begin("wait"))
            Task.Delay(ms).Wait(); // The specimen: it blocks its thread on a task, and the pool is notified.

        return Ok(ms);
    }

    [HttpGet("sleep/async")]
    [HttpGet("task/async")]
    public async Task<ActionResult> DelayAsync([Wait] int ms = 200, CancellationToken token = default)
    {
        using (timing.Begin("wait"))
            await Task.Delay(ms, token);

        return Ok(ms);
    }

    [HttpGet("socket/sync")]
    public ActionResult Receive([Wait] int ms = 200)
    {
        using (timing.Begin("wait"))
            return Ok(socket.Receive(ms)); // The specimen: its thread waits in a read.
    }

    [HttpGet("socket/async")]
    public async Task<ActionResult> ReceiveAsync([Wait] int ms = 200, CancellationToken token = default)
    {
        using (timing.Begin("wait"))
            return Ok(await socket.ReceiveAsync(ms, token));
    }

    [HttpGet("lock/sync")]
    public ActionResult Pass([Wait] int ms = 4)
    {
        using (timing.Begin("wait"))
            turnstile.Pass(ms); // The specimen: threads wait for a lock.

        return Ok(ms);
    }

    [HttpGet("lock/async")]
    public async Task<ActionResult> PassAsync([Wait] int ms = 4, CancellationToken token = default)
    {
        using (timing.Begin("wait"))
            await turnstile.PassAsync(ms, token);

        return Ok(ms);
    }
}
