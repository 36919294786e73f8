using Syncopate.Cluster.Links;

namespace Syncopate.Cluster.Agents;

/// <summary>What an agent has to send, in the order in which it arose. The load adds, the session takes: any thread.</summary>
internal sealed class AgentOutbox
{
    private const int MostAtOnce = 64;

    // Guarded by itself, and so is what follows.
    private readonly LinkedList<object> _items = [];
    private TaskCompletionSource _filled = new();

    /// <summary>Completes when there is something to send.</summary>
    public Task Filled
    {
        get
        {
            lock (_items)
                return _filled.Task;
        }
    }

    /// <summary>Whether nothing waits to be sent.</summary>
    public bool IsEmpty
    {
        get
        {
            lock (_items)
                return _items.Count == 0;
        }
    }

    public void Add(StoredInterval interval) => AddItem(interval);

    public void Add(AgentReply reply) => AddItem(reply);

    /// <summary>The intervals at the head; empty when a reply is, or nothing.</summary>
    public IReadOnlyList<StoredInterval> Intervals()
    {
        lock (_items)
            return [.. _items.TakeWhile(item => item is StoredInterval).Cast<StoredInterval>().Take(MostAtOnce)];
    }

    /// <summary>The reply at the head; null when an interval is, or nothing.</summary>
    public AgentReply? Reply()
    {
        lock (_items)
            return _items.First?.Value as AgentReply;
    }

    /// <summary>So many at the head have arrived.</summary>
    public void Sent(int count)
    {
        lock (_items)
        {
            for (int i = 0; i < count; i++)
                _items.RemoveFirst();
            // A new one in any case: whoever has just added what is sent already completes the old one a moment later, and an empty outbox
            // that is called filled would have its agent ask the database without a pause.
            if (_items.Count == 0)
                _filled = new TaskCompletionSource();
        }
    }

    private void AddItem(object item)
    {
        TaskCompletionSource filled;
        lock (_items)
        {
            _items.AddLast(item);
            filled = _filled;
        }

        filled.TrySetResult();
    }
}
