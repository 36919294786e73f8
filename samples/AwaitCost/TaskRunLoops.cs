namespace AwaitCost;

/// <summary>The article's specimens: work that waits for nothing, made awaitable by handing it to another thread.</summary>
internal static class TaskRunLoops
{
    public static async Task<int> EachAsync(int calls)
    {
        int value = 0;
        for (int i = 0; i < calls; i++)
        {
            int from = value;
            value = await Task.Run(() => ShortWork.Next(from));
        }

        return value;
    }

    /// <summary>The same, with what ConfigureAwait(false) is today.</summary>
    public static async Task<int> EachFreeAsync(int calls)
    {
        int value = 0;
        for (int i = 0; i < calls; i++)
        {
            int from = value;
            value = await Task.Run(() => ShortWork.Next(from)).ConfigureAwait(ConfigureAwaitOptions.None);
        }

        return value;
    }

    public static async Task<int> WholeAsync(int calls) => await Task.Run(() => SyncLoops.Direct(calls));

    public static async Task<int> EachMillisecondAsync(int calls)
    {
        int value = 0;
        for (int i = 0; i < calls; i++)
        {
            int from = value;
            value = await Task.Run(() => ClockedWork.Millisecond(from));
        }

        return value;
    }

    public static async Task<int> WholeMillisecondsAsync(int calls) => await Task.Run(() => SyncLoops.Milliseconds(calls));
}
