namespace Syncopate.Capacity;

/// <summary>Who wakes up when. Each kind of request waits equally long every time, so each has a line in which the first to begin is the first to wake, and no heap is needed.</summary>
internal sealed class WakeLanes
{
    private readonly RingQueue<Wake>[] _lanes;
    private readonly double[] _last;

    public WakeLanes(int lanes)
    {
        _lanes = [.. Enumerable.Range(0, lanes).Select(_ => new RingQueue<Wake>())];
        _last = new double[lanes];
    }

    /// <summary>When the next one wakes; infinity when none waits.</summary>
    public double Next
    {
        get
        {
            double next = double.PositiveInfinity;
            foreach (RingQueue<Wake> lane in _lanes)
            {
                if (lane.Count > 0 && lane.First.At < next)
                    next = lane.First.At;
            }

            return next;
        }
    }

    /// <summary>Adds one; never before another of its lane that began earlier.</summary>
    public void Add(int lane, double at, int slot) => _lanes[lane].Add(new Wake(_last[lane] = Math.Max(_last[lane], at), slot));

    /// <summary>Takes the slot that wakes at <see cref="Next"/>.</summary>
    public int Take(double at)
    {
        int lane = 0;
        while (_lanes[lane].Count == 0 || _lanes[lane].First.At != at)
            lane++;
        return _lanes[lane].Take().Slot;
    }

    private readonly record struct Wake(double At, int Slot);
}
