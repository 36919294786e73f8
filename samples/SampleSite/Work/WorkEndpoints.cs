using System.Diagnostics.CodeAnalysis;

namespace SampleSite.Work;

/// <summary>A request of any size: so much computing, then so many waits; what a capacity plan is held against. No page, as a page would cost what is not planned.</summary>
[SuppressMessage("ApiDesign", "RS0030", Justification = "The sync form is the specimen of a thread that sleeps, sync-over-async that of blocking on a task.")]
internal static class WorkEndpoints
{
    private const int MostMicroseconds = 1_000_000;
    private const int MostMilliseconds = 60_000;
    private const int MostWaits = 100;

    /// <summary>Adds <c>/planned/{form}?microseconds=&amp;ms=&amp;waits=</c>.</summary>
    public static void MapWork(this WebApplication site)
    {
        site.MapGet("/planned/sync", static (int microseconds, int ms, int waits) =>
        {
            if (!IsPossible(microseconds, ms, waits))
                return Results.BadRequest();
            var done = Computing.For(microseconds);
            for (var i = 0; i < waits; i++)
                Thread.Sleep(ms); // The specimen: its thread sleeps.
            return Answer(done);
        });
        site.MapGet("/planned/sync-over-async", static (int microseconds, int ms, int waits) =>
        {
            if (!IsPossible(microseconds, ms, waits))
                return Results.BadRequest();
            var done = Computing.For(microseconds);
            for (var i = 0; i < waits; i++)
                Task.Delay(ms).Wait(); // The specimen: it blocks its thread on a task.
            return Answer(done);
        });
        site.MapGet("/planned/async", static async (int microseconds, int ms, int waits, CancellationToken token) =>
        {
            if (!IsPossible(microseconds, ms, waits))
                return Results.BadRequest();
            var done = Computing.For(microseconds);
            for (var i = 0; i < waits; i++)
                await Task.Delay(ms, token);
            return Answer(done);
        });
        site.MapGet("/planned/parallel", static async (int microseconds, int ms, int waits, CancellationToken token) =>
        {
            if (!IsPossible(microseconds, ms, waits))
                return Results.BadRequest();
            var done = Computing.For(microseconds);
            await Task.WhenAll(Enumerable.Range(0, waits).Select(_ => Task.Delay(ms, token)));
            return Answer(done);
        });
    }

    private static bool IsPossible(int microseconds, int ms, int waits) =>
        microseconds is >= 0 and <= MostMicroseconds && ms is >= 0 and <= MostMilliseconds && waits is >= 0 and <= MostWaits;

    // The result is part of the answer's decision, so that the compiler cannot drop the loop.
    private static IResult Answer(ulong done) => Results.Text(done == ulong.MaxValue ? "max" : "done");
}
