namespace Syncopate.Watch.Starvation;

/// <summary>A time in which hardly anything was completed while threads stood and work waited, and which ended when the pool had grown
/// until nothing was left in its queue: what the threads waited for was in that queue.</summary>
/// <param name="Seconds">How long it was.</param>
/// <param name="PerSecond">Work items completed per second within it; mostly 0.</param>
/// <param name="FromThreads">Threads in use at its begin.</param>
/// <param name="ToThreads">Threads in use at its end.</param>
/// <param name="PerSecondAfter">Work items completed per second in the second after it.</param>
internal sealed record PoolRelief(double Seconds, double PerSecond, int FromThreads, int ToThreads, double PerSecondAfter)
{
    private const double LeastSeconds = 2;
    private const double LeastAfter = 0.5;
    private const double LongestAfter = 1;
    private const long LeastQueue = 4;
    private const int LeastGrowth = 3;
    private const long FewestAfter = 5;
    private const double LeastFactor = 5;

    // Of the queue at the begin. Samples come ten times a second: between two, the last few leave the queue.
    private const double LeftShare = 0.15;
    private const long Left = 2;

    // The same, where all that was in flight was completed before the next sample, so that the next ones are seen in the queue.
    private const double LeftShareAtOnce = 0.25;
    private const long LeftAtOnce = 3;

    /// <summary>The one with the least completed, of those the longest; null when there was none.</summary>
    internal static PoolRelief? Of(IReadOnlyList<PoolSample> samples)
    {
        PoolRelief? clearest = null;
        for (int end = 1; end < samples.Count; end++)
        {
            if ((samples[end].QueueLength < samples[end - 1].QueueLength || EndsAtOnce(samples, end))
                && Before(samples, end) is { } found
                && (clearest is null || (found.PerSecond, -found.Seconds).CompareTo((clearest.PerSecond, -clearest.Seconds)) < 0))
            {
                clearest = found;
            }
        }

        return clearest;
    }

    /// <summary>The longest that ends with a sample; null when there is none.</summary>
    private static PoolRelief? Before(IReadOnlyList<PoolSample> samples, int end)
    {
        PoolSample last = samples[end];
        int after = end;
        while (after + 1 < samples.Count
            && samples[after].IsFollowedBy(samples[after + 1])
            && last.SecondsTo(samples[after + 1]) <= LongestAfter)
        {
            after++;
        }

        double rest = last.SecondsTo(samples[after]);
        long completed = samples[after].CompletedItems - last.CompletedItems;
        if (rest < LeastAfter || completed < FewestAfter)
            return null;
        bool endsAtOnce = EndsAtOnce(samples, end);
        PoolRelief? found = null;
        for (int from = end - 1; from >= 0 && samples[from].IsFollowedBy(samples[from + 1]) && samples[from].QueueLength > 0; from--)
        {
            PoolSample first = samples[from];
            double seconds = first.SecondsTo(last);
            double perSecond = (last.CompletedItems - first.CompletedItems) / seconds;
            if (seconds >= LeastSeconds
                && perSecond * LeastFactor <= completed / rest
                && first.QueueLength >= LeastQueue
                && last.QueueLength <= (endsAtOnce
                    ? Math.Max(LeftAtOnce, LeftShareAtOnce * first.QueueLength)
                    : Math.Max(Left, LeftShare * first.QueueLength))
                && last.InUse >= first.InUse + LeastGrowth)
            {
                found = new PoolRelief(seconds, perSecond, first.InUse, last.InUse, completed / rest);
            }
        }

        return found;
    }

    // All that had a thread and all that waited for one was completed before the next sample.
    private static bool EndsAtOnce(IReadOnlyList<PoolSample> samples, int end) => end + 1 < samples.Count
        && samples[end].IsFollowedBy(samples[end + 1])
        && samples[end + 1].CompletedItems - samples[end].CompletedItems >= samples[end].InUse + samples[end].QueueLength;
}
