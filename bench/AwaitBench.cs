using AwaitCost;
using BenchmarkDotNet.Attributes;

namespace Syncopate.Bench;

/// <summary>The loops of <c>tight-loop</c>, the same code, measured by the tool that others trust. One operation is one call of a loop of 1,000.</summary>
/// <remarks>Not sealed: BenchmarkDotNet derives from it.</remarks>
[MemoryDiagnoser]
public class AwaitBench
{
    private const int Calls = 1000;

    private readonly OwnThread _context = OwnThread.Start();
    private LoopCase _loop = LoopCases.All[0];

    /// <summary>Ids of all loops but those of 1 ms a call, which the tool would call thousands of times.</summary>
    public static IEnumerable<string> Ids => LoopCases.All.Select(c => c.Id).Where(id => !id.StartsWith("millisecond", StringComparison.Ordinal));

    /// <summary>Which loop.</summary>
    [ParamsSource(nameof(Ids))]
    public string Id
    {
        get => _loop.Id;
        set => _loop = LoopCases.All.First(c => c.Id == value);
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Calls)]
    public int Plain() => _loop.Sync(Calls);

    [Benchmark(OperationsPerInvoke = Calls)]
    public async Task<int> AwaitedAsync() => _loop.OnContext ? await _context.RunAsync(() => _loop.Async(Calls)) : await _loop.Async(Calls);
}
