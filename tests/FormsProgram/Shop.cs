namespace FormsProgram;

/// <summary>Work in good and bad forms.</summary>
internal sealed class Shop
{
    private static readonly TimeSpan Delay = TimeSpan.FromMilliseconds(20);
    private int _calls;

    /// <summary>A program that compares nothing, and ends with its input.</summary>
    public static async Task<int> WaitAsync()
    {
        Console.WriteLine("ready");
        await Console.In.ReadToEndAsync();
        return 0;
    }

    public string Find(int id)
    {
        Thread.Sleep(Delay);
        return $"customer {id}";
    }

    public async Task<string> FindAsync(int id, CancellationToken token)
    {
        await Task.Delay(Delay, token);
        return $"customer {id}";
    }

    public async Task<string> ThrowAsync(CancellationToken token)
    {
        await Task.Delay(Delay, token);
        throw new InvalidOperationException("no such customer");
    }

    public Task<string> HangAsync() => new TaskCompletionSource<string>().Task;

    public Task<string> BlockAsync(int id)
    {
        Thread.Sleep(Delay);
        return Task.FromResult($"customer {id}");
    }

    public int Compute() => Sum();

    public Task<int> ComputeAsync() => Task.FromResult(Sum());

    private static int Sum()
    {
        int sum = 0;
        for (int i = 0; i < 40_000_000; i++)
            sum = unchecked((sum * 31) + i);
        return sum;
    }

    public Task<string> ExitAsync()
    {
        Environment.Exit(9);
        return Task.FromResult("");
    }

    public async Task<string> SometimesAsync(CancellationToken token)
    {
        await Task.Delay(Delay, token);
        return Interlocked.Increment(ref _calls) % 2 == 0 ? throw new InvalidOperationException("no such customer") : "customer 7";
    }
}
