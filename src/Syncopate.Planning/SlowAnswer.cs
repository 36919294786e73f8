using Syncopate.Planning.Simulation;

namespace Syncopate.Planning;

/// <summary>What a dependency that becomes slow for a while does to one machine, and how slow it may become; see
/// <see cref="SlowDependency"/>.</summary>
/// <param name="WaitSeconds">What the wait becomes.</param>
/// <param name="Threads">Threads of the synchronous form.</param>
/// <param name="PatienceSeconds">How long a caller waits for an answer, from when the request arrives; the timeout of
/// the protections is as long.</param>
/// <param name="Protections">Each protection in both forms.</param>
/// <param name="LongestWaitSeconds">The longest lasting wait that the threads bear, simulated.</param>
/// <param name="ArithmeticWaitSeconds">The same by arithmetic, W / l - C: its upper bound.</param>
/// <param name="Slots">Calls that the dependency works on at once; null for any number.</param>
/// <param name="StormFromPerSecond">Lowest load with two stable states, requests per second on one machine; null without
/// slots, or when there is none.</param>
/// <param name="StormToPerSecond">The load from which on it never is well.</param>
internal sealed record SlowAnswer(
    double WaitSeconds,
    int Threads,
    double PatienceSeconds,
    IReadOnlyList<ProtectedAnswer> Protections,
    double LongestWaitSeconds,
    double ArithmeticWaitSeconds,
    int? Slots,
    double? StormFromPerSecond,
    double? StormToPerSecond)
{
    // For a form that needs few.
    private const int UsualThreads = 100;

    /// <summary>Null when the question was not asked.</summary>
    /// <exception cref="ArgumentException">The plan is for users or several kinds of requests, or the wait does not
    /// become longer.</exception>
    public static SlowAnswer? Of(Plan plan, SlowSpell? spell)
    {
        ArgumentNullException.ThrowIfNull(plan);
        if (spell is null)
            return null;
        int threads = plan.Question.MaximumThreads
            ?? plan.Forms.Max(f => f.ThreadsNeeded) switch { 0 => UsualThreads, var needed => needed };
        IReadOnlyList<ProtectedForm> forms = SlowDependency.Compare(plan, spell.Wait, threads);
        (double From, double To)? storm = spell.Slots is { } slots ? SlowDependency.StormRegion(plan, spell.Wait, slots) : null;
        return new SlowAnswer(
            spell.Wait.TotalSeconds,
            threads,
            SlowDependency.PatienceSeconds(plan),
            [.. forms.Select(ProtectedAnswer.Of)],
            SlowDependency.LongestWaitSeconds(plan, threads),
            Math.Max(0, threads / plan.LoadPerInstance - plan.Question.CpuSeconds),
            spell.Slots,
            storm?.From,
            storm?.To);
    }
}
