namespace Syncopate.Planning.Simulation;

/// <summary>The requests under way, in slots that are used again.</summary>
internal sealed class SimulatedRequests
{
    private Request[] _slots = new Request[256];
    private int[] _free = new int[256];
    private int _freeCount;
    private int _used;

    /// <summary>Requests sent and not answered.</summary>
    public int Count => _used - _freeCount;

    /// <summary>When each of those was sent, or due.</summary>
    public IEnumerable<double> Unanswered => Enumerable.Range(0, _used).Except(_free.Take(_freeCount)).Select(slot => _slots[slot].Due);

    public ref Request this[int slot] => ref _slots[slot];

    public int Open(double due, int user, int kind, int waits)
    {
        int slot = _freeCount > 0 ? _free[--_freeCount] : _used++;
        if (slot == _slots.Length)
            Array.Resize(ref _slots, slot * 2);
        _slots[slot] = new Request { Due = due, User = user, Kind = kind, WaitsLeft = waits };
        return slot;
    }

    public void Close(int slot)
    {
        if (_freeCount == _free.Length)
            Array.Resize(ref _free, _freeCount * 2);
        _free[_freeCount++] = slot;
    }

    internal struct Request
    {
        /// <summary>When it was sent, or due.</summary>
        public double Due;

        /// <summary>Who sent it; -1 for a rate, -2 for the caller who warms.</summary>
        public int User;

        /// <summary>Which kind of request it is.</summary>
        public int Kind;

        /// <summary>Waits that are not over.</summary>
        public int WaitsLeft;
    }
}
