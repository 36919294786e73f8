using System.Diagnostics;

namespace AwaitCost;

/// <summary>Times loops one after the other. For one use; not to be shared.</summary>
/// <param name="times">How many loops.</param>
/// <param name="calls">Calls of each.</param>
internal sealed class TimedLoops(int times, int calls)
{
    // Made before the first loop, so that nothing of ours is allocated between two timestamps.
    private readonly long[] _ticks = new long[times];
    private TimeSpan _processor;
    private long _allocated;
    private int _answer;

    public LoopTimes Result => new(
        [.. _ticks.Select(static ticks => Math.Max(1, (long)(ticks * (1e9 / Stopwatch.Frequency))))],
        (long)_processor.TotalNanoseconds,
        _answer == int.MinValue ? 0 : _allocated); // Whoever reads the answer keeps the compiler from leaving the work out.

    public async Task<TimedLoops> RunAsync(LoopCase loop, bool awaited) => awaited ? await AwaitedAsync(loop) : Direct(loop);

    private TimedLoops Direct(LoopCase loop)
    {
        Begin();
        for (int at = 0; at < _ticks.Length; at++)
        {
            long begin = Stopwatch.GetTimestamp();
            _answer ^= loop.Sync(calls);
            _ticks[at] = Stopwatch.GetTimestamp() - begin;
        }

        return End();
    }

    private async Task<TimedLoops> AwaitedAsync(LoopCase loop)
    {
        Begin();
        for (int at = 0; at < _ticks.Length; at++)
        {
            long begin = Stopwatch.GetTimestamp();
            _answer ^= await loop.Async(calls);
            _ticks[at] = Stopwatch.GetTimestamp() - begin;
        }

        return End();
    }

    private void Begin()
    {
        _allocated = -GC.GetTotalAllocatedBytes(precise: true);
        _processor = -Environment.CpuUsage.TotalTime;
    }

    private TimedLoops End()
    {
        _processor += Environment.CpuUsage.TotalTime;
        _allocated += GC.GetTotalAllocatedBytes(precise: true);
        return this;
    }
}
