namespace Syncopate.Running.Machines;

/// <summary>The .NET processes that came of one command: the program itself and all that it started. Thread-safe.</summary>
internal sealed class ProcessFamily
{
    // Written by the listener's conversations, read by whoever started the command; guarded by itself.
    private readonly Dictionary<int, PoolWatch> _members = [];

    private readonly TimeProvider _time;

    internal ProcessFamily(TimeProvider time) => _time = time;

    /// <summary>What one of its processes has reported; null when that process has not said hello, or is no .NET process.</summary>
    public PoolWatch? Find(int processId)
    {
        lock (_members)
            return _members.GetValueOrDefault(processId);
    }

    internal PoolWatch Add(int processId)
    {
        lock (_members)
            return _members[processId] = new PoolWatch(_time);
    }
}
