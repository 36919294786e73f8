using Syncopate.Load;

namespace Syncopate.Calling;

/// <summary>Gives the calls of a rate to callers when they are due. Its clock wakes every millisecond, so that a call
/// is given up to that much late: a thread that spins until then would take the processor that is measured.</summary>
/// <param name="work">What is called.</param>
/// <param name="load">The load.</param>
/// <param name="arrivals">Its rate.</param>
internal sealed class OpenLoad(FormWork work, CallLoad load, Arrivals arrivals)
{
    private const int Look = 1;

    private readonly ArrivalSchedule _schedule = new(arrivals, System.Diagnostics.Stopwatch.Frequency);
    private readonly List<Task> _callers = [];

    // Guarded by this: the thread of the load gives, callers rest and take.
    private readonly Stack<OpenCaller> _resting = [];
    private readonly Queue<long> _overdue = [];
    private bool _isOver;

    /// <summary>Calls that were due while no caller was free.</summary>
    public long Overflowed { get; private set; }

    /// <summary>Gives all turns, and answers with the end of all calls. Blocks the thread, which is not of the pool.</summary>
    public Task RunAsync()
    {
        using ManualResetEvent clock = new(false);
        for (long call = 0; call < _schedule.Count && !load.Stop.IsCancellationRequested;)
        {
            long due = load.From + _schedule.DueOf(call);
            if (due > System.Diagnostics.Stopwatch.GetTimestamp())
            {
                clock.WaitOne(Look);
                continue;
            }

            load.Begin(1);
            Give(due);
            call++;
        }

        lock (this)
        {
            _isOver = true;
            while (_resting.TryPop(out OpenCaller? resting))
                resting.Give(-1);
        }

        return Task.WhenAll(_callers);
    }

    private void Give(long due)
    {
        lock (this)
        {
            if (_resting.TryPop(out OpenCaller? resting))
            {
                resting.Give(due);
                return;
            }

            _overdue.Enqueue(due);
            if (_callers.Count >= arrivals.MaximumInFlight)
            {
                Overflowed++;
                return;
            }
        }

        _callers.Add(StartAsync(new OpenCaller(_callers.Count, Next)));
    }

    private async Task StartAsync(OpenCaller caller)
    {
        await Task.Yield();
        await work.CallInTurnsAsync(caller, load).ConfigureAwait(false);
    }

    private long? Next(OpenCaller caller)
    {
        lock (this)
        {
            if (_overdue.TryDequeue(out long due))
                return due;
            if (_isOver)
                return -1;
            _resting.Push(caller);
            return null;
        }
    }
}
