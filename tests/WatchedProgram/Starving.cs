using System.Runtime.CompilerServices;

namespace WatchedProgram;

/// <summary>Keeps callers who each, once answered, call again; each call sleeps on a thread of the pool. Shorter than
/// half a second, that never looks like starvation to the pool.</summary>
internal static class Starving
{
    /// <summary>Goes on until standard input ends.</summary>
    public static int Run(int milliseconds, int callers)
    {
        for (int i = 0; i < callers; i++)
            Call(milliseconds);
        Console.WriteLine("ready");
        while (Console.ReadLine() is not null)
            Console.WriteLine("ok");
        return 0;
    }

    private static void Call(int milliseconds) => ThreadPool.UnsafeQueueUserWorkItem(Answer, milliseconds, preferLocal: false);

    // As it is called through a delegate, it would be compiled into the pool's own method, and no stack would have it.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Answer(int milliseconds)
    {
        Thread.Sleep(milliseconds);
        Call(milliseconds);
    }
}
