using AwaitCost;
using BenchmarkDotNet.Attributes;

namespace Syncopate.Bench;

/// <summary>The loops of <c>tight-loop</c>, the same code, measured by the tool that others trust. An operation is one call.</summary>
/// <remarks>Not sealed: BenchmarkDotNet derives from it.</remarks>
[MemoryDiagnoser]
public class AwaitBench
{
    private const int Calls = 1000;

    // The tool's own thread waits for each invocation, and to wake it takes 10 µs: no cost of the loop, and with 20 of
    // them half a nanosecond a call.
    private const int Loops = 20;

    private readonly OwnThread _context = OwnThread.Start();
    private LoopCase _loop = LoopCases.All[0];

    /// <summary>Ids of all loops but those of 1 ms per call, which the tool would call thousands of times.</summary>
    public static IEnumerable<string> Ids => LoopCases.All.Select(c => c.Id).Where(id => !id.StartsWith("millisecond", StringComparison.Ordinal));

    /// <summary>Which loop.</summary>
    [ParamsSource(nameof(Ids))]
    public string Id
    {
        get => _loop.Id;
        set => _loop = LoopCases.All.First(c => c.Id == value);
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Loops * Calls)]
    public int Plain()
    {
        int answer = 0;
        for (int i = 0; i < Loops; i++)
            answer ^= _loop.Sync(Calls);
        return answer;
    }

    [Benchmark(OperationsPerInvoke = Loops * Calls)]
    public async Task<int> AwaitedAsync() => _loop.OnContext ? await _context.RunAsync(RepeatAsync) : await RepeatAsync();

    private async Task<int> RepeatAsync()
    {
        int answer = 0;
        for (int i = 0; i < Loops; i++)
            answer ^= await _loop.Async(Calls);
        return answer;
    }
}
