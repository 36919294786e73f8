namespace Syncopate.Planning.Simulation;

/// <summary>
/// Cores that all running work takes in turns: a job keeps its core for at most a slice and then goes to the end of the
/// line, so that short jobs are served in their order and long ones share, as under the scheduler of the system. Other work takes its
/// part by slowing every core once more jobs run than it leaves cores.</summary>
internal sealed class SharedCores
{
    private readonly int _cores;
    private readonly double _background;
    private readonly double _slice;
    private readonly RingQueue<Job> _ready = new();
    private readonly Running[] _heap;
    private int _count;
    private long _order;
    private double _now;

    public SharedCores(int cores, double background, double sliceSeconds)
    {
        (_cores, _background, _slice) = (cores, background, sliceSeconds);
        _heap = new Running[cores];
    }

    /// <summary>Core-seconds used so far, background included.</summary>
    public double BusySeconds { get; private set; }

    /// <summary>When the next slice ends; infinity when nothing runs.</summary>
    public double NextEnd => _count == 0 ? double.PositiveInfinity : _heap[0].End;

    /// <summary>Moves the clock; not past <see cref="NextEnd"/>.</summary>
    public void Advance(double now)
    {
        BusySeconds += (now - _now) * Math.Min(_count + _background, _cores);
        _now = now;
    }

    public void Start(WorkItem item, double cpuSeconds)
    {
        if (_count < _cores)
            Run(new Job(item, cpuSeconds));
        else
            _ready.Add(new Job(item, cpuSeconds));
    }

    /// <summary>Ends the slice that is over now. True, with the item, when its job is done.</summary>
    public bool TryEnd(out WorkItem item)
    {
        Job job = _heap[0].Job;
        Remove();
        item = job.Item;
        bool isDone = job.LeftSeconds <= 0;
        if (!isDone)
            _ready.Add(job);
        if (_ready.Count > 0)
            Run(_ready.Take());
        return isDone;
    }

    private void Run(Job job)
    {
        double slice = Math.Min(job.LeftSeconds, _slice);
        double speed = Math.Min(1, (_cores - _background) / (_count + 1));
        Running running = new(_now + slice / speed, _order++, job with { LeftSeconds = job.LeftSeconds - slice });
        int i = _count++;
        for (; i > 0 && running.IsBefore(_heap[(i - 1) / 2]); i = (i - 1) / 2)
            _heap[i] = _heap[(i - 1) / 2];
        _heap[i] = running;
    }

    private void Remove()
    {
        Running last = _heap[--_count];
        int i = 0;
        for (int child = 1; child < _count; child = 2 * i + 1)
        {
            if (child + 1 < _count && _heap[child + 1].IsBefore(_heap[child]))
                child++;
            if (!_heap[child].IsBefore(last))
                break;
            _heap[i] = _heap[child];
            i = child;
        }

        _heap[i] = last;
    }

    private readonly record struct Job(WorkItem Item, double LeftSeconds);

    private readonly record struct Running(double End, long Order, Job Job)
    {
        public bool IsBefore(in Running other) => End < other.End || (End == other.End && Order < other.Order);
    }
}
