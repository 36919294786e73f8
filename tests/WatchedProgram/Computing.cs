using System.Runtime.CompilerServices;

namespace WatchedProgram;

/// <summary>Keeps callers who each, once answered, call again; each call computes for some milliseconds on a thread of
/// the pool, and waits for nothing.</summary>
internal static class Computing
{
    /// <summary>Goes on until standard input ends.</summary>
    public static int Run(int callers)
    {
        for (int i = 0; i < callers; i++)
            Call();
        Console.WriteLine("ready");
        while (Console.ReadLine() is not null)
            Console.WriteLine("ok");
        return 0;
    }

    private static void Call() => ThreadPool.UnsafeQueueUserWorkItem(static _ =>
    {
        Compute();
        Call();
    }, null);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static double Compute()
    {
        double sum = 0;
        for (int i = 1; i < 1_000_000; i++)
            sum += Math.Sqrt(i);
        return sum;
    }
}
