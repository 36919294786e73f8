namespace Syncopate.Experiments;

/// <summary>The rows of <c>tight-loop</c>, from the cheapest await to the article's.</summary>
internal static class LoopRows
{
    private const string Plain = "- value = Next(value);\n";

    private const string Specimen =
        "The specimen of the article: work that waits for nothing is handed to another thread only to be awaitable.";

    private const string OnContext = "Both forms run on a SynchronizationContext with a thread of its own, as desktop programs have one.";

    private const string Millisecond =
        "The method keeps its thread busy for 1 ms by the clock, whatever the processor does meanwhile: what async adds is beside it.";

    public static IReadOnlyList<LoopRow> All => Rows;

    private static readonly IReadOnlyList<LoopRow> Rows =
    [
        new("task", "Task, done when it returns", "Nothing in the method waits.", Plain + "+ value = await NextAsync(value);")
        {
            IsQuick = true,
        },
        new(
            "value-task",
            "ValueTask, done when it returns",
            "Nothing in the method waits, and it has no task to make.",
            Plain + "+ value = await NextValueTaskAsync(value);"),
        new(
            "elided",
            "Passed on without await",
            "A second method returns the task of the first.",
            "- static int Outer(int value) => Next(value);\n+ static Task<int> OuterAsync(int value) => NextAsync(value);"),
        new(
            "forwarded",
            "Passed on with await",
            "A second method awaits the first.",
            "- static int Outer(int value) => Next(value);\n+ static async Task<int> OuterAsync(int value) => await NextAsync(value);"),
        new(
            "token",
            "With a cancellation token",
            "The method takes a token and looks at it.",
            "- value = Next(value, token);\n+ value = await NextAsync(value, token);"),
        new(
            "deep-1",
            "1 await deep, done when it returns",
            "One async method calls another.",
            "- Down(value, 1)\n+ await DownAsync(value, 1)")
        {
            AwaitsDeep = 1,
        },
        new(
            "deep-5",
            "5 awaits deep, done when it returns",
            "Five async methods call one another, and then another.",
            "- Down(value, 5)\n+ await DownAsync(value, 5)")
        {
            AwaitsDeep = 5,
        },
        new(
            "deep-20",
            "20 awaits deep, done when it returns",
            "Twenty async methods call one another, and then another.",
            "- Down(value, 20)\n+ await DownAsync(value, 20)")
        {
            AwaitsDeep = 20,
        },
        new(
            "yield",
            "Task that waits once",
            "The method gives its thread back once.",
            Plain + "+ value = await NextAsync(value); // await Task.Yield() inside")
        {
            IsQuick = true,
        },
        new(
            "yield-value-task",
            "ValueTask that waits once",
            "The same with a ValueTask, which needs a task all the same once it waits.",
            Plain + "+ value = await NextValueTaskAsync(value);"),
        new(
            "yield-pooled",
            "Pooled ValueTask that waits once",
            "The same with state machines from a pool.",
            Plain + "+ [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]\n"
                + "+ static async ValueTask<int> NextAsync(int value)"),
        new(
            "yield-deep-1",
            "1 await deep, waits at the bottom",
            "One async method calls another, which waits.",
            "- Down(value, 1)\n+ await DownAsync(value, 1)")
        {
            AwaitsDeep = 1,
            WaitsOnce = true,
        },
        new(
            "yield-deep-5",
            "5 awaits deep, waits at the bottom",
            "All five methods are suspended and resumed.",
            "- Down(value, 5)\n+ await DownAsync(value, 5)")
        {
            AwaitsDeep = 5,
            WaitsOnce = true,
        },
        new(
            "yield-deep-20",
            "20 awaits deep, waits at the bottom",
            "All twenty methods are suspended and resumed.",
            "- Down(value, 20)\n+ await DownAsync(value, 20)")
        {
            AwaitsDeep = 20,
            WaitsOnce = true,
        },
        new("throw", "Throws", "The method throws, and the loop catches.", "- failed += Fail(i);\n+ failed += await FailAsync(i);"),
        new(
            "throw-5",
            "Throws 5 awaits deep",
            "Each async method catches and throws again for its caller.",
            "- failed += Fail(i, 5);\n+ failed += await FailAsync(i, 5);"),
        new(
            "context",
            "On a context, comes back to it",
            "After each wait the method goes on where it was.",
            Plain + "+ value = await NextAsync(value);")
        {
            IsQuick = true,
            Caveats = [OnContext],
        },
        new(
            "context-free",
            "On a context, ConfigureAwait(false) inside",
            "The method goes on anywhere, but its caller comes back to the context: two threads for each call.",
            Plain + "+ value = await NextAsync(value); // ConfigureAwait(false) inside")
        {
            IsQuick = true,
            Caveats = [OnContext],
        },
        new(
            "context-free-throughout",
            "On a context, ConfigureAwait(false) throughout",
            "Neither the method nor the loop comes back to the context.",
            Plain + "+ value = await NextAsync(value).ConfigureAwait(false);")
        {
            Caveats = [OnContext],
        },
        new(
            "run",
            "await Task.Run for each call",
            "Each call is handed to another thread.",
            Plain + "+ value = await Task.Run(() => Next(value));")
        {
            IsQuick = true,
            Caveats = [Specimen],
        },
        new(
            "run-whole",
            "The whole loop in one Task.Run",
            "What the article advises: one await around the loop.",
            "- Loop();\n+ await Task.Run(Loop);")
        {
            IsQuick = true,
            IsWholeLoop = true,
        },
        new(
            "context-run",
            "On a context, await Task.Run for each call",
            "Each call is handed to another thread, and its result comes back to the context.",
            Plain + "+ value = await Task.Run(() => Next(value));")
        {
            Caveats = [Specimen, OnContext],
        },
        new(
            "context-run-free",
            "On a context, Task.Run and ConfigureAwait(false)",
            "The loop leaves the context at its first await.",
            Plain + "+ value = await Task.Run(() => Next(value)).ConfigureAwait(false);")
        {
            Caveats = [Specimen, OnContext],
        },
        new(
            "millisecond",
            "1 ms per call, done when it returns",
            "A method of 1 ms that waits for nothing.",
            "- Millisecond();\n+ await MillisecondAsync();")
        {
            IsMillisecond = true,
            Caveats = [Millisecond],
        },
        new(
            "millisecond-run",
            "1 ms per call, await Task.Run for each",
            "The article’s own loop.",
            "- Millisecond();\n+ await Task.Run(Millisecond);")
        {
            IsMillisecond = true,
            IsQuick = true,
            Then = (1000, 1150),
            Caveats = [Specimen, Millisecond],
        },
        new(
            "millisecond-run-whole",
            "1 ms per call, the loop in one Task.Run",
            "What the article advises: one await around the loop.",
            "- Loop();\n+ await Task.Run(Loop);")
        {
            IsMillisecond = true,
            IsWholeLoop = true,
            Caveats = [Millisecond],
        },
    ];
}

