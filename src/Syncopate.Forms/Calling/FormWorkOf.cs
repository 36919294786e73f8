using System.Diagnostics;

namespace Syncopate.Calling;

/// <summary>The loops around a form. What stands between two timestamps is the call and nothing else.</summary>
/// <typeparam name="TState">What the code is given.</typeparam>
/// <param name="code">The form.</param>
/// <param name="open">Makes the state of the process, and with it what makes the state of a caller; called once.</param>
internal sealed class FormWorkOf<TState>(FormCode<TState> code, Func<Func<TState>> open) : FormWork
{
    // Two timestamps and a count take some 50 ns: of a batch of 10 µs half a percent, whatever a call takes.
    private static readonly long ShortestBatch = CallLoad.Ticks(TimeSpan.FromMicroseconds(10));
    private const int LargestBatch = 1 << 14;

    private readonly Lazy<Func<TState>> _make = new(open);
    private readonly Dictionary<int, TState> _states = []; // Of the callers; guarded by itself.

    public override FormDescription Description => code.Description;

    public override async Task<object?> AnswerAsync(CancellationToken stop)
    {
        await Task.Yield();
        return await code.Answer(StateOf(0), stop).ConfigureAwait(false);
    }

    public override async Task<CallTimes> TimeAsync(CancellationToken stop)
    {
        await Task.Yield();
        TState state = StateOf(0);
        double? busy = ThreadTime.BusyMilliseconds();
        long from = Stopwatch.GetTimestamp();
        if (code.Start is not { } start)
        {
            code.Call!(state); // Never null: a form that gives no task is called.
            long done = Stopwatch.GetTimestamp() - from;
            return new CallTimes(done, done, WasDone: true, ThreadTime.BusyMilliseconds() - busy);
        }

        ValueTask call = start(state, stop);
        long held = Stopwatch.GetTimestamp() - from;
        bool wasDone = call.IsCompleted;
        busy = ThreadTime.BusyMilliseconds() - busy;
        await call.ConfigureAwait(false);
        return new CallTimes(held, Stopwatch.GetTimestamp() - from, wasDone, busy);
    }

    public override async Task CallAsync(int caller, CallLoad load)
    {
        TState state = StateOf(caller);
        CallTally tally = load.TallyOf(caller);
        long began = Stopwatch.GetTimestamp();
        long from = began;
        for (long done = 0; load.MayGoOn(done, from); done++)
        {
            load.Begin(1);
            await Task.Yield(); // As a request comes: through the queue of the pool.
            long served = Stopwatch.GetTimestamp();
            Exception? failure = await CallAsync(state, load).ConfigureAwait(false);
            long ended = Stopwatch.GetTimestamp();
            Count(tally, load, caller, new CallTrace(caller, from, served, ended), failure);
            from = Stopwatch.GetTimestamp();
        }

        tally.Leave(began, from);
    }

    public override async Task CallAloneAsync(CallLoad load)
    {
        await Task.Yield();
        TState state = StateOf(0);
        CallTally tally = load.TallyOf(0);
        int batch = 1;
        int largest = load.Shape is UsersTimesLoops ? 1 : LargestBatch;
        long began = Stopwatch.GetTimestamp();
        long from = began;
        for (long done = 0; load.MayGoOn(done, from); done += batch)
        {
            load.Begin(batch);
            int made = 0;
            Exception? failure = null;
            try
            {
                if (code.Call is { } call)
                {
                    for (; made < batch; made++)
                        call(state);
                }
                else if (code.Start is { } start)
                {
                    for (; made < batch; made++)
                        await start(state, load.Stop).ConfigureAwait(false);
                }
            }
#pragma warning disable CA1031 // What the user's code throws is a finding of the load.
            catch (Exception e)
#pragma warning restore CA1031
            {
                failure = e;
            }

            long ended = Stopwatch.GetTimestamp();
            if (IsGivenUp(failure, load))
            {
                load.Begin(made + 1 - batch);
                load.End(made);
            }
            else if (failure is not null)
            {
                tally.Fail(from, ended, failure);
                load.Begin(made + 1 - batch); // Those that were not made.
                load.End(made + 1);
                batch = largest = 1; // One by one, so that each failure is one.
            }
            else
            {
                tally.Count(from, ended, batch, load);
                load.End(batch);
                if (batch == 1)
                    load.Keep(0, from, from, ended);
                if (ended - from < ShortestBatch)
                    batch = Math.Min(2 * batch, largest);
            }

            from = Stopwatch.GetTimestamp();
        }

        tally.Leave(began, from);
    }

    public override async Task CallInTurnsAsync(OpenCaller caller, CallLoad load)
    {
        TState state = StateOf(caller.Number);
        CallTally tally = load.TallyOf(caller.Number);
        while (await caller.NextAsync().ConfigureAwait(false) is var due && due >= 0)
        {
            long begun = Stopwatch.GetTimestamp();
            Exception? failure = await CallAsync(state, load).ConfigureAwait(false);
            long ended = Stopwatch.GetTimestamp();
            tally.CountTurn(due, caller.GivenTimestamp, ended, load);
            Count(tally, load, caller.Number, new CallTrace(caller.Number, due, begun, ended), failure);
        }
    }

    /// <summary>One call; what it threw is the answer.</summary>
    private ValueTask<Exception?> CallAsync(TState state, CallLoad load)
    {
        try
        {
            if (code.Start is not { } start)
            {
                code.Call!(state); // Never null: a form that gives no task is called.
                return default;
            }

            ValueTask call = start(state, load.Stop);
            return call.IsCompletedSuccessfully ? default : AwaitAsync(call);
        }
#pragma warning disable CA1031 // What the user's code throws is a finding of the load.
        catch (Exception e)
#pragma warning restore CA1031
        {
            return new ValueTask<Exception?>(e);
        }
    }

    [System.Runtime.CompilerServices.AsyncMethodBuilder(typeof(System.Runtime.CompilerServices.PoolingAsyncValueTaskMethodBuilder<>))]
    private static async ValueTask<Exception?> AwaitAsync(ValueTask call)
    {
        try
        {
            await call.ConfigureAwait(false);
            return null;
        }
#pragma warning disable CA1031 // What the user's code throws is a finding of the load.
        catch (Exception e)
#pragma warning restore CA1031
        {
            return e;
        }
    }

    // Ended by the end of its load, which gave it the token: no failure of its own, and it stays without an end.
    private static bool IsGivenUp(Exception? failure, CallLoad load) =>
        failure is OperationCanceledException && load.Stop.IsCancellationRequested;

    private static void Count(CallTally tally, CallLoad load, int caller, CallTrace call, Exception? failure)
    {
        if (IsGivenUp(failure, load))
            return;
        load.End(1);
        if (failure is not null)
        {
            tally.Fail(call.From, call.Ended, failure);
            return;
        }

        tally.Count(call.From, call.Ended, 1, load);
        load.Keep(caller, call.From, call.Served, call.Ended);
    }

    private TState StateOf(int caller)
    {
        lock (_states)
        {
            if (!_states.TryGetValue(caller, out TState? state))
                _states[caller] = state = _make.Value();
            return state;
        }
    }
}
