using Syncopate.Histograms;
using Syncopate.Planning.Formulas;
using Syncopate.Statistics;
using Syncopate.Texts;
using Syncopate.Units;

namespace Syncopate.Planning.Simulation;

/// <summary>
/// A discrete-event simulation of a server on the thread pool of .NET: sockets that become readable, the transport's
/// queues, the code of the request, its waits and timers all pass through the one queue of the pool, as they do in
/// Kestrel on Linux; cores are shared by what runs. Equal seeds give equal bits.
/// One instance simulates once; <see cref="Run"/> does it all.
/// </summary>
internal sealed class PoolSimulation
{
    /// <summary>How long after the last request was due a simulation waits for answers, besides the time that the
    /// longest of them takes by itself.</summary>
    public const double DrainSeconds = 60;

    // Longer waits come once in ten million.
    private const double LongestShare = 1 - 1e-7;

    private const int Warmer = -2;
    private const double SampleSeconds = 0.1;

    private readonly PoolScenario _scenario;
    private readonly PoolConstants _constants;
    private readonly Xoshiro256 _random;
    private readonly SharedCores _cores;
    private readonly SimulatedPool _pool;
    private readonly SimulatedRequests _requests = new();
    private readonly PlannedEndpoint[] _endpoints;
    private readonly double[] _upTo;
    private readonly double _drain;
    private readonly WakeLanes _sleepers;
    private readonly WakeLanes _timers;
    private readonly SharedWork _readable = new();
    private readonly SharedWork[] _transfers;
    private readonly SharedWork[] _expired;
    private readonly Histogram _latencies = new();
    private readonly List<PoolInstant> _instants = [];
    private SimulatedLoad? _load;
    private int _warmLeft;
    private double _now;
    private double _start;
    private double _nextGate;
    private double _nextSample = double.PositiveInfinity;
    private double _nextWarm = double.PositiveInfinity;
    private double _latencySum;
    private double _lastAnswer;
    private int _threadsAtLastAnswer;

    private PoolSimulation(PoolScenario scenario, PoolConstants constants, ulong seed)
    {
        _scenario = scenario;
        _constants = constants;
        _endpoints = [.. scenario.Endpoints];
        _upTo = UpTo(_endpoints);
        _sleepers = new WakeLanes(_endpoints.Select(e => e.Wait.Shape != WaitShape.Equal));
        _timers = new WakeLanes(_endpoints.Select(e => e.Wait.Shape != WaitShape.Equal));
        _drain = DrainSeconds + _endpoints.Max(e => e.Demand.CpuSeconds + e.Waits * e.Wait.Quantile(LongestShare));
        _random = new Xoshiro256(seed);
        _cores = new SharedCores(scenario.Cores, scenario.BackgroundCores, constants.SliceSeconds);
        _pool = new SimulatedPool(scenario, constants, _random);
        _transfers = Queues(Math.Min(scenario.Cores, constants.MaximumTransportQueues));
        _expired = Queues(scenario.Cores);
        _nextGate = constants.GateSeconds * _random.Uniform();
    }

    /// <summary>Simulates a load on a server.</summary>
    /// <param name="scenario">Server, code and load.</param>
    /// <param name="constants">The runtime.</param>
    /// <param name="seed">Seed of all chance: gaps between arrivals, waits that vary, lengths of the pool's samples,
    /// queues that connections and timers fall into.</param>
    /// <exception cref="ArgumentException">There is no kind of request, or the background leaves no core.</exception>
    public static PoolOutcome Run(PoolScenario scenario, PoolConstants constants, ulong seed)
    {
        ArgumentNullException.ThrowIfNull(scenario);
        ArgumentNullException.ThrowIfNull(constants);
        if (scenario.Endpoints.Count == 0)
            throw new ArgumentException("A scenario has at least one kind of request.", nameof(scenario));
        if (!(scenario.BackgroundCores >= 0 && scenario.BackgroundCores < scenario.Cores))
        {
            string cores = Counted.Of(scenario.Cores, "core");
            string wrong = FormattableString.Invariant($"A background of {scenario.BackgroundCores} is impossible on {cores}: ");
            throw new ArgumentException(wrong + "it must be at least 0 and below that.", nameof(scenario));
        }

        return new PoolSimulation(scenario, constants, seed).Simulate();
    }

    /// <summary>With those that do other work, who count against the pool's maximum, too.</summary>
    private int Threads => Math.Max(_pool.Threads, Math.Min(_scenario.MaximumThreads, _pool.Threads + _constants.OtherThreads));

