using System.Runtime.CompilerServices;

namespace SampleSite.Customers;

/// <summary>The customers, and a rating that costs processor time.</summary>
public static class CustomerList
{
    // Chosen so that ten customers keep a core of a server of the 2020s busy for two or three milliseconds. A fixed number and not
    // a calibration at start: two processes must do the same work, however busy the machine was when they started.
    private const int Rounds = 110_000;

    /// <summary>The customers without a rating.</summary>
    public static IReadOnlyList<Customer> All { get; } =
    [
        new(1, "Ada Byron", "London"), new(2, "Emmy Noether", "Erlangen"), new(3, "Alonzo Church", "Princeton"),
        new(4, "Rózsa Péter", "Budapest"), new(5, "Kateryna Yushchenko", "Kyiv"), new(6, "Haskell Curry", "Millis"),
        new(7, "Grace Hopper", "New York"), new(8, "Edsger Dijkstra", "Nuenen"), new(9, "Mary Keller", "Dubuque"),
        new(10, "Tony Hoare", "Oxford"),
    ];

    /// <summary>The customers with their ratings: pure computing, no waiting, always the same result.</summary>
    public static IReadOnlyList<Customer> Rated() =>
        [.. All.Select(static customer => customer with { Rating = Rate(customer.Id) })];

    // Marsaglia's xorshift64 (Journal of Statistical Software 8:14, 2003), each step needing the one before.
    // Optimised from the first call: the first visitors of a process must not measure the compiler's tiers.
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    internal static int Rate(int seed)
    {
        ulong x = (ulong)seed;
        for (int round = 0; round < Rounds; round++)
        {
            x ^= x << 13;
            x ^= x >> 7;
            x ^= x << 17;
        }

        return (int)(x % 1000);
    }
}
