using Syncopate.Histograms;
using Syncopate.Load;

namespace Syncopate.Tests.Rounds;

/// <summary>A load under way on a simulated server.</summary>
internal sealed class SimulatedLoad
{
    // One percent is fine enough, and thousands of runs are made: a histogram of the engine's has 270 kB.
    private const int Digits = 2;

    private static readonly TimeSpan Reset = TimeSpan.FromMilliseconds(1);
    private static readonly Histogram Empty = new(1_000, 3_600_000_000_000, Digits);
    private static readonly double[] Spread = [0.8, 0.9, 1, 1.1, 1.2];

    private readonly SimulatedWorld _world;
    private readonly SimulatedServer _server;
    private readonly LoadRequest _request;
    private readonly double _latency; // Nanoseconds.
    private readonly double _length;
    private readonly TimeSpan _started;
    private readonly long _startedTimestamp;
    private readonly TaskCompletionSource<LoadResult> _result = new();
    private ITimer? _end;

    public SimulatedLoad(SimulatedWorld world, SimulatedServer server, LoadRequest request)
    {
        (_world, _server, _request) = (world, server, request);
        _latency = world.LatencyOf(server, request);
        _length = LengthOf(request.Shape);
        _started = world.Now;
        _startedTimestamp = world.Time.GetTimestamp();
        IsOfRound = world.IsInRound;
    }

    /// <summary>Whether it was begun in a round, where nothing else may run beside it.</summary>
    public bool IsOfRound { get; }

    private double Elapsed => (_world.Now - _started).TotalNanoseconds;

    public async Task<LoadResult> RunAsync(CancellationToken cancellationToken)
    {
        if (_server.IsDead || _server.IsEnded)
            return Result(0, "connection refused", cancelled: false);
        if (_world.Servers.Any(s => s.Loads.Exists(other => other.IsOfRound || IsOfRound)))
            _world.Break("two loads ran at once in a round");
        _server.Loads.Add(this);
        using CancellationTokenRegistration stop = cancellationToken.UnsafeRegister(
            _ => Finish(Result(Elapsed / _length, null, cancelled: true)),
            null);
        _end ??= Timer(TimeSpan.FromMicroseconds(_length / 1e3), () => Result(1, null, cancelled: false));
        LoadResult result = await _result.Task;
        await _end.DisposeAsync();
        _server.Loads.Remove(this);
        _server.Answers += result.Count + result.Discarded;
        return result;
    }

    /// <summary>Its connections are reset, which the engine sees a moment later.</summary>
    public void FailSoon()
    {
        _end?.Dispose();
        _end = Timer(Reset, () => Result(Elapsed / _length, "connection reset", cancelled: false));
    }

    private ITimer Timer(TimeSpan wait, Func<LoadResult> result) =>
        _world.Time.CreateTimer(_ => Finish(result()), null, wait, Timeout.InfiniteTimeSpan);

    private void Finish(LoadResult result)
    {
        if (!_result.Task.IsCompleted && IsOfRound && result is { Cancelled: false, Failure: null })
            _world.FinishedLoads++;
        _result.TrySetResult(result);
    }

    private double LengthOf(LoadShape shape) => shape switch
    {
        UsersForTime load => load.Duration.TotalNanoseconds + _latency,
        UsersTimesLoops load => load.Loops * _latency,
        SteppedUsers load => load.Duration.TotalNanoseconds + _latency,
        Arrivals load => load.Duration.TotalNanoseconds + _latency,
        _ => throw new ArgumentOutOfRangeException(nameof(shape), shape, "Not a load over HTTP."),
    };

    private double Answers(LoadShape shape) => shape switch
    {
        UsersTimesLoops load => load.Users * load.Loops,
        Arrivals load => new ArrivalSchedule(load, 1_000).Count,
        _ => Math.Max(shape.MaximumUsers, shape.MaximumUsers * _length / _latency),
    };

    private LoadResult Result(double share, string? failure, bool cancelled)
    {
        long all = (long)(Answers(_request.Shape) * Math.Clamp(share, 0, 1));
        long failed = (long)(all * _world.ErrorShareOf(_server));
        long discarded = Math.Min(all - failed, (long)(all * _request.Discard.TotalNanoseconds / _length));
        long count = all - failed - discarded;
        Histogram latencies = new(1_000, 3_600_000_000_000, Digits);
        double sum = 0;
        for (int i = 0; i < Spread.Length; i++)
        {
            long part = (count / Spread.Length) + (i < count % Spread.Length ? 1 : 0);
            if (part > 0)
                latencies.AddAt(latencies.IndexOf((long)(_latency * Spread[i])), part);
            sum += part * _latency * Spread[i];
        }

        return new LoadResult
        {
            StartedTimestamp = _startedTimestamp,
            EndedTimestamp = _world.Time.GetTimestamp(),
            Latencies = latencies,
            LatencySumNanoseconds = sum,
            Count = count,
            Discarded = discarded,
            Errors = failed > 0 ? new Dictionary<string, long> { ["status 500"] = failed } : new Dictionary<string, long>(),
            Started = all,
            Unfinished = 0,
            FirstByteTimes = Empty,
            ConnectTimes = Empty,
            ServiceTimes = null,
            Lateness = _request.Shape is Arrivals ? Empty : null,
            Overflowed = 0,
            BodyBytes = _world.BodyBytesOf(_server, count + discarded),
            FailedBodyBytes = 0,
            OtherBodies = _world.OtherBodiesOf(_server, count + discarded),
            ReceivedBytes = 200 * count,
            SentBytes = 50 * count,
            InFlightShare = _world.InFlightShareOf(_server),
            MeanInFlight = _request.Shape.MaximumUsers,
            GeneratorCpuNanoseconds = 1_000 * count,
            Threads = [],
            Traces = [],
            Cancelled = cancelled,
            Failure = failure is null ? null : new LoadFailure((long)Elapsed, failure, $"{_server.Target.EndPoint}: {failure}"),
        };
    }
}