    private PoolOutcome Simulate()
    {
        _warmLeft = _scenario.WarmRequests;
        if (_warmLeft > 0)
            _nextWarm = 0;
        else
            StartLoad();
        while (Step())
        {
        }

        long answered = _latencies.TotalCount;
        // Those that were answered are the lucky ones where many were not.
        foreach (double due in _requests.Unanswered)
            Record(_now - due);
        return new PoolOutcome
        {
            Count = answered,
            Latencies = _latencies,
            MeanMilliseconds = _latencies.TotalCount == 0 ? 0 : Milliseconds.FromSeconds(_latencySum / _latencies.TotalCount),
            MakespanSeconds = Math.Max(0, _lastAnswer - _start),
            Unfinished = _requests.Count,
            Threads = _threadsAtLastAnswer,
            Pool = _instants,
        };
    }

    private void StartLoad()
    {
        _start = _now;
        _lastAnswer = _now;
        _nextWarm = double.PositiveInfinity;
        _nextSample = _now;
        _load = new SimulatedLoad(_scenario, _now, _random);
    }

    /// <summary>The next thing that happens. False when nothing is left to wait for.</summary>
    private bool Step()
    {
        double sends = _load?.Next ?? _nextWarm;
        if (_load is not null && _requests.Count == 0 && double.IsPositiveInfinity(sends))
            return false;
        double ends = _cores.NextEnd;
        double sleeps = _sleepers.Next;
        double fires = _timers.Next;
        double ticks = Math.Min(Math.Min(_nextGate, _nextSample), _pool.BlockingDue);
        double next = Math.Min(Math.Min(Math.Min(sends, ends), Math.Min(sleeps, fires)), ticks);
        if (_load is { } load && next > load.Until + _drain)
            return false;
        _cores.Advance(next);
        _now = next;
        if (next == ends)
            EndNext();
        else if (next == sleeps)
            Resume(_sleepers.Take(next));
        else if (next == fires)
            Expire(_timers.Take(next));
        else if (next == sends)
            Send();
        else
            Tick();
        while (_pool.TryStart(_now, out WorkItem item))
            Begin(item);
        return true;
    }

    private void EndNext()
    {
        if (_cores.TryEnd(out WorkItem done))
            End(done);
    }

    private void Send()
    {
        int user = _load?.Take() ?? Warmer;
        if (user == Warmer)
            _nextWarm = double.PositiveInfinity;
        int kind = user == Warmer ? 0 : Kind();
        bool waits = user != Warmer && _endpoints[kind].Demand.WaitSeconds > 0;
        Receive(_requests.Open(_now, user, kind, waits ? _endpoints[kind].Waits : 0));
    }

    private int Kind()
    {
        int kind = 0;
        if (_upTo.Length > 1)
        {
            double share = _random.Uniform();
            while (kind < _upTo.Length - 1 && share >= _upTo[kind])
                kind++;
        }

        return kind;
    }

    private void Tick()
    {
        if (_now == _pool.BlockingDue)
        {
            _pool.AdjustForBlocked(_now);
        }
        else if (_now == _nextGate)
        {
            _pool.Gate(_now, _cores.BusySeconds);
            _nextGate += _constants.GateSeconds + _random.Exponential() * _constants.GateLatenessSeconds;
        }
        else
        {
            _instants.Add(new PoolInstant(_now - _start, Threads, _pool.QueueLength, _requests.Count));
            _nextSample += SampleSeconds;
        }
    }

    /// <summary>A request reaches a socket. On Linux what is readable is received where it is noticed, without a pass
    /// through a transport queue.</summary>
    private void Receive(int slot)
    {
        if (_readable.Add(slot))
            _pool.EnqueueFirst(new WorkItem(WorkKind.Poll, 0));
    }

    /// <summary>A timer of a request is due. Each core has a queue of timers, which fires as one item.</summary>
    private void Expire(int slot)
    {
        int queue = slot % _expired.Length;
        if (_expired[queue].Add(slot))
            _pool.EnqueueFirst(new WorkItem(WorkKind.FireTimers, queue));
    }

    /// <summary>A thread takes an item: from now on it uses a core.</summary>
    private void Begin(WorkItem item) => _cores.Start(item, item.Kind switch
    {
        WorkKind.Poll => _constants.PollCpuSeconds + _constants.TransferCpuSeconds * _readable.Count,
        WorkKind.Transfer => _constants.TransferCpuSeconds * _transfers[item.Id].Count,
        WorkKind.Handle => _constants.HandlingCpuSeconds + CodeSeconds(item.Id),
        _ => _constants.TimerCpuSeconds,
    });

    /// <summary>What the code of a request computes. The first of a new process is compiled, which the pool's hill
    /// climbing sees as a server that became faster.</summary>
    private double CodeSeconds(int slot)
    {
        if (_requests[slot].User != Warmer)
            return _endpoints[_requests[slot].Kind].Demand.CpuSeconds;
        return _warmLeft == _scenario.WarmRequests ? _constants.FirstRequestCpuSeconds : 0;
    }

