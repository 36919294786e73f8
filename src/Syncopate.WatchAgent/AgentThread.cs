namespace Syncopate.WatchAgent;

/// <summary>The agent's own thread: one on the pool would fall silent just when the pool starves. It cannot be
/// unloaded, and waits without cost while no session listens.</summary>
internal sealed class AgentThread
{
    private const int PeriodMilliseconds = 100;

    // Made once, however often the hook is applied: several watchers share one agent.
    private static readonly AgentThread Instance = new();

    private readonly AgentPart[] _parts;

    private AgentThread()
    {
        PoolChange change = new();
        TaskTable tasks = new();
        _parts =
        [
            new("the change of the pool", _ => change.Follow(ChangeRequests.Log), change.PutBack),
            new("the pool", new PoolReader().Publish),
            new("live awaits", tasks.Publish, tasks.Stop, TaskTable.Fail),
            new("the figures of the woven copy", WovenFigures.Instance.Publish),
        ];
        new Thread(Run) { IsBackground = true, Name = "Syncopate agent" }.Start();
    }

    /// <summary>Starts the thread where it does not run yet; returns at once.</summary>
    public static void Start() => GC.KeepAlive(Instance);

    private void Rest()
    {
        foreach (AgentPart part in _parts)
            part.End();
    }

    private void Run()
    {
        using ManualResetEvent never = new(false);
        while (true)
        {
            AgentEvents.Log.WaitForListener(Rest);
            foreach (AgentPart part in _parts)
                part.Publish(AgentEvents.Log);
            never.WaitOne(PeriodMilliseconds);
        }
    }
}
