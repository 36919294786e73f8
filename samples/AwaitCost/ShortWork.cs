using System.Runtime.CompilerServices;

namespace AwaitCost;

/// <summary>A very short method.</summary>
internal static class ShortWork
{
    /// <summary>One step of a linear congruence. A call stays a call: else the compiler would melt the synchronous
    /// loops into a few additions.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int Next(int value) => value * 1664525 + 1013904223;

    /// <summary>What a call that fails throws; each call its own.</summary>
    public static InvalidOperationException Failure() => new("The specimen of a failure.");
}
