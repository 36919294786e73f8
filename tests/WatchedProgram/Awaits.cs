using System.Diagnostics;

namespace WatchedProgram;

/// <summary>Async methods of known delays, each with a stopwatch placed by hand: a line asks for one run of a kind, the
/// answer is what the stopwatches say.</summary>
internal sealed class Awaits
{
    private readonly List<HandStopwatch> _watches = []; // Guarded by itself.
    private readonly List<Task> _held = [];
    private readonly TaskCompletionSource _never = new();

    public static async Task<int> RunAsync()
    {
        Awaits awaits = new();
        Console.WriteLine("ready");
        while (await Console.In.ReadLineAsync() is { } kind)
            Console.WriteLine(await awaits.AnswerAsync(kind));
        return 0;
    }

    private async Task<string> AnswerAsync(string kind)
    {
        _watches.Clear();
        await Task.Yield(); // What is called next begins with a slice of its own, as a request does.
        await (kind switch
        {
            "sequential" => SequentialAsync(),
            "parallel" => ParallelAsync(),
            "nested" => OuterAsync(),
            "synchronous" => FourReadsAsync(),
            "void" => VoidAsync(),
            "direct" => DirectAsync(),
            "hold" => HoldFiveAsync(),
            "rest" => Task.Delay(100),
            "given" => Given.CallAsync(40),
            _ => throw new ArgumentException($"'{kind}' is no kind of run."),
        });
        return _watches.Count == 0 ? "done" : string.Join(' ', _watches);
    }

    private async Task SequentialAsync()
    {
        HandStopwatch watch = Place("SequentialAsync");
        Work(60);
        Task orders = LoadOrdersAsync();
        await watch.Awaiting(orders);
        watch.Resumed();
        Task customers = LoadCustomersAsync();
        await watch.Awaiting(customers);
        watch.Resumed();
        watch.End();
    }

    private static async Task DirectAsync()
    {
        Work(20);
        await ReadOrdersAsync();
        Work(20);
        await ReadCustomersAsync();
    }

    private static async Task ReadOrdersAsync()
    {
        Work(20);
        await Task.Delay(120);
    }

    private static async Task ReadCustomersAsync()
    {
        Work(20);
        await Task.Delay(80);
    }

    private async Task ParallelAsync()
    {
        HandStopwatch watch = Place("ParallelAsync");
        Task orders = LoadOrdersAsync();
        Task customers = LoadCustomersAsync();
        await watch.Awaiting(Task.WhenAll(orders, customers));
        watch.Resumed();
        watch.End();
    }

    private async Task LoadOrdersAsync()
    {
        HandStopwatch watch = Place("LoadOrdersAsync");
        Work(50);
        await watch.Awaiting(Task.Delay(200));
        watch.Resumed();
        watch.End();
    }

    private async Task LoadCustomersAsync()
    {
        HandStopwatch watch = Place("LoadCustomersAsync");
        Work(50);
        await watch.Awaiting(Task.Delay(150));
        watch.Resumed();
        watch.End();
    }

    private async Task OuterAsync()
    {
        HandStopwatch watch = Place("OuterAsync");
        Work(50);
        await watch.Awaiting(MiddleAsync());
        watch.Resumed();
        await Task.Delay(100);
        watch.Resumed();
        watch.End();
    }

    private async Task<int> MiddleAsync()
    {
        HandStopwatch watch = Place("MiddleAsync");
        Task<int> inner = InnerAsync().AsTask();
        int answer = await watch.Awaiting(inner);
        watch.Resumed();
        Work(60);
        watch.End();
        return answer;
    }

    private async ValueTask<int> InnerAsync()
    {
        HandStopwatch watch = Place("InnerAsync");
        Work(50);
        await watch.Awaiting(Task.Delay(200));
        watch.Resumed();
        watch.End();
        return 42;
    }

    private async Task FourReadsAsync()
    {
        HandStopwatch watch = Place("FourReadsAsync");
        for (int read = 0; read < 4; read++)
        {
            Task<int> reading = ReadAsync(isCached: read < 3).AsTask();
            await (reading.IsCompleted ? reading : watch.Awaiting(reading));
        }

        watch.Resumed();
        watch.End();
    }

    // Three of four calls have nothing to wait for.
    private async ValueTask<int> ReadAsync(bool isCached)
    {
        HandStopwatch watch = Place("ReadAsync");
        Work(50);
        if (!isCached)
        {
            await watch.Awaiting(Task.Delay(200));
            watch.Resumed();
        }

        watch.End();
        return 1;
    }

    // As a handler of an event: nobody awaits it.
    private Task VoidAsync()
    {
        TaskCompletionSource done = new(TaskCreationOptions.RunContinuationsAsynchronously);
        Action forgotten = async () =>
        {
            HandStopwatch watch = Place("VoidAsync_lambda");
            Work(50);
            await watch.Awaiting(Task.Delay(150));
            watch.Resumed();
            watch.End();
            done.SetResult();
        };
        forgotten();
        return done.Task;
    }

    // Five calls that wait for as long as the program runs.
    private Task HoldFiveAsync()
    {
        for (int call = 0; call < 5; call++)
            _held.Add(HoldAsync());
        return Task.CompletedTask;
    }

    private async Task HoldAsync()
    {
        await Task.Yield();
        await HoldInnerAsync();
    }

    private async Task HoldInnerAsync() => await _never.Task;

    private HandStopwatch Place(string method)
    {
        HandStopwatch watch = new(method);
        lock (_watches)
            _watches.Add(watch);
        return watch;
    }

    private static void Work(int milliseconds)
    {
        long started = Stopwatch.GetTimestamp();
        while (Stopwatch.GetElapsedTime(started).TotalMilliseconds < milliseconds)
            Thread.SpinWait(100);
    }
}