/// <summary>A row of the table of <c>tight-loop</c>.</summary>
/// <param name="Id">What the sample calls the pair of loops.</param>
/// <param name="Title">What the table calls the async form.</param>
/// <param name="What">What the async form does, one sentence.</param>
/// <param name="Change">The code change.</param>
internal sealed record LoopRow(string Id, string Title, string What, string Change)
{
    /// <summary>Whether each call takes 1 ms; else a few nanoseconds.</summary>
    public bool IsMillisecond { get; init; }

    /// <summary>How many async methods lie between the loop and the work; null where that is not the question.</summary>
    public int? AwaitsDeep { get; init; }

    /// <summary>Whether the method gives its thread back once.</summary>
    public bool WaitsOnce { get; init; }

    /// <summary>Whether one await stands around the whole loop.</summary>
    public bool IsWholeLoop { get; init; }

    /// <summary>Figures of the row itself, which go with every slot.</summary>
    public IReadOnlyDictionary<string, double> Counters => AwaitsDeep is { } levels
        ? new Dictionary<string, double>(StringComparer.Ordinal) { ["awaitsDeep"] = levels, ["waitsOnce"] = WaitsOnce ? 1 : 0 }
        : IsWholeLoop ? new Dictionary<string, double>(StringComparer.Ordinal) { ["awaitsPerLoop"] = 1 } : new Dictionary<string, double>();

    /// <summary>Whether a quick run measures it.</summary>
    public bool IsQuick { get; init; }

    /// <summary>Means of 1,000 calls that the article printed, in ms; null when it has no such row.</summary>
    public (double Sync, double Async)? Then { get; init; }

    /// <summary>What a reader of this row must know beside what holds for all; full sentences.</summary>
    public IReadOnlyList<string> Caveats { get; init; } = [];
}
