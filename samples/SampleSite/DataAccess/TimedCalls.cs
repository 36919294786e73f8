using System.Diagnostics;
using SampleSite.Database;

namespace SampleSite.DataAccess;

/// <summary>Times calls of an operation, one after the other, each on a context of its own. For one use; not to be shared.</summary>
/// <param name="operation">What is called.</param>
/// <param name="open">Gives each call its context.</param>
/// <param name="posts">One key a call.</param>
internal sealed class TimedCalls(DataOperation operation, Func<BlogContext> open, ReadOnlyMemory<int> posts)
{
    // Made before the first call, so that nothing of ours is allocated between two timestamps.
    private readonly long[] _ticks = new long[posts.Length];
    private readonly int[] _collections = new int[GC.MaxGeneration + 1];
    private long _begin;
    private long _heldTicks;
    private TimeSpan _processor;
    private long _allocated;

    public IReadOnlyList<long> Nanoseconds => [.. _ticks.Select(static ticks => (long)(ticks * (1e9 / Stopwatch.Frequency)))];

    public long CpuNanoseconds => (long)_processor.TotalNanoseconds;

    public long AllocatedBytes => _allocated;

    public IReadOnlyList<int> Collections => _collections;

    /// <summary>When the first call began.</summary>
    public long BeginTimestamp => _begin;

    public double HeldShare => (double)_heldTicks / Math.Max(1, _ticks.Sum());

    public void Run()
    {
        Begin();
        for (int at = 0; at < _ticks.Length; at++)
        {
            long begin = Stopwatch.GetTimestamp();
            using (BlogContext context = open())
                operation.Sync(context, posts.Span[at]);
            _ticks[at] = Stopwatch.GetTimestamp() - begin;
            _heldTicks += _ticks[at];
        }

        End();
    }

    public async Task RunAsync(CancellationToken token)
    {
        Begin();
        for (int at = 0; at < _ticks.Length; at++)
        {
            long returned;
            long begin = Stopwatch.GetTimestamp();
            await using (BlogContext context = open())
            {
                Task<int> call = operation.Async(context, posts.Span[at], token);
                returned = Stopwatch.GetTimestamp();
                await call;
            }

            _ticks[at] = Stopwatch.GetTimestamp() - begin;
            _heldTicks += returned - begin;
        }

        End();
    }

    public async Task RunAtOnceAsync(Func<Func<BlogContext>, CancellationToken, Task<int>> parallel, CancellationToken token)
    {
        Begin();
        for (int at = 0; at < _ticks.Length; at++)
        {
            long begin = Stopwatch.GetTimestamp();
            Task<int> call = parallel(open, token);
            long returned = Stopwatch.GetTimestamp();
            await call;
            _ticks[at] = Stopwatch.GetTimestamp() - begin;
            _heldTicks += returned - begin;
        }

        End();
    }

    private void Begin()
    {
        for (int generation = 0; generation < _collections.Length; generation++)
            _collections[generation] = -GC.CollectionCount(generation);
        _allocated = -GC.GetTotalAllocatedBytes(precise: true);
        _processor = -Environment.CpuUsage.TotalTime;
        _begin = Stopwatch.GetTimestamp();
    }

    private void End()
    {
        _processor += Environment.CpuUsage.TotalTime;
        _allocated += GC.GetTotalAllocatedBytes(precise: true);
        for (int generation = 0; generation < _collections.Length; generation++)
            _collections[generation] += GC.CollectionCount(generation);
    }
}
