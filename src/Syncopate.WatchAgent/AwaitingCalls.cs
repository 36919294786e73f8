namespace Syncopate.WatchAgent;

/// <summary>The calls that wait at one await.</summary>
internal sealed class AwaitingCalls
{
    private Func<string> _chain = () => "";

    public int Count { get; private set; }

    /// <summary>Since when the one that was seen here first waits, by Stopwatch.</summary>
    public long Since { get; private set; } = long.MaxValue;

    /// <summary>Who waits for that one.</summary>
    public string Chain => _chain();

    /// <summary>Adds a call.</summary>
    /// <param name="since">Since when it has been seen here.</param>
    /// <param name="chain">Finds out who waits for it.</param>
    public void Add(long since, Func<string> chain)
    {
        Count++;
        if (since < Since)
            (_chain, Since) = (chain, since);
    }
}
