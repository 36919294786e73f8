namespace Syncopate.Planning.Simulation;

/// <summary>Who wakes up when. A kind of request that waits equally long every time has a line in which the first to
/// begin is the first to wake, so that it needs no heap; the others share one.</summary>
internal sealed class WakeLanes
{
    private readonly RingQueue<Wake>[] _lanes;
    private readonly bool[] _varies;
    private readonly double[] _last;
    private readonly PriorityQueue<int, double> _varied = new();

    /// <param name="varies">For each lane, whether its waits vary.</param>
    public WakeLanes(IEnumerable<bool> varies)
    {
        _varies = [.. varies];
        _lanes = [.. _varies.Select(_ => new RingQueue<Wake>())];
        _last = new double[_lanes.Length];
    }

    /// <summary>When the next one wakes; infinity when none waits.</summary>
    public double Next
    {
        get
        {
            double next = _varied.TryPeek(out _, out double at) ? at : double.PositiveInfinity;
            foreach (RingQueue<Wake> lane in _lanes)
            {
                if (lane.Count > 0 && lane.First.At < next)
                    next = lane.First.At;
            }

            return next;
        }
    }

    /// <summary>Adds one; in a lane of equal waits never before another that began earlier.</summary>
    public void Add(int lane, double at, int slot)
    {
        if (_varies[lane])
            _varied.Enqueue(slot, at);
        else
            _lanes[lane].Add(new Wake(_last[lane] = Math.Max(_last[lane], at), slot));
    }

    /// <summary>Takes the slot that wakes at <see cref="Next"/>.</summary>
    public int Take(double at)
    {
        if (_varied.TryPeek(out _, out double first) && first == at)
            return _varied.Dequeue();
        int lane = 0;
        while (_lanes[lane].Count == 0 || _lanes[lane].First.At != at)
            lane++;
        return _lanes[lane].Take().Slot;
    }

    private readonly record struct Wake(double At, int Slot);
}