    /// <summary>An item has had its time on a core.</summary>
    private void End(WorkItem item)
    {
        switch (item.Kind)
        {
            case WorkKind.Poll:
                Polled();
                break;
            case WorkKind.Transfer:
                _transfers[item.Id].Empty();
                break;
            case WorkKind.Handle:
                if (Wait(item.Id))
                    return;
                break;
            case WorkKind.FireTimers:
                Fire(item.Id);
                break;
            case WorkKind.Continue:
                Continue(item.Id);
                break;
            case WorkKind.Resume:
                if (_requests[item.Id].WaitsLeft > 0 && Wait(item.Id))
                    return;
                Finish(item.Id);
                break;
        }

        GoOn();
    }

    private void GoOn()
    {
        if (_pool.TryGoOn(_now, out WorkItem next))
            Begin(next);
    }

    private void Polled()
    {
        RingQueue<int> slots = _readable.Begin();
        while (slots.Count > 0)
            _pool.Enqueue(new WorkItem(WorkKind.Handle, slots.Take()));
    }

    /// <summary>The code of a request reaches its next wait. True when its thread stays with it.</summary>
    private bool Wait(int slot)
    {
        ref SimulatedRequests.Request request = ref _requests[slot];
        if (request.WaitsLeft == 0)
        {
            Finish(slot);
            return false;
        }

        switch (_scenario.Style)
        {
            case WaitStyle.Blocking:
                _sleepers.Add(request.Kind, _now + _endpoints[request.Kind].Wait.Draw(_random) + Jitter(), slot);
                return true;
            case WaitStyle.BlockingOnTask:
                _timers.Add(request.Kind, Due(request.Kind), slot);
                _pool.Block(_now);
                return true;
            case WaitStyle.Awaiting:
                _timers.Add(request.Kind, Due(request.Kind), slot);
                return false;
            default:
                for (int i = 0; i < request.WaitsLeft; i++)
                    _timers.Add(request.Kind, Due(request.Kind), slot);
                return false;
        }
    }

    /// <summary>On the grid of timers.</summary>
    private double Due(int kind) =>
        Math.Ceiling((_now + _endpoints[kind].Wait.Draw(_random)) / _constants.TimerSeconds) * _constants.TimerSeconds + Jitter();

    private double Jitter() => _random.Exponential() * _constants.WakeSeconds;

    private void Fire(int queue)
    {
        RingQueue<int> due = _expired[queue].Begin();
        int first = due.Take();
        while (due.Count > 0)
            _pool.Enqueue(new WorkItem(WorkKind.Continue, due.Take()));
        Continue(first);
    }

    /// <summary>A timer of a request has fired: what awaits goes on here, what blocks gets its own thread back.</summary>
    private void Continue(int slot)
    {
        if (_scenario.Style == WaitStyle.BlockingOnTask)
        {
            _pool.Unblock(_now);
            Resume(slot);
            return;
        }

        ref SimulatedRequests.Request request = ref _requests[slot];
        request.WaitsLeft--;
        if (_scenario.Style == WaitStyle.Awaiting)
            Wait(slot);
        else if (request.WaitsLeft == 0)
            Finish(slot);
    }

    /// <summary>A thread that was blocked runs again; it never left the pool, so it takes a core without asking.</summary>
    private void Resume(int slot)
    {
        _requests[slot].WaitsLeft--;
        _cores.Start(new WorkItem(WorkKind.Resume, slot), _constants.TimerCpuSeconds);
    }

    /// <summary>The code of a request has run, and its answer goes out: where threads were short servers answered as where who comes
    /// first is served first, and not in batches behind the handlers that wait for a thread (median of 30 users on 10 threads
    /// with exponential waits of 50 ms: 141 ms; 140 ms by the one order, 125 ms by the other). What sending costs passes through the pool
    /// all the same.</summary>
    private void Finish(int slot)
    {
        int queue = slot % _transfers.Length;
        if (_transfers[queue].Add(slot))
            _pool.Enqueue(new WorkItem(WorkKind.Transfer, queue));
        Answer(slot);
    }

    private void Answer(int slot)
    {
        SimulatedRequests.Request request = _requests[slot];
        _requests.Close(slot);
        if (request.User == Warmer)
        {
            if (--_warmLeft > 0)
                _nextWarm = _now + _scenario.WarmGapSeconds;
            else
                StartLoad();
            return;
        }

        Record(_now - request.Due);
        _lastAnswer = _now;
        _threadsAtLastAnswer = Threads;
        _load?.Answered(request.User, _now);
    }

    private void Record(double seconds)
    {
        _latencySum += seconds;
        _latencies.Record((long)Nanoseconds.FromSeconds(seconds));
    }

    private static double[] UpTo(PlannedEndpoint[] endpoints)
    {
        double all = endpoints.Sum(e => e.Share);
        return [.. endpoints.Select((_, i) => endpoints.Take(i + 1).Sum(e => e.Share) / all)];
    }

    private static SharedWork[] Queues(int count) => [.. Enumerable.Range(0, count).Select(_ => new SharedWork())];
}
