using Syncopate.Statistics;

namespace Syncopate.Capacity;

/// <summary>
/// The thread pool of .NET as arithmetic: a queue, a goal for the number of threads at work, and the three mechanisms that move it: hill climbing on
/// completions, one thread a gate tick for starvation, and threads for those that block on tasks. Times are seconds since the start.
/// </summary>
internal sealed class SimulatedPool
{
    private readonly PoolConstants _constants;
    private readonly HillClimbing _climbing;
    private readonly int _minimum;
    private readonly int _maximum;
    private readonly int _cores;
    private readonly RingQueue<WorkItem> _queue = new();
    private readonly RingQueue<WorkItem> _first = new();
    private readonly Stack<double> _idleSince = new();
    private double _lastDone;
    private double _cpuShare;
    private double _busyBefore;
    private double _sampleStarted;
    private double _nextSample;
    private int _sampleCompletions;
    private int _blocked;
    private int _addedForBlocked;

    public SimulatedPool(PoolScenario scenario, PoolConstants constants, Xoshiro256 random)
    {
        _constants = constants;
        _cores = scenario.Cores;
        _minimum = scenario.MinimumThreads ?? scenario.Cores;
        _maximum = Math.Max(_minimum, scenario.MaximumThreads);
        _climbing = new HillClimbing(constants, _minimum, _maximum, random);
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

    /// <summary>When a delay for blocked threads is over; infinity when there is none.</summary>
    public double BlockingDue { get; private set; } = double.PositiveInfinity;

    public void Enqueue(WorkItem item) => _queue.Add(item);

    public void EnqueueFirst(WorkItem item) => _first.Add(item);

    /// <summary>Takes a thread for the next item, when the goal has room for one.</summary>
    public bool TryStart(out WorkItem item)
    {
        item = default;
        if (Working >= Goal || QueueLength == 0)
            return false;
        Working++;
        _idleSince.TryPop(out _);
        item = Next();
        return true;
    }

    /// <summary>A thread has finished an item: it takes the next one, or becomes idle.</summary>
    public bool TryGoOn(double now, out WorkItem item)
    {
        _lastDone = now;
        _sampleCompletions++;
        if (now >= _nextSample && Working <= Goal && double.IsPositiveInfinity(BlockingDue))
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
        if (QueueLength == 0 || !double.IsPositiveInfinity(BlockingDue) || now - _lastDone <= silence || Working < Goal || Working >= _maximum)
            return;
        Goal = Working + 1;
        _climbing.Force(Goal);
    }

    /// <summary>A thread begins to block on a task.</summary>
    public void Block(double now)
    {
        _blocked++;
        if (Goal < GoalForBlocked)
            Adjust(now, delayIsOver: false);
    }

    /// <summary>A thread no longer blocks.</summary>
    public void Unblock()
    {
        _blocked--;
        if (_addedForBlocked > 0 && Goal > GoalForBlocked)
            TakeBack();
    }

    /// <summary>The delay for blocked threads is over.</summary>
    public void AddForBlocked(double now) => Adjust(now, delayIsOver: true);

    private int GoalForBlocked => _blocked <= 0 ? _minimum : Math.Min(_minimum + _blocked, _maximum);

    private WorkItem Next() => _first.Count > 0 ? _first.Take() : _queue.Take();

    private void Climb(double now)
    {
        double seconds = now - _sampleStarted;
        if (seconds * 1_000 < _climbing.SampleMilliseconds / 2.0)
            return;
        Goal = _climbing.Update(Goal, seconds, _sampleCompletions, _cpuShare);
        _sampleStarted = now;
        _sampleCompletions = 0;
        _nextSample = now + _climbing.SampleMilliseconds / 1_000.0;
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
        int goal = Math.Max(_minimum, Math.Min(Threads, Goal));
        if (goal == Goal)
            return;
        Goal = goal;
        _climbing.Force(goal);
    }

    private void Adjust(double now, bool delayIsOver)
    {
        if (!delayIsOver && !double.IsPositiveInfinity(BlockingDue))
            return;
        BlockingDue = double.PositiveInfinity;
        int wanted = GoalForBlocked;
        if (Goal >= wanted)
            return;
        int free = Math.Min(_minimum + _cores, _maximum);
        int without = Math.Min(wanted, Math.Max(free, Math.Min(Threads, _maximum)));
        int goal = Goal < without ? without : delayIsOver ? Goal + 1 : Goal;
        if (goal > Goal)
        {
            _addedForBlocked += goal - Goal;
            Goal = goal;
            _climbing.Force(goal);
        }

        if (Goal >= wanted)
            return;
        double delay = _constants.BlockingStepSeconds * (1 + Math.Max(0, Goal - free) / _cores);
        BlockingDue = now + Math.Min(delay, _constants.LongestBlockingDelaySeconds);
    }

    private void TakeBack()
    {
        int fewer = Math.Min(Goal - GoalForBlocked, _addedForBlocked);
        _addedForBlocked -= fewer;
        Goal -= fewer;
        _climbing.Force(Goal);
    }
}
