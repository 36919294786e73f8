namespace Syncopate.WatchAgent;

/// <summary>The calls that wait at one await.</summary>
internal sealed class AwaitingCalls
{
    public int Count { get; private set; }

    /// <summary>The one seen here first.</summary>
    public Task? Longest { get; private set; }

    /// <summary>Since when, by Stopwatch.</summary>
    public long Since { get; private set; } = long.MaxValue;

    public void Add(Task task, long since)
    {
        Count++;
        if (since < Since)
            (Longest, Since) = (task, since);
    }
}
