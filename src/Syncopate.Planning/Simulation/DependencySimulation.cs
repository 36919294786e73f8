using Syncopate.Histograms;
using Syncopate.Statistics;
using Syncopate.Units;

namespace Syncopate.Planning.Simulation;

/// <summary>A discrete-event simulation of one machine whose dependency becomes slow: threads, timeouts, retries,
/// bulkhead and circuit breaker. Equal seeds give equal bits.</summary>
internal sealed class DependencySimulation
{
    private const double RecoveredShare = 0.95;
    private const double RecoveredFactor = 2;
    private const double UsualShare = 0.95;

    private readonly DependencyScenario _scenario;
    private readonly Xoshiro256 _random;
    private readonly CircuitBreaker _breaker;
    private readonly PriorityQueue<Event, (double At, long Order)> _events = new();
    private readonly Queue<int> _forThread = new();
    private readonly Queue<Call> _forSlot = new();
    private readonly List<Request> _requests = [];
    private readonly Stack<int> _free = new();
    private readonly double[] _coreFreeAt;
    private readonly Histogram _latencies = new();
    private readonly int[] _arrivedIn;
    private readonly int[] _goodIn;
    private readonly double _patience;
    private readonly double _wellSeconds;
    private double _now;
    private long _order;
    private long _arrived;
    private long _answered;
    private long _failed;
    private long _calls;
    private long _judged;
    private long _inTime;
    private int _inFlight;
    private int _mostInFlight;
    private int _threads;
    private int _longestQueue;
    private int _calling;
    private int _slots;

    private DependencySimulation(DependencyScenario scenario, ulong seed)
    {
        _scenario = scenario;
        _random = new Xoshiro256(seed);
        _breaker = new CircuitBreaker(scenario.BreakAtShare, scenario.BreakSeconds);
        _coreFreeAt = new double[scenario.Cores];
        _arrivedIn = new int[(int)Math.Ceiling(scenario.Seconds) + 1];
        _goodIn = new int[_arrivedIn.Length];
        _patience = scenario.PatienceSeconds ?? double.PositiveInfinity;
        _wellSeconds = RecoveredFactor * (scenario.CpuSeconds + (scenario.Spread?.Quantile(UsualShare) ?? scenario.WaitSeconds));
    }

    private enum Kind
    {
        Arrival,
        Computed,
        CallAgain,
        DependencyDone,
        TimedOut,
    }

    /// <summary>Simulates.</summary>
    /// <param name="scenario">Machine, load, dependency and protections.</param>
    /// <param name="seed">Seed of the arrivals, and of waits that vary.</param>
    public static DependencyOutcome Run(DependencyScenario scenario, ulong seed)
    {
        ArgumentNullException.ThrowIfNull(scenario);
        if (!(scenario.ArrivalsPerSecond > 0) || scenario.Cores < 1 || scenario.Threads < 1 || !(scenario.Seconds is > 0 and <= 3_600))
        {
            throw new ArgumentException(
                "A machine has at least one core and one thread, requests reach it at more than 0 per second, "
                    + "and at most an hour is simulated.",
                nameof(scenario));
        }

        return new DependencySimulation(scenario, seed).Simulate();
    }

    private DependencyOutcome Simulate()
    {
        Plan(Gap(), Kind.Arrival, default);
        while (_events.TryDequeue(out Event next, out (double At, long Order) place) && place.At <= _scenario.Seconds)
        {
            _now = place.At;
            Handle(next);
        }

        _now = _scenario.Seconds;
        foreach (Request open in _requests.Where(r => r.IsOpen))
            _latencies.Record((long)Nanoseconds.FromSeconds(_now - open.Arrived));
        return new DependencyOutcome
        {
            Arrived = _arrived,
            Answered = _answered,
            InTimeShare = _judged == 0 ? 1 : _inTime / (double)_judged,
            Open = _inFlight,
            Failed = _failed,
            Calls = _calls,
            Latencies = _latencies,
            MostInFlight = _mostInFlight,
            LongestQueue = _longestQueue,
            RecoverySeconds = Recovery(),
        };
    }

    private void Handle(Event next)
    {
        switch (next.Kind)
        {
            case Kind.Arrival:
                Arrive();
                break;
            case Kind.Computed or Kind.CallAgain:
                CallDependency(next.Call.Request);
                break;
            case Kind.DependencyDone:
                FreeSlot();
                Done(next.Call, isGood: true);
                break;
            default:
                Done(next.Call, isGood: false);
                break;
        }
    }

    private void Arrive()
    {
        Plan(_now + Gap(), Kind.Arrival, default);
        _arrived++;
        _arrivedIn[(int)_now]++;
        _mostInFlight = Math.Max(_mostInFlight, ++_inFlight);
        int id = _free.Count > 0 ? _free.Pop() : _requests.Count;
        if (id == _requests.Count)
            _requests.Add(new Request());
        Request request = _requests[id];
        (request.Arrived, request.RetriesLeft, request.IsOpen) = (_now, _scenario.Retries, true);
        if (IsJudged(request))
            _judged++;
        if (_threads == _scenario.Threads)
        {
            _forThread.Enqueue(id);
            _longestQueue = Math.Max(_longestQueue, _forThread.Count);
            return;
        }

        _threads++;
        Compute(id);
    }

