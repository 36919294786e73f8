using SampleSite.Database;

namespace SampleSite.DataAccess;

/// <summary>Measures accesses to the data inside this process. Any thread may call; one measurement runs at a time, the others wait for it.</summary>
public sealed class DataTrials(BlogDatabase database) : IDisposable
{
    // Whole-process figures of two measurements at once would be neither's; and one would delete the other's posts.
    private readonly SemaphoreSlim _turn = new(1);

    /// <summary>Prepares, calls the operation <paramref name="times"/> times, and restores; only the calls are timed.</summary>
    public async Task<DataMeasurement> MeasureAsync(DataOperation operation, string form, int times, CancellationToken token)
    {
        await _turn.WaitAsync(token);
        try
        {
            var posts = await PrepareAsync(operation, 1 + times, token);
            // Else a measurement pays for the garbage of the one before: single slots took twice as long as the others of the same form.
            GC.Collect();
            var (commands, rows) = await CountAsync(operation, form, posts[0], token);
            var calls = new TimedCalls(operation, operation.IsPooled ? database.Pooled : database.Fresh, posts.AsMemory(1));
            await RunAsync(calls, operation, form, token);

            var provider = database.Provider.ToString().ToLowerInvariant();
            return new DataMeasurement(
                operation.Id, form, provider, calls.Nanoseconds, calls.CpuNanoseconds, calls.AllocatedBytes, commands * times, calls.HeldShare, rows);
        }
        finally
        {
            if (operation.LeavesPosts)
                await RestoreAsync();
            _turn.Release();
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _turn.Dispose();

    private async Task<int[]> PrepareAsync(DataOperation operation, int calls, CancellationToken token)
    {
        if (operation.Prepare is not { } prepare)
            return new int[calls];

        await using var context = database.Fresh();
        return await prepare(context, calls, token);
    }

    private async Task<(int Commands, int Rows)> CountAsync(DataOperation operation, string form, int post, CancellationToken token)
    {
        // One each, since the contexts of the parallel form work at the same time.
        var uses = new List<DatabaseUse>();
        var rows = await CallAsync();

        return (operation.RawCommands + uses.Sum(static use => use.Commands), rows);

        async Task<int> CallAsync()
        {
            if (form == "parallel" && operation.Parallel is { } parallel)
                return await parallel(Open, token);

            // In the form that is then timed: the call before a timed one leaves the connection and the processor's caches as it likes them.
            await using var context = Open();
            return form == "sync" ? operation.Sync(context, post) : await operation.Async(context, post, token);
        }

        BlogContext Open()
        {
            uses.Add(new DatabaseUse());
            return database.Watched(uses[^1]);
        }
    }

    private static async Task RunAsync(TimedCalls calls, DataOperation operation, string form, CancellationToken token)
    {
        if (form == "sync")
            calls.Run();
        else if (form == "parallel" && operation.Parallel is { } parallel)
            await calls.RunAtOnceAsync(parallel, token);
        else
            await calls.RunAsync(token);
    }

    // Also when whoever asked has gone away.
    private async Task RestoreAsync()
    {
        await using var context = database.Fresh();
        await Trial.RestoreAsync(context, CancellationToken.None);
    }
}
