using System.Diagnostics;
using SampleSite.Database;

namespace SampleSite.DataAccess;

/// <summary>Measures accesses to the data inside this process. Any thread may call; one measurement runs at a time, the
/// others wait for it.</summary>
public sealed class DataTrials(BlogDatabase database) : IDisposable
{
    // Whole-process figures of two measurements at once would be neither's; and one would delete the other's posts.
    private readonly SemaphoreSlim _turn = new(1);

    /// <summary>Prepares, lets the forms have their turns one after the other, and restores; only the calls are timed.</summary>
    /// <param name="operation">What is called.</param>
    /// <param name="turns">The form of each turn, in order.</param>
    /// <param name="times">Calls in a turn.</param>
    /// <param name="token">Ends it.</param>
    /// <returns>One measurement a turn.</returns>
    public async Task<IReadOnlyList<DataMeasurement>> MeasureAsync(DataOperation operation, IReadOnlyList<string> turns, int times, CancellationToken token)
    {
        await _turn.WaitAsync(token);
        try
        {
            List<string> forms = [.. turns.Distinct()];
            int[] posts = await PrepareAsync(operation, forms.Count + times * turns.Count, token);
            // Else a measurement pays for the garbage of the one before: single slots took twice as long as the others
            // of the same form. Between turns nothing is collected: what one leaves to the next is divided among the forms by the order,
            // which is drawn by lot.
            GC.Collect();
            Dictionary<string, (int Commands, int Rows)> counts = new Dictionary<string, (int Commands, int Rows)>();
            foreach (string form in forms)
                counts[form] = await CountAsync(operation, form, posts[counts.Count], token);
            List<TimedCalls> timed = [.. turns.Select((_, at) => new TimedCalls(operation, operation.IsPooled ? database.Pooled : database.Fresh, posts.AsMemory(forms.Count + at * times, times)))];
            for (int turn = 0; turn < turns.Count; turn++)
                await RunAsync(timed[turn], operation, turns[turn], token);

            return [.. timed.Select((calls, at) => Measurement(operation, turns[at], calls, counts[turns[at]], timed[0].BeginTimestamp))];
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

    private DataMeasurement Measurement(DataOperation operation, string form, TimedCalls calls, (int Commands, int Rows) count, long beginTimestamp) => new(
        operation.Id, form, database.Provider.ToString().ToLowerInvariant(), calls.Nanoseconds, calls.CpuNanoseconds, calls.AllocatedBytes, count.Commands * calls.Nanoseconds.Count, calls.HeldShare, count.Rows)
    {
        AtNanoseconds = (long)Stopwatch.GetElapsedTime(beginTimestamp, calls.BeginTimestamp).TotalNanoseconds,
        Collections = calls.Collections,
    };

    private async Task<int[]> PrepareAsync(DataOperation operation, int calls, CancellationToken token)
    {
        if (operation.Prepare is not { } prepare)
            return new int[calls];

        await using BlogContext context = database.Fresh();
        return await prepare(context, calls, token);
    }

    private async Task<(int Commands, int Rows)> CountAsync(DataOperation operation, string form, int post, CancellationToken token)
    {
        // One each, since the contexts of the parallel form work at the same time.
        List<DatabaseUse> uses = new();
        int rows = await CallAsync();

        return (operation.RawCommands + uses.Sum(static use => use.Commands), rows);

        async Task<int> CallAsync()
        {
            if (form == "parallel" && operation.Parallel is { } parallel)
                return await parallel(Open, token);

            // In the form that is then timed: the call before a timed one leaves the connection and the processor's
            // caches as it likes them.
            await using BlogContext context = Open();
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
        await using BlogContext context = database.Fresh();
        await Trial.RestoreAsync(context, CancellationToken.None);
    }
}
