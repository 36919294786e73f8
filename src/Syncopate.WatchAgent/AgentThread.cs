namespace Syncopate.WatchAgent;

/// <summary>The agent's own thread: one on the pool would fall silent just when the pool starves. It cannot be
/// unloaded, and waits without cost while no session listens.</summary>
internal sealed class AgentThread
{
    private const int PeriodMilliseconds = 100;

    // Made once, however often the hook is applied: several watchers share one agent.
    private static readonly AgentThread Instance = new();

    private readonly PoolReader _pool = new();
    private readonly TaskTable _tasks = new();
    private readonly PoolChange _change = new();

    private AgentThread() => new Thread(Run) { IsBackground = true, Name = "Syncopate agent" }.Start();

    /// <summary>Starts the thread where it does not run yet; returns at once.</summary>
    public static void Start() => GC.KeepAlive(Instance);

    private void Rest()
    {
        _tasks.Stop();
        _change.PutBack();
    }

    private void Run()
    {
        using ManualResetEvent never = new(false);
        while (true)
        {
            AgentEvents.Log.WaitForListener(Rest);
            _change.Follow(ChangeRequests.Log);
            _pool.Publish(AgentEvents.Log);
            _tasks.Publish(AgentEvents.Log);
            WovenFigures.Instance.Publish(AgentEvents.Log);
            never.WaitOne(PeriodMilliseconds);
        }
    }
}
