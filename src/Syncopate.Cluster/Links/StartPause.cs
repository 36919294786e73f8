namespace Syncopate.Cluster.Links;

/// <summary>How long to wait before the next question when a load is about to begin. Who asks, and the database that answers, may share
/// processors with agents, of which one that waits for its turn begins milliseconds late: nobody asks at that moment.</summary>
internal static class StartPause
{
    // What wakes up for the start has sent its first requests by then.
    private static readonly TimeSpan After = TimeSpan.FromMilliseconds(5);

    // Whoever sends a load must not be out of touch for long.
    private static readonly TimeSpan LongestQuestion = TimeSpan.FromMilliseconds(200);

    /// <summary>The pause, or a longer one that ends when the load has begun.</summary>
    /// <param name="pause">At any other time.</param>
    /// <param name="untilStart">From now; negative when it has begun.</param>
    /// <param name="question">How long a question takes: none is asked that would still be under way then.</param>
    public static TimeSpan Of(TimeSpan pause, TimeSpan untilStart, TimeSpan question)
    {
        TimeSpan quiet = question < LongestQuestion ? question : LongestQuestion;
        bool isBefore = pause <= untilStart - quiet;
        bool isAfter = untilStart < TimeSpan.Zero || pause >= untilStart + After;
        return isBefore || isAfter ? pause : untilStart + After;
    }
}
