using Syncopate.Planning.Formulas;
using Syncopate.Statistics;
using Syncopate.Units;

namespace Syncopate.Planning.Simulation;

/// <summary>
/// The thread pool of .NET as arithmetic: a queue, a goal for the number of threads at work, and the three mechanisms
/// that move it: hill climbing on completions, one thread a gate tick for starvation, and threads for those that block on tasks. Times
/// are seconds since the start.</summary>
internal sealed class SimulatedPool
{
    private readonly PoolConstants _constants;
    private readonly Xoshiro256 _random;
    private readonly HillClimbing _climbing;
    private readonly int _minimum;
    private readonly int _maximum;
    private readonly int _cores;
    private readonly RingQueue<WorkItem> _queue = new();
    private readonly RingQueue<WorkItem> _first = new();
    private readonly Stack<double> _idleSince = new();
    private double _lastProgress;
    private double _cpuShare;
    private double _busyBefore;
    private double _sampleStarted;
    private double _nextSample;
    private int _sampleCompletions;
    private int _blocked;
    private int _addedForBlocked;
    private Adjustment _pending;
    private double _gateWakes = double.PositiveInfinity;
    private double _delayUntil = double.PositiveInfinity;

    public SimulatedPool(PoolScenario scenario, PoolConstants constants, Xoshiro256 random)
    {
        _constants = constants;
        _random = random;
        _cores = scenario.Cores;
        _minimum = scenario.MinimumThreads ?? scenario.Cores;
        _maximum = Math.Max(_minimum, scenario.MaximumThreads);
        _climbing = new HillClimbing(constants, _maximum, random);
        Goal = _minimum;
    }

    /// <summary>Threads that should be at work.</summary>
    public int Goal { get; private set; }

    /// <summary>Threads at work or blocked.</summary>
    public int Working { get; private set; }

    /// <summary>All threads, idle ones included.</summary>
    public int Threads => Working + _idleSince.Count;

    /// <summary>Items that wait for a thread.</summary>
    public int QueueLength => _queue.Count + _first.Count;

    /// <summary>When the gate thread next looks after blocked threads; infinity for never.</summary>
    public double BlockingDue => Math.Min(_gateWakes, _delayUntil);

    public void Enqueue(WorkItem item) => _queue.Add(item);

    public void EnqueueFirst(WorkItem item) => _first.Add(item);

    /// <summary>Takes a thread for the next item, when the goal has room for one.</summary>
    public bool TryStart(double now, out WorkItem item)
    {
        item = default;
        if (Working >= Goal || QueueLength == 0)
            return false;
        Working++;
        _lastProgress = now;
        _idleSince.TryPop(out _);
        item = Next();
        return true;
    }

    /// <summary>A thread has finished an item: it takes the next one, or becomes idle.</summary>
    public bool TryGoOn(double now, out WorkItem item)
    {
        _lastProgress = now;
        _sampleCompletions++;
        if (now >= _nextSample && Working <= Goal && _pending == Adjustment.None)
            Climb(now);
        item = default;
        if (Working > Goal || QueueLength == 0)
        {
            Working--;
            _idleSince.Push(now);
            return false;
        }

        item = Next();
        return true;
    }

    /// <summary>What the gate thread does twice a second.</summary>
    /// <param name="now">The time.</param>
    /// <param name="busySeconds">Core-seconds used since the start.</param>
    public void Gate(double now, double busySeconds)
    {
        _cpuShare = Math.Min(1, (busySeconds - _busyBefore) / (_constants.GateSeconds * _cores));
        _busyBefore = busySeconds;
        EndIdle(now);
        double silence = _cpuShare < _constants.BusyCpuShare ? _constants.GateSeconds : Goal * _constants.BusySilencePerThreadSeconds;
        if (QueueLength == 0
            || _pending != Adjustment.None
            || Ticks(now) - Ticks(_lastProgress) <= Milliseconds.FromSeconds(silence)
            || Working < Goal
            || Working >= _maximum)
        {
            return;
        }

        Goal = Working + 1;
        _climbing.Force(Goal);
    }

    /// <summary>A thread begins to block on a task.</summary>
    public void Block(double now)
    {
        _blocked++;
        if (_pending == Adjustment.WithDelay || Goal >= GoalForBlocked)
            return;
        if (_pending == Adjustment.None)
            WakeGate(now);
        _pending = Adjustment.WithDelay;
    }

