using System.Diagnostics;
using Microsoft.EntityFrameworkCore;
using Syncopate.Crud;

namespace Syncopate.Bench.DataAccess;

/// <summary>The four ways of a comparison in a context that tracks 1,000 rows and the 100 to which they belong before
/// the first call of a slice; all calls of the slice are made in it.</summary>
internal static class TrackingSlices
{
    public static Slice ByHand(PostDatabase database, DataOperation operation, int calls)
    {
        using PostContext context = Loaded(database, operation);
        Start start = Start.Now();
        for (int number = 0; number < calls; number++)
            operation.ByHand(context, number);
        return start.End(calls);
    }

    public static Slice ByCrud(PostDatabase database, DataOperation operation, int calls)
    {
        using PostContext context = Loaded(database, operation);
        CrudService<PostContext> crud = new(context);
        Start start = Start.Now();
        for (int number = 0; number < calls; number++)
            operation.Check(operation.ByCrud(crud, number));
        return start.End(calls);
    }

    public static async Task<Slice> ByHandAsync(PostDatabase database, DataOperation operation, int calls)
    {
        await using PostContext context = Loaded(database, operation);
        Start start = Start.Now();
        for (int number = 0; number < calls; number++)
            await operation.ByHandAsync(context, number);
        return start.End(calls);
    }

    public static async Task<Slice> ByCrudAsync(PostDatabase database, DataOperation operation, int calls)
    {
        await using PostContext context = Loaded(database, operation);
        CrudService<PostContext> crud = new(context);
        Start start = Start.Now();
        for (int number = 0; number < calls; number++)
            operation.Check(await operation.ByCrudAsync(crud, number));
        return start.End(calls);
    }

    private static PostContext Loaded(PostDatabase database, DataOperation operation)
    {
        PostContext context = database.Open();
        int last = database.Keys[^1];
        context.Posts.Where(post => post.Id <= last).Include(post => post.Blog).Load();
        operation.Load(context);
        return context;
    }

    private readonly record struct Start(long Ticks, long Bytes)
    {
        public static Start Now() => new(Stopwatch.GetTimestamp(), GC.GetTotalAllocatedBytes(precise: true));

        public Slice End(int calls) => new(
            Stopwatch.GetElapsedTime(Ticks).TotalNanoseconds / calls,
            (double)(GC.GetTotalAllocatedBytes(precise: true) - Bytes) / calls);
    }
}
