namespace TwinsLibrary;

/// <summary>Pairs that can be called.</summary>
public sealed class Customers
{
    private static readonly TimeSpan Delay = TimeSpan.FromMilliseconds(20);

    public string Find(int id)
    {
        Thread.Sleep(Delay);
        return $"customer {id}";
    }

    public async Task<string> FindAsync(int id, CancellationToken cancellationToken)
    {
        await Task.Delay(Delay, cancellationToken);
        return $"customer {id}";
    }

    public string Find(string name, bool exact = true) => $"{name} {exact}";

    public ValueTask<string> FindAsync(string name, bool exact = true) => ValueTask.FromResult($"{name} {exact}");

    public int Count() => 7;

    public Task<int> CountAsync(CancellationToken cancellationToken = default) => Task.FromResult(7);

    public static void Warm() => Thread.Sleep(Delay);

    public static Task WarmAsync() => Task.Delay(Delay);

    public static decimal Price(decimal amount, int? times) => amount * (times ?? 1);

    public static Task<decimal> PriceAsync(decimal amount, int? times) => Task.FromResult(amount * (times ?? 1));

    public static long Sum(uint left, long right) => left + right;

    public static Task<long> SumAsync(uint left, long right) => Task.FromResult(left + right);

    public static long Sum(long left, uint right) => left + right;

    public static Task<long> SumAsync(long left, uint right) => Task.FromResult(left + right);

    public string Break(int id) => $"customer {id}";

    public async Task<string> BreakAsync(int id)
    {
        await Task.Yield();
        throw new InvalidOperationException($"no customer {id}");
    }

    public int Stall(int id) => id;

    public async Task<int> StallAsync(int id)
    {
        await new TaskCompletionSource().Task;
        return id;
    }

    public string Hold(int id) => Find(id);

    /// <summary>Says that it is asynchronous, and blocks.</summary>
    public Task<string> HoldAsync(int id)
    {
        Thread.Sleep(Delay);
        return Task.FromResult($"customer {id}");
    }

    public int Differ(int id) => id;

    public async Task<int> DifferAsync(int id)
    {
        await Task.Yield();
        return id + 1;
    }

    /// <summary>No twin: it takes something else.</summary>
    public int Alone(int id) => id;

    public Task<int> AloneAsync(string id) => Task.FromResult(id.Length);
}
