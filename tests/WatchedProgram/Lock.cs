namespace WatchedProgram;

/// <summary>Stands in for the lock of .NET 9 where there is none.</summary>
internal sealed class Lock
{
    public void Enter() => Monitor.Enter(this);

    public void Exit() => Monitor.Exit(this);
}
