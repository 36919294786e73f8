namespace AwaitCost;

/// <summary>Async methods that are done when they return: nothing in them waits.</summary>
internal static class CompletedLoops
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

    public static async Task<int> DeepAsync(int calls, int depth)
    {
        int value = 0;
        for (int i = 0; i < calls; i++)
            value = await DownAsync(value, depth);
        return value;
    }

    public static async Task<int> ForwardedAsync(int calls)
    {
        int value = 0;
        for (int i = 0; i < calls; i++)
            value = await ForwardAsync(value);
        return value;
    }

    public static async Task<int> ElidedAsync(int calls)
    {
        int value = 0;
        for (int i = 0; i < calls; i++)
            value = await ElideAsync(value);
        return value;
    }

    public static async Task<int> TokensAsync(int calls, CancellationToken token)
    {
        int value = 0;
        for (int i = 0; i < calls; i++)
            value = await WithTokenAsync(value, token);
        return value;
    }

    public static async Task<int> FailingAsync(int calls, int depth)
    {
        int failed = 0;
        for (int i = 0; i < calls; i++)
        {
            try
            {
                failed += await FailAsync(i, depth);
            }
            catch (InvalidOperationException)
            {
                failed++;
            }
        }

        return failed;
    }

    public static async Task<int> MillisecondsAsync(int calls)
    {
        int value = 0;
        for (int i = 0; i < calls; i++)
            value = await MillisecondAsync(value);
        return value;
    }

    private static async Task<int> NextAsync(int value)
    {
        await Task.CompletedTask;
        return ShortWork.Next(value);
    }

    private static async ValueTask<int> NextValueAsync(int value)
    {
        await Task.CompletedTask;
        return ShortWork.Next(value);
    }

    private static async Task<int> DownAsync(int value, int depth) => (depth == 1 ? await NextAsync(value) : await DownAsync(value, depth - 1)) + 1;

    private static async Task<int> ForwardAsync(int value) => await NextAsync(value);

    private static Task<int> ElideAsync(int value) => NextAsync(value);

    private static async Task<int> WithTokenAsync(int value, CancellationToken token)
    {
        token.ThrowIfCancellationRequested();
        await Task.CompletedTask;
        return ShortWork.Next(value);
    }

    private static async Task<int> FailAsync(int value, int depth)
    {
        await Task.CompletedTask;
        return depth == 1 ? throw ShortWork.Failure() : await FailAsync(value, depth - 1) + 1;
    }

    private static async Task<int> MillisecondAsync(int value)
    {
        await Task.CompletedTask;
        return ClockedWork.Millisecond(value);
    }
}
