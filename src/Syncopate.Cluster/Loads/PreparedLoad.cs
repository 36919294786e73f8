using System.Globalization;
using Syncopate.Cluster.Agents;
using Syncopate.Load;
using Syncopate.Running.Machines;
using Syncopate.Units;

namespace Syncopate.Cluster.Loads;

/// <summary>A load that has its connections open and waits to begin.</summary>
internal sealed class PreparedLoad(ILoadEngine engine, LoadRequest request, AgentPolicy policy, TimeProvider time) : IPreparedWork,
    IDisposable
{
    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(50);

    // Answers to what was sent in time may still come; longer than any timeout of ours they do not.
    private static readonly TimeSpan Drain = TimeSpan.FromSeconds(30);

    private readonly LoadStart _start = new();
    private readonly CancellationTokenSource _limit = new();
    private Task<LoadResult> _running = Task.FromException<LoadResult>(new InvalidOperationException("The load was not opened."));
    private string? _crossed; // What the policy forbids and happened; written before the load is ended for it.

    /// <summary>Opens the connections.</summary>
    /// <param name="keep">Takes each interval.</param>
    /// <param name="stop">Ends the load.</param>
    /// <exception cref="ClusterException">The target cannot be reached from here.</exception>
    public async Task OpenAsync(Action<string> keep, CancellationToken stop)
    {
        double nanosecondsPerTick = Nanoseconds.PerTick(time.TimestampFrequency);
        long? started = null;
        Receiver receiver = new(interval =>
        {
            started ??= interval.FromTimestamp;
            keep(AgentInterval.Of(interval, started.Value, nanosecondsPerTick).ToText());
        });
        _running = DriveAsync(request with { Start = _start, Intervals = receiver, IntervalLength = TimeSpan.FromSeconds(1) }, stop);
        await Task.WhenAny(_start.Ready, _running).ConfigureAwait(false);
        if (!_running.IsCompleted)
            return;
        LoadResult result = await _running.ConfigureAwait(false);
        stop.ThrowIfCancellationRequested();
        throw new ClusterException(result.Failure is { } failure ? $"it cannot load the target: {failure.What.TrimEnd('.')}"
            : "its load ended before it began");
    }

    public async Task<string> RunAsync(long timestamp)
    {
        _start.Begin(timestamp);
        MachineUse? before = MachineUse.Read();
        Task watching = WatchAsync(timestamp);
        await watching.ConfigureAwait(false);
        Dispose();
        LoadResult result = await _running.ConfigureAwait(false);
        double? stolen = before is not null && MachineUse.Read() is { } after
            ? MachineUse.Between(before, after).StolenShare
            : null;
        if (_crossed is { } crossed)
            throw new ClusterException(crossed);
        return new AgentSummary
        {
            LateMicroseconds = time.GetElapsedTime(timestamp, result.StartedTimestamp).TotalMicroseconds,
            DurationNanoseconds = (long)time.GetElapsedTime(result.StartedTimestamp, result.EndedTimestamp).TotalNanoseconds,
            DrainNanoseconds = result.DrainNanoseconds,
            Unfinished = result.Unfinished,
            CpuNanoseconds = result.GeneratorCpuNanoseconds,
            StolenShare = stolen,
            Threads = result.Threads,
            Traces = result.Traces,
            Cancelled = result.Cancelled,
            Failure = result.Failure,
        }.ToText();
    }

    public void Dispose() => _limit.Dispose();

    private async Task<LoadResult> DriveAsync(LoadRequest load, CancellationToken stop)
    {
        using CancellationTokenSource end = CancellationTokenSource.CreateLinkedTokenSource(stop, _limit.Token);
        return await engine.RunAsync(load, end.Token).ConfigureAwait(false);
    }

    /// <summary>Waits for the end of the load, and ends it when it goes beyond the policy: users may become faster than anybody has
    /// thought, and a number of requests takes as long as it takes.</summary>
    /// <param name="timestamp">When it begins; of a load that is stopped before, some time that is over.</param>
    private async Task WatchAsync(long timestamp)
    {
        long watched = time.GetTimestamp();
        long begins = Math.Max(timestamp, watched);
        SendingRate rate = new(policy.MostRequestsPerSecond);
        // A load of a time sends nothing when that is over, and only waits for its last answers.
        TimeSpan longest = policy.Longest + (request.Shape is UsersTimesLoops ? TimeSpan.Zero : Drain);
        // Before it begins there is nothing to look at, and whatever wakes up at that moment takes a processor from who begins. What is
        // sent is counted from then: the time before would be one in which nothing was sent, and allow as much more at once.
        TimeSpan pause = time.GetElapsedTime(watched, begins) + Look;
        while (!_running.IsCompleted)
        {
            await Task.WhenAny(_running, Task.Delay(pause, time, CancellationToken.None)).ConfigureAwait(false);
            pause = Look;
            long now = time.GetTimestamp();
            if (rate.IsBeyond(time.GetElapsedTime(begins, now), engine.Progress.Sent))
            {
                await CrossAsync(string.Create(
                    CultureInfo.InvariantCulture,
                    $"it was sending more than the {policy.MostRequestsPerSecond:#,0.##} requests per second that its policy allows"))
                    .ConfigureAwait(false);
            }
            else if (time.GetElapsedTime(begins, now) > longest)
            {
                await CrossAsync(string.Create(
                    CultureInfo.InvariantCulture,
                    $"its load lasted longer than the {policy.Longest.TotalSeconds:#,0.##} s that its policy allows"))
                    .ConfigureAwait(false);
            }
        }
    }

    private async Task CrossAsync(string what)
    {
        _crossed ??= what;
        await _limit.CancelAsync().ConfigureAwait(false);
        await Task.WhenAny(_running).ConfigureAwait(false);
    }

    private sealed class Receiver(Action<LoadInterval> receive) : IProgress<LoadInterval>
    {
        public void Report(LoadInterval value) => receive(value);
    }
}