    private void Compute(int id)
    {
        int core = Array.IndexOf(_coreFreeAt, _coreFreeAt.Min());
        _coreFreeAt[core] = Math.Max(_now, _coreFreeAt[core]) + _scenario.CpuSeconds;
        Plan(_coreFreeAt[core], Kind.Computed, new Call(id, 0));
    }

    private void CallDependency(int id)
    {
        if (_calling >= (_scenario.Bulkhead ?? int.MaxValue) || !_breaker.Allows(_now))
        {
            // Refused without a call: asking again at once would be refused too.
            End(id, isGood: false);
            return;
        }

        _calling++;
        _calls++;
        Call call = new(id, ++_requests[id].Attempt);
        if (_scenario.TimeoutSeconds is { } timeout)
            Plan(_now + timeout, Kind.TimedOut, call);
        if (_slots == _scenario.DependencySlots)
            _forSlot.Enqueue(call);
        else
            Serve(call);
    }

    private void Serve(Call call)
    {
        _slots++;
        double mean = _now >= _scenario.SlowFrom && _now < _scenario.SlowUntil ? _scenario.SlowWaitSeconds : _scenario.WaitSeconds;
        // While it is slow, what varies is slow by the same factor.
        double wait = _scenario.Spread is { MeanSeconds: > 0 } spread ? spread.Draw(_random) * (mean / spread.MeanSeconds) : mean;
        Plan(_now + wait, Kind.DependencyDone, call);
    }

    private void FreeSlot()
    {
        _slots--;
        if (_forSlot.TryDequeue(out Call next))
            Serve(next);
    }

    /// <summary>A call is answered, or given up; whichever comes second finds that the request has gone on.</summary>
    private void Done(Call call, bool isGood)
    {
        Request request = _requests[call.Request];
        if (request.Attempt != call.Attempt)
            return;
        request.Attempt++;
        _calling--;
        _breaker.Done(_now, isGood);
        if (!isGood && request.RetriesLeft-- > 0)
            Plan(_now + _scenario.RetryPauseSeconds, Kind.CallAgain, new Call(call.Request, 0));
        else
            End(call.Request, isGood);
    }

    private void End(int id, bool isGood)
    {
        Request request = _requests[id];
        request.Attempt++;
        request.IsOpen = false;
        _free.Push(id);
        _inFlight--;
        _latencies.Record((long)Nanoseconds.FromSeconds(_now - request.Arrived));
        if (isGood)
        {
            _answered++;
            if (IsJudged(request) && _now - request.Arrived <= _patience)
                _inTime++;
            if (_now - request.Arrived <= _wellSeconds)
                _goodIn[(int)_now]++;
        }
        else
        {
            _failed++;
        }

        if (_forThread.TryDequeue(out int next))
            Compute(next);
        else
            _threads--;
    }

    /// <summary>Whether there is time left to answer it within its caller's patience; without a limit, every one.</summary>
    private bool IsJudged(Request request) => double.IsPositiveInfinity(_patience) || request.Arrived + _patience <= _scenario.Seconds;

    private double? Recovery()
    {
        for (int second = (int)Math.Ceiling(_scenario.SlowUntil); second + 1 <= _scenario.Seconds; second++)
        {
            if (_arrivedIn[second] > 0 && _goodIn[second] >= RecoveredShare * _arrivedIn[second])
                return second - _scenario.SlowUntil;
        }

        return null;
    }

    private void Plan(double at, Kind kind, Call call) => _events.Enqueue(new Event(kind, call), (at, _order++));

    private double Gap() => _random.Exponential() / _scenario.ArrivalsPerSecond;

    private readonly record struct Event(Kind Kind, Call Call);

    private readonly record struct Call(int Request, int Attempt);

    private sealed class Request
    {
        public double Arrived { get; set; }

        public int RetriesLeft { get; set; }

        public bool IsOpen { get; set; }

        /// <summary>Number of the call under way; moves on when the call is over, so that what is late is known to be late.</summary>
        public int Attempt { get; set; }
    }
}

/// <summary>What a slow dependency did to one machine.</summary>
internal sealed record DependencyOutcome
{
    /// <summary>Requests that arrived.</summary>
    public required long Arrived { get; init; }

    /// <summary>Requests that succeeded, however late.</summary>
    public required long Answered { get; init; }

    /// <summary>Of the requests that arrived early enough to be answered within their callers' patience before the end,
    /// the share that was, 0 to 1; 1 when none did.</summary>
    public required double InTimeShare { get; init; }

    /// <summary>Requests that had neither succeeded nor failed at the end.</summary>
    public required long Open { get; init; }

    /// <summary>Requests that failed: timed out, refused by the bulkhead, or by the breaker.</summary>
    public required long Failed { get; init; }

    /// <summary>Calls made to the dependency, repeated ones included.</summary>
    public required long Calls { get; init; }

    /// <summary>Latencies of all requests in nanoseconds, failed ones included: a user waits for those too. One that
    /// was open at the end has the age that it had then, and would have taken longer.</summary>
    public required Histogram Latencies { get; init; }

    /// <summary>Most requests under way on this machine at once.</summary>
    public required int MostInFlight { get; init; }

    /// <summary>Most requests that waited for a thread.</summary>
    public required int LongestQueue { get; init; }

    /// <summary>Seconds after the dependency's recovery until, for a whole second, 95 % as many requests as arrived in
    /// it were answered within twice the time that 95 of 100 take when all is well; null when that did not
    /// happen.</summary>
    public required double? RecoverySeconds { get; init; }
}
