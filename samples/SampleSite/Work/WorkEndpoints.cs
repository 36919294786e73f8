using System.Diagnostics.CodeAnalysis;

namespace SampleSite.Work;

/// <summary>A request of any size: so much computing, then so many waits; what a capacity plan is compared with. No
/// page, as a page would cost what is not planned.</summary>
[SuppressMessage("ApiDesign", "RS0030", Justification = "The sync form is the specimen of a thread that sleeps, sync-over-async that of blocking on a task.")]
internal static class WorkEndpoints
{
    /// <summary>Adds <c>/planned/{form}</c>; its query is that of <see cref="PlannedWork.Choose"/>.</summary>
    public static void MapWork(this WebApplication site)
    {
        site.MapGet("/planned/sync", static (HttpRequest request) =>
        {
            if (PlannedWork.Choose(request.Query) is not { } work)
                return Results.BadRequest();
            ulong done = Computing.For(work.Microseconds);
            for (int i = 0; i < work.Waits; i++)
                Thread.Sleep(work.NextMilliseconds()); // The specimen: its thread sleeps.
            return Answer(done);
        });
        site.MapGet("/planned/sync-over-async", static (HttpRequest request) =>
        {
            if (PlannedWork.Choose(request.Query) is not { } work)
                return Results.BadRequest();
            ulong done = Computing.For(work.Microseconds);
            for (int i = 0; i < work.Waits; i++)
                Task.Delay(work.NextMilliseconds()).Wait(); // The specimen: it blocks its thread on a task.
            return Answer(done);
        });
        site.MapGet("/planned/async", static async (HttpRequest request, CancellationToken token) =>
        {
            if (PlannedWork.Choose(request.Query) is not { } work)
                return Results.BadRequest();
            ulong done = Computing.For(work.Microseconds);
            for (int i = 0; i < work.Waits; i++)
                await Task.Delay(work.NextMilliseconds(), token);
            return Answer(done);
        });
        site.MapGet("/planned/parallel", static async (HttpRequest request, CancellationToken token) =>
        {
            if (PlannedWork.Choose(request.Query) is not { } work)
                return Results.BadRequest();
            ulong done = Computing.For(work.Microseconds);
            await Task.WhenAll(Enumerable.Range(0, work.Waits).Select(_ => Task.Delay(work.NextMilliseconds(), token)));
            return Answer(done);
        });
    }

    // The result is part of the answer's decision, so that the compiler cannot drop the loop.
    private static IResult Answer(ulong done) => Results.Text(done == ulong.MaxValue ? "max" : "done");
}
