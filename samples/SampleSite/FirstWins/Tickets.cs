namespace SampleSite.FirstWins;

/// <summary>
/// Numbers the races of this process from 1. How long a server takes depends on the ticket alone, so every form, in a process of
/// its own, races over the same course. Safe for concurrent use.
/// </summary>
public sealed class Tickets
{
    private int _last;

    /// <summary>The next number.</summary>
    public int Next() => Interlocked.Increment(ref _last);
}
