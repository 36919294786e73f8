using System.Runtime.CompilerServices;

namespace AwaitCost;

/// <summary>The loops that every async one is compared with.</summary>
internal static class SyncLoops
{
    public static int Direct(int calls)
    {
        int value = 0;
        for (int i = 0; i < calls; i++)
            value = ShortWork.Next(value);
        return value;
    }

    public static int Deep(int calls, int depth)
    {
        int value = 0;
        for (int i = 0; i < calls; i++)
            value = Down(value, depth);
        return value;
    }

    public static int Tokens(int calls, CancellationToken token)
    {
        int value = 0;
        for (int i = 0; i < calls; i++)
            value = WithToken(value, token);
        return value;
    }

    public static int Failing(int calls, int depth)
    {
        int failed = 0;
        for (int i = 0; i < calls; i++)
        {
            try
            {
                failed += Fail(i, depth);
            }
            catch (InvalidOperationException)
            {
                failed++;
            }
        }

        return failed;
    }

    public static int Milliseconds(int calls)
    {
        int value = 0;
        for (int i = 0; i < calls; i++)
            value = ClockedWork.Millisecond(value);
        return value;
    }

    // One is added on the way back, or the compiler would make a loop of it.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int Down(int value, int depth) => (depth == 1 ? ShortWork.Next(value) : Down(value, depth - 1)) + 1;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int WithToken(int value, CancellationToken token)
    {
        token.ThrowIfCancellationRequested();
        return ShortWork.Next(value);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int Fail(int value, int depth) => depth == 1 ? throw ShortWork.Failure() : Fail(value, depth - 1) + 1;
}