    /// <summary>A thread no longer blocks.</summary>
    public void Unblock(double now)
    {
        _blocked--;
        if (_pending == Adjustment.AtOnce || _addedForBlocked == 0 || Goal <= GoalForBlocked)
            return;
        WakeGate(now);
        _pending = Adjustment.AtOnce;
    }

    /// <summary>The gate thread looks after blocked threads: it was woken, or the delay before the next thread is over.</summary>
    public void AdjustForBlocked(double now)
    {
        bool delayIsOver = now >= _delayUntil;
        _gateWakes = double.PositiveInfinity;
        if (_pending == Adjustment.WithDelay && !double.IsPositiveInfinity(_delayUntil) && !delayIsOver)
            return;
        _delayUntil = _pending == Adjustment.None ? double.PositiveInfinity : now + Adjust(delayIsOver);
    }

    private int GoalForBlocked => _blocked <= 0 ? _minimum : Math.Min(_minimum + _blocked, _maximum);

    // Whoever lowers the goal leaves blocked threads the ones that were added for them.
    private int LeastGoal => Math.Min(Goal, GoalForBlocked);

    // The pool's clock counts whole milliseconds. The thread that a tick brings begins within the same one, so whether
    // the next tick finds 500 or 501 ms of silence is a matter of chance.
    private static double Ticks(double seconds) => Math.Floor(Milliseconds.FromSeconds(seconds));

    private WorkItem Next() => _first.Count > 0 ? _first.Take() : _queue.Take();

    private void Climb(double now)
    {
        double seconds = now - _sampleStarted;
        if (Milliseconds.FromSeconds(seconds) < _climbing.SampleMilliseconds / 2.0)
            return;
        Goal = _climbing.Update(Goal, LeastGoal, seconds, _sampleCompletions, _cpuShare);
        _sampleStarted = now;
        _sampleCompletions = 0;
        _nextSample = now + Milliseconds.ToSeconds(_climbing.SampleMilliseconds);
    }

    private void EndIdle(double now)
    {
        int before = _idleSince.Count;
        // The one that was idle first lies at the bottom, so all above it must be looked at: there are few, twice a second.
        double[] kept = [.. _idleSince.Where(since => now - since < _constants.IdleSeconds).Reverse()];
        if (kept.Length == before)
            return;
        _idleSince.Clear();
        foreach (double since in kept)
            _idleSince.Push(since);
        int goal = Math.Max(LeastGoal, Math.Min(Threads, Goal));
        if (goal == Goal)
            return;
        Goal = goal;
        _climbing.Force(goal);
    }

    /// <summary>Moves the goal to what blocked threads need. The delay before one more thread; infinity when none is needed.</summary>
    private double Adjust(bool delayIsOver)
    {
        _pending = Adjustment.None;
        int wanted = GoalForBlocked;
        if (Goal > wanted)
            TakeBack(wanted);
        if (Goal >= wanted)
            return double.PositiveInfinity;
        int free = Math.Min(_minimum + _cores, _maximum);
        int without = Math.Min(wanted, Math.Max(free, Math.Min(Threads, _maximum)));
        int goal = Goal < without ? without : delayIsOver ? Goal + 1 : Goal;
        if (goal > Goal)
        {
            _addedForBlocked += goal - Goal;
            Goal = goal;
            _climbing.ForceForBlocked(goal);
        }

        if (Goal >= wanted)
            return double.PositiveInfinity;
        _pending = Adjustment.WithDelay;
        return Math.Min(_constants.BlockingStepSeconds * (1 + Math.Max(0, Goal - free) / _cores), _constants.LongestBlockingDelaySeconds);
    }

    private void TakeBack(int wanted)
    {
        int fewer = Math.Min(Goal - wanted, _addedForBlocked);
        if (fewer == 0)
            return;
        _addedForBlocked -= fewer;
        Goal -= fewer;
        _climbing.ForceForBlocked(Goal);
    }

    private void WakeGate(double now) => _gateWakes = Math.Min(_gateWakes, now + _random.Exponential() * _constants.WakeSeconds);

    /// <summary>What the gate thread has to do for blocked threads.</summary>
    private enum Adjustment
    {
        None,
        AtOnce,
        WithDelay,
    }
}
