using System.Diagnostics;
using System.Globalization;
using Syncopate.Histograms;
using Syncopate.Load;
using Syncopate.Units;

namespace Syncopate.Calling;

/// <summary>Drives a form from a thread of its own: the pool belongs to the calls.</summary>
/// <param name="work">The form.</param>
internal sealed class LoadDriver(FormWork work)
{
    private static readonly double NanosecondsPerTick = Nanoseconds.PerTick(Stopwatch.Frequency);
    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(20);

    // Used again by every load: what is allocated around the calls would be counted as theirs.
    private readonly Histogram _latencies = new();
    private readonly Histogram _serviceTimes = new();
    private readonly Histogram _lateness = new();
    private readonly Histogram _none = new();
    private readonly CallTally[] _tallies = [.. Enumerable.Range(0, 2 * Environment.ProcessorCount).Select(_ => new CallTally())];

    /// <summary>What the calls of the last load threw: the first exception of each kind.</summary>
    public IReadOnlyList<ThrownCall> Thrown { get; private set; } = [];

    /// <summary>One load. Blocks the thread. The histograms of the result are used again by the next load.</summary>
    /// <param name="request">The load; its path says nothing.</param>
    /// <param name="timeout">How long a call may take after the time of the load is over, or in all for a number of calls.</param>
    /// <param name="isStopped">Whether the load has been called off; asked now and then.</param>
    public LoadResult Run(LoadRequest request, TimeSpan timeout, Func<bool> isStopped)
    {
        foreach (CallTally tally in _tallies)
            tally.Reset();
        using CancellationTokenSource stop = new();
        CallLoad load = new(request.Shape, request.Discard, request.MaximumTraces, _tallies, stop.Token);
        OpenLoad? open = request.Shape is Arrivals arrivals ? new OpenLoad(work, load, arrivals) : null;
        long last = load.Until == long.MaxValue ? load.From : load.Until;
        Task callers = open is not null ? open.RunAsync() : CallersAsync(load);
        bool isHung = !Await(callers, last + CallLoad.Ticks(timeout), stop, isStopped);
        LoadFailure? failure = isHung ? Hung(load, timeout) : WithoutState(callers, load);
        return Result(load, open, stop.IsCancellationRequested && !isHung, failure);
    }

    /// <summary>Starts all callers; of stepped users those of later steps wait for theirs.</summary>
    private Task CallersAsync(CallLoad load) => load.Shape switch
    {
        { MaximumUsers: 1 } => work.CallAloneAsync(load),
        SteppedUsers steps => Task.WhenAll(Enumerable.Range(0, steps.Maximum).Select(caller => StepAsync(caller, steps, load))),
        _ => Task.WhenAll(Enumerable.Range(0, load.Shape.MaximumUsers).Select(caller => work.CallAsync(caller, load))),
    };

    private async Task StepAsync(int caller, SteppedUsers steps, CallLoad load)
    {
        int step = caller < steps.Start ? 0 : (caller - steps.Start) / steps.Step + 1;
        if (step > 0)
        {
            await Task.Delay(steps.StepDuration * step, TimeProvider.System, load.Stop)
                .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }

        await work.CallAsync(caller, load).ConfigureAwait(false);
    }

    /// <summary>Waits for all callers; false when they did not come back in time.</summary>
    private static bool Await(Task callers, long until, CancellationTokenSource stop, Func<bool> isStopped)
    {
        WaitHandle ended = ((IAsyncResult)callers).AsyncWaitHandle;
        while (!ended.WaitOne(Look))
        {
            if (!stop.IsCancellationRequested && isStopped())
                stop.Cancel();
            if (Stopwatch.GetTimestamp() > until)
            {
                stop.Cancel();
                return false;
            }
        }

        return true;
    }

    private LoadFailure Hung(CallLoad load, TimeSpan timeout)
    {
        string waited = string.Create(
            CultureInfo.InvariantCulture, $"{load.InFlight} of its calls did not return within {timeout.TotalSeconds:0.###} s");
        return new LoadFailure(
            (long)((Stopwatch.GetTimestamp() - load.From) * NanosecondsPerTick),
            Findings.TimedOut,
            $"{waited} ({work.Description}). Look for what they wait for: a lock, a result of itself, a thread that the pool cannot give.");
    }

    /// <summary>What a call throws is counted; what is left is what a caller threw before its first call, where its state is made.
    /// Null for nothing.</summary>
    private LoadFailure? WithoutState(Task callers, CallLoad load)
    {
        if (callers.IsCompletedSuccessfully)
            return null;
        Exception thrown = callers.Exception?.InnerException ?? new OperationCanceledException();
        return new LoadFailure(
            (long)((Stopwatch.GetTimestamp() - load.From) * NanosecondsPerTick),
            thrown.GetType().Name,
            $"the state of a user could not be made: {ThrownText.Of(thrown)} ({work.Description}). What is given to .Each(...) makes "
                + "one for each user.");
    }

    private LoadResult Result(CallLoad load, OpenLoad? open, bool cancelled, LoadFailure? failure)
    {
        _latencies.Reset();
        _serviceTimes.Reset();
        _lateness.Reset();
        Dictionary<string, long> failures = new(StringComparer.Ordinal);
        Dictionary<string, Exception> thrown = new(StringComparer.Ordinal);
        foreach (CallTally tally in _tallies)
        {
            lock (tally) // What hangs may end any time.
            {
                _latencies.Add(tally.Latencies);
                _serviceTimes.Add(tally.ServiceTimes);
                _lateness.Add(tally.Lateness);
                foreach ((string kind, long count) in tally.Failures)
                    failures[kind] = failures.GetValueOrDefault(kind) + count;
                foreach ((string kind, Exception first) in tally.FirstThrown)
                    thrown.TryAdd(kind, first);
            }
        }

        Thrown = [.. thrown.Select(t => new ThrownCall(work.Description.Label, t.Key, ThrownText.Of(t.Value)))];

        long last = Math.Max(_tallies.Max(t => t.LastTimestamp), load.From);
        long end = cancelled || load.Until == long.MaxValue ? last : Math.Max(last, load.Until);
        double busy = _tallies.Sum(t => (double)t.BusyTicks);
        double active = _tallies.Sum(t => (double)t.ActiveTicks);
        return LoadResult.OfCalls(load.From, end, _latencies, _none) with
        {
            LatencySumNanoseconds = _tallies.Sum(t => t.LatencyTicks * NanosecondsPerTick),
            Discarded = _tallies.Sum(t => t.Discarded),
            Errors = failures,
            Started = load.Started,
            Unfinished = load.InFlight,
            Drained = _tallies.Sum(t => t.Drained),
            DrainNanoseconds = load.Until == long.MaxValue ? 0 : (end - Math.Min(end, load.Until)) * NanosecondsPerTick,
            ServiceTimes = open is null ? null : _serviceTimes,
            Lateness = open is null ? null : _lateness,
            Overflowed = open?.Overflowed ?? 0,
            InFlightShare = active > 0 ? Math.Min(1, busy / active) : busy > 0 ? 1 : 0,
            MeanInFlight = busy / Math.Max(1, last - load.From),
            Traces = [.. load.Traces.OrderBy(t => t.From).Select(t => Trace(t, load.From))],
            Cancelled = cancelled,
            Failure = failure,
        };
    }

    private static RequestTrace Trace(CallTrace call, long from) =>
        new(call.Caller, At(call.From, from), At(call.Served, from), At(call.Ended, from), []);

    private static long At(long timestamp, long from) => (long)((timestamp - from) * NanosecondsPerTick);
}
