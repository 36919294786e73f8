namespace Syncopate.Planning.Simulation;

/// <summary>Requests that one work item of the pool deals with together: the first one brings the item, and those that
/// come before it runs are dealt with by it, too.</summary>
internal sealed class SharedWork
{
    private readonly RingQueue<int> _slots = new();
    private bool _isOnItsWay;

    /// <summary>How many wait.</summary>
    public int Count => _slots.Count;

    /// <summary>Adds a request. True when no item is on its way, so that the caller sends one.</summary>
    public bool Add(int slot)
    {
        _slots.Add(slot);
        bool isFirst = !_isOnItsWay;
        _isOnItsWay = true;
        return isFirst;
    }

    /// <summary>The item runs: what waits is its own, and the next request brings another item.</summary>
    public RingQueue<int> Begin()
    {
        _isOnItsWay = false;
        return _slots;
    }

    /// <summary>The item runs, and needs nothing of what waits.</summary>
    public void Empty()
    {
        RingQueue<int> slots = Begin();
        while (slots.Count > 0)
            _ = slots.Take();
    }
}
