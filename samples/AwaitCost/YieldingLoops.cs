using System.Runtime.CompilerServices;

namespace AwaitCost;

/// <summary>Async methods that give their thread back once, as if they waited for something that takes no time.</summary>
internal static class YieldingLoops
{
    public static async Task<int> TaskAsync(int calls)
    {
        int value = 0;
        for (int i = 0; i < calls; i++)
            value = await NextAsync(value);
        return value;
    }

    public static async Task<int> ValueTaskAsync(int calls)
    {
        int value = 0;
        for (int i = 0; i < calls; i++)
            value = await NextValueAsync(value);
        return value;
    }

    public static async Task<int> PooledAsync(int calls)
    {
        int value = 0;
        for (int i = 0; i < calls; i++)
            value = await NextPooledAsync(value);
        return value;
    }

    public static async Task<int> DeepAsync(int calls, int depth)
    {
        int value = 0;
        for (int i = 0; i < calls; i++)
            value = await DownAsync(value, depth);
        return value;
    }

    /// <summary>For loops on a context: they come back to it after each wait.</summary>
    public static async Task<int> CapturedAsync(int calls)
    {
        int value = 0;
        for (int i = 0; i < calls; i++)
            value = await NextCapturedAsync(value);
        return value;
    }

    /// <summary>The same, but the method that waits does not care where it goes on; its caller still comes back to the context.</summary>
    public static async Task<int> FreeAsync(int calls)
    {
        int value = 0;
        for (int i = 0; i < calls; i++)
            value = await NextFreeAsync(value);
        return value;
    }

    /// <summary>The same, and neither does the loop: None is what ConfigureAwait(false) is today.</summary>
    public static async Task<int> FreeThroughoutAsync(int calls)
    {
        int value = 0;
        for (int i = 0; i < calls; i++)
            value = await NextFreeAsync(value).ConfigureAwait(ConfigureAwaitOptions.None);
        return value;
    }

    private static async Task<int> NextAsync(int value)
    {
        await Task.Yield();
        return ShortWork.Next(value);
    }

    private static async ValueTask<int> NextValueAsync(int value)
    {
        await Task.Yield();
        return ShortWork.Next(value);
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private static async ValueTask<int> NextPooledAsync(int value)
    {
        await Task.Yield();
        return ShortWork.Next(value);
    }

    private static async Task<int> DownAsync(int value, int depth) => (depth == 1 ? await NextAsync(value) : await DownAsync(value, depth - 1)) + 1;

    private static async Task<int> NextCapturedAsync(int value)
    {
        await Task.CompletedTask.ConfigureAwait(ConfigureAwaitOptions.ForceYielding | ConfigureAwaitOptions.ContinueOnCapturedContext);
        return ShortWork.Next(value);
    }

    private static async Task<int> NextFreeAsync(int value)
    {
        await Task.CompletedTask.ConfigureAwait(ConfigureAwaitOptions.ForceYielding);
        return ShortWork.Next(value);
    }
}
