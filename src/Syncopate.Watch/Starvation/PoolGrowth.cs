namespace Syncopate.Watch.Starvation;

/// <summary>What more threads have brought: work items completed while few threads were in use, and while many were, in a time in which
/// work waited for one. What one thread of many completes shows whether they wait for one another.</summary>
/// <param name="Few">Threads in use on average, in the third of the time with the fewest.</param>
/// <param name="FewPerSecond">Work items completed per second with these.</param>
/// <param name="Many">Threads in use on average, in the third of the time with the most.</param>
/// <param name="ManyPerSecond">Work items completed per second with those.</param>
public sealed record PoolGrowth(double Few, double FewPerSecond, double Many, double ManyPerSecond)
{
    private const double LeastSeconds = 4;
    private const double LeastFactor = 1.5;
    private const long FewestItems = 10;

    // Of the growth of threads, on the scale of ratios: less, and some wait for one another.
    private const double LeastShare = 0.6;

    // A count varies by its root; more, where items end together.
    private const double Deviations = 3;

    /// <summary>Null where threads did not become half as many more, where too little was completed to tell, and where what was
    /// completed did not grow with them, over all or towards the end.</summary>
    internal static PoolGrowth? Of(IReadOnlyList<PoolSample> samples)
    {
        Stretch[] stretches =
        [
            .. samples.Zip(samples.Skip(1))
                .Where(pair => pair.First.IsFollowedBy(pair.Second))
                .Select(pair => Stretch.Between(pair.First, pair.Second))
                .OrderBy(s => s.Threads),
        ];
        double seconds = stretches.Sum(s => s.Seconds);
        if (seconds < LeastSeconds)
            return null;
        Stretch few = Third(stretches, 0, seconds), some = Third(stretches, 1, seconds), many = Third(stretches, 2, seconds);
        bool isSure = Math.Min(few.Items, many.Items) >= FewestItems
            && Math.Log(many.PerSecond / few.PerSecond) > Deviations * Math.Sqrt(1.0 / few.Items + 1.0 / many.Items);
        return isSure && few.Threads >= 1 && many.Threads >= LeastFactor * few.Threads && Grows(few, many) && Grows(some, many)
            ? new PoolGrowth(few.Threads, few.PerSecond, many.Threads, many.PerSecond)
            : null;
    }

    private static bool Grows(Stretch few, Stretch many) =>
        Math.Log(many.PerSecond / few.PerSecond) >= LeastShare * Math.Log(many.Threads / few.Threads);

    private static Stretch Third(Stretch[] ordered, int number, double seconds)
    {
        double before = 0;
        List<Stretch> within = [];
        foreach (Stretch stretch in ordered)
        {
            if ((int)Math.Min(2, 3 * before / seconds) == number)
                within.Add(stretch);
            before += stretch.Seconds;
        }

        double length = within.Sum(s => s.Seconds);
        return new Stretch(length, within.Sum(s => s.Threads * s.Seconds) / length, within.Sum(s => s.Items));
    }

    private readonly record struct Stretch(double Seconds, double Threads, long Items)
    {
        public double PerSecond => Items / Seconds;

        public static Stretch Between(PoolSample from, PoolSample to) => new(
            from.SecondsTo(to), (from.InUse + to.InUse) / 2.0, to.CompletedItems - from.CompletedItems);
    }
}
