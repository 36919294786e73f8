namespace WatchedProgram;

/// <summary>Does things on threads of its own, so that the pool has only what is to be found there.</summary>
internal static class Elsewhere
{
    /// <summary>Does something after a while.</summary>
    public static void After(int milliseconds, Action act) => Start(() =>
    {
        Thread.Sleep(milliseconds);
        act();
    });

    /// <summary>Holds something for a while; returns when it is held.</summary>
    public static void Hold(Action enter, Action exit, int milliseconds)
    {
        int held = 0;
        Start(() =>
        {
            enter();
            Volatile.Write(ref held, 1);
            Thread.Sleep(milliseconds);
            exit();
        });
        // It spins: a wait would be a place of its own.
        while (Volatile.Read(ref held) == 0)
            Thread.SpinWait(100);
    }

    private static void Start(Action act) => new Thread(() => act()) { IsBackground = true }.Start();
}
