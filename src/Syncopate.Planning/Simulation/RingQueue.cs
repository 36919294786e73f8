namespace Syncopate.Planning.Simulation;

/// <summary>A first-in-first-out queue that grows and never gives memory back: the framework's checks versions on every
/// call, which a simulation makes a million times a second.</summary>
internal sealed class RingQueue<T>
    where T : unmanaged
{
    private T[] _items = new T[64];
    private int _head;

    public int Count { get; private set; }

    public ref T First => ref _items[_head];

    public void Add(T item)
    {
        if (Count == _items.Length)
            Grow();
        _items[(_head + Count++) & (_items.Length - 1)] = item;
    }

    public T Take()
    {
        T item = _items[_head];
        _head = (_head + 1) & (_items.Length - 1);
        Count--;
        return item;
    }

    private void Grow()
    {
        T[] larger = new T[_items.Length * 2];
        for (int i = 0; i < Count; i++)
            larger[i] = _items[(_head + i) & (_items.Length - 1)];
        (_items, _head) = (larger, 0);
    }
}
