namespace AwaitCost;

/// <summary>Everything that can be timed.</summary>
internal static class LoopCases
{
    // A source that is never cancelled: the token can be, so that whoever gets it has to look.
    private static readonly CancellationTokenSource Source = new();

    public static IReadOnlyList<LoopCase> All { get; } =
    [
        new("task", SyncLoops.Direct, CompletedLoops.TaskAsync),
        new("value-task", SyncLoops.Direct, CompletedLoops.ValueTaskAsync),
        new("forwarded", static calls => SyncLoops.Deep(calls, 1), CompletedLoops.ForwardedAsync),
        new("elided", static calls => SyncLoops.Deep(calls, 1), CompletedLoops.ElidedAsync),
        new("token", static calls => SyncLoops.Tokens(calls, Source.Token), static calls => CompletedLoops.TokensAsync(calls, Source.Token)),
        new("deep-1", static calls => SyncLoops.Deep(calls, 1), static calls => CompletedLoops.DeepAsync(calls, 1)),
        new("deep-5", static calls => SyncLoops.Deep(calls, 5), static calls => CompletedLoops.DeepAsync(calls, 5)),
        new("deep-20", static calls => SyncLoops.Deep(calls, 20), static calls => CompletedLoops.DeepAsync(calls, 20)),
        new("throw", static calls => SyncLoops.Failing(calls, 1), static calls => CompletedLoops.FailingAsync(calls, 1)),
        new("throw-5", static calls => SyncLoops.Failing(calls, 5), static calls => CompletedLoops.FailingAsync(calls, 5)),
        new("yield", SyncLoops.Direct, YieldingLoops.TaskAsync),
        new("yield-value-task", SyncLoops.Direct, YieldingLoops.ValueTaskAsync),
        new("yield-pooled", SyncLoops.Direct, YieldingLoops.PooledAsync),
        new("yield-deep-1", static calls => SyncLoops.Deep(calls, 1), static calls => YieldingLoops.DeepAsync(calls, 1)),
        new("yield-deep-5", static calls => SyncLoops.Deep(calls, 5), static calls => YieldingLoops.DeepAsync(calls, 5)),
        new("yield-deep-20", static calls => SyncLoops.Deep(calls, 20), static calls => YieldingLoops.DeepAsync(calls, 20)),
        new("context", SyncLoops.Direct, YieldingLoops.CapturedAsync) { OnContext = true },
        new("context-free", SyncLoops.Direct, YieldingLoops.FreeAsync) { OnContext = true },
        new("context-free-throughout", SyncLoops.Direct, YieldingLoops.FreeThroughoutAsync) { OnContext = true },
        new("run", SyncLoops.Direct, TaskRunLoops.EachAsync),
        new("run-whole", SyncLoops.Direct, TaskRunLoops.WholeAsync),
        new("context-run", SyncLoops.Direct, TaskRunLoops.EachAsync) { OnContext = true },
        new("context-run-free", SyncLoops.Direct, TaskRunLoops.EachFreeAsync) { OnContext = true },
        new("millisecond", SyncLoops.Milliseconds, CompletedLoops.MillisecondsAsync),
        new("millisecond-run", SyncLoops.Milliseconds, TaskRunLoops.EachMillisecondAsync),
        new("millisecond-run-whole", SyncLoops.Milliseconds, TaskRunLoops.WholeMillisecondsAsync),
    ];
}
