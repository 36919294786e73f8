using Syncopate.Statistics;

namespace Syncopate.Watch.Starvation;

/// <summary>What more threads have brought: work items completed while few threads were in use, and while many were, in a time in which
/// work waited for one. What one thread of many completes shows whether they wait for one another.</summary>
/// <param name="Few">Threads in use on average, in the third of the half seconds with the fewest.</param>
/// <param name="FewPerSecond">Work items completed per second with these.</param>
/// <param name="Many">Threads in use on average, in the third of the half seconds with the most.</param>
/// <param name="ManyPerSecond">Work items completed per second with those.</param>
internal sealed record PoolGrowth(double Few, double FewPerSecond, double Many, double ManyPerSecond)
{
    private const double LeastSeconds = 4;
    private const double LeastFactor = 1.5;
    private const long FewestItems = 10;

    // As long as the period of the runtime's gate: shorter, and what ends together is torn apart.
    private const double StretchSeconds = 0.5;

    // Exponents of the number of threads: 1 where none waits for another. Less than half of that, and some do.
    private const double LeastExponent = 0.5;
    private const double LeastSureExponent = 0.2;

    // Exceeded by chance in about 1 of 100.
    private const double Deviations = 2.5;

    // Where the upper two thirds of the threads are this sure not to bring more, they have reached a limit.
    private const double LimitDeviations = 2;

    /// <summary>Null where threads did not become half as many more, where too little was completed to tell, and where what was
    /// completed did not grow with them, over all or towards the end.</summary>
    internal static PoolGrowth? Of(IReadOnlyList<PoolSample> samples)
    {
        Stretch[] stretches = [.. Stretches(samples).Where(s => s.Threads >= 1).OrderBy(s => s.Threads)];
        if (stretches.Sum(s => s.Seconds) < LeastSeconds || stretches.Sum(s => s.Items) < FewestItems)
            return null;
        int third = stretches.Length / 3;
        Stretch few = Together(stretches[..third]), many = Together(stretches[^third..]);
        return many.Threads >= LeastFactor * few.Threads
            && Trend(stretches) is { Exponent: >= LeastExponent } trend
            && trend.Exponent - Deviations * trend.StandardError >= LeastSureExponent
            && !(Trend(stretches[third..]) is { } upper && upper.Exponent + LimitDeviations * upper.StandardError < LeastExponent)
            ? new PoolGrowth(few.Threads, few.PerSecond, many.Threads, many.PerSecond)
            : null;
    }

    private static CountTrend? Trend(IEnumerable<Stretch> stretches) =>
        CountTrend.Of([.. stretches.Select(s => (s.Threads, s.Seconds, s.Items))]);

    // A stretch ends where nobody knows what came next; what is shorter is left out.
    private static IEnumerable<Stretch> Stretches(IReadOnlyList<PoolSample> samples)
    {
        List<Stretch> parts = [];
        foreach (var (from, to) in samples.Zip(samples.Skip(1)))
        {
            if (!from.IsFollowedBy(to))
            {
                parts.Clear();
                continue;
            }

            parts.Add(Stretch.Between(from, to));
            if (parts.Sum(part => part.Seconds) < StretchSeconds)
                continue;
            yield return Together(parts);
            parts.Clear();
        }
    }

    private static Stretch Together(IReadOnlyCollection<Stretch> parts)
    {
        double seconds = parts.Sum(s => s.Seconds);
        return new Stretch(seconds, parts.Sum(s => s.Threads * s.Seconds) / seconds, parts.Sum(s => s.Items));
    }

    private readonly record struct Stretch(double Seconds, double Threads, long Items)
    {
        public double PerSecond => Items / Seconds;

        public static Stretch Between(PoolSample from, PoolSample to) => new(
            from.SecondsTo(to), (from.InUse + to.InUse) / 2.0, to.CompletedItems - from.CompletedItems);
    }
}
