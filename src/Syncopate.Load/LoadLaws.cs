using Syncopate.Texts;
using Syncopate.Units;
using static System.FormattableString;

namespace Syncopate.Load;

/// <summary>What must hold in every load whatever the server does. A law that is broken is a fault of the generator, or
/// of the machine under it, and never the server's.</summary>
internal static class LoadLaws
{
    /// <summary>Requests have more or fewer ends than beginnings.</summary>
    public const string Books = "books";

    /// <summary>Users sent more, or less, than users can who wait and think.</summary>
    public const string Think = "think-law";

    /// <summary>Not all requests that were due were sent.</summary>
    public const string Rate = "rate-law";

    /// <summary>Users were idle.</summary>
    public const string Little = "little-law";

    // Of what the law says; beside one request a user, as a load may end in the middle of one.
    private const double Tolerance = 0.05;

    /// <summary>A doubt for each law that was broken.</summary>
    public static IEnumerable<Doubt> Broken(LoadResult result, LoadRequest request) =>
        new[] { LittlesLaw(result, request), BooksBalance(result), RateLaw(result, request), ThinkLaw(result, request) }.OfType<Doubt>();

    private static Doubt? LittlesLaw(LoadResult result, LoadRequest request)
    {
        bool thinks = request.ThinkTime > TimeSpan.Zero;
        string idle = thinks ? "had a request in flight or were thinking" : "had a request in flight";
        // Who thinks is called back by a timer each time, which is late by what the law of thinking allows for, too.
        double least = thinks ? 1 - Tolerance : SlotRules.LeastInFlightShare;
        // What is missed by a hair is not rounded to what was asked for.
        double percent = Math.Floor(10 * (100 * result.InFlightShare)) / 10;
        return result.Lateness is not null || result.InFlightShare >= least ? null : new Doubt(
            Little,
            null,
            $"This load is invalid: users {idle} for {Invariant($"{percent:0.0}")}% of the time, "
                + Invariant($"not {100 * least:0}% or more."),
            "By Little's law users are rate times latency. Less in flight is less load than was asked for, and latencies look better "
                + "than they are.",
            result.Errors.Count > 0
                ? "Look at the errors first: users pause after failures. Else give the generator more threads, or fewer users."
                : "No request failed, so the generator was late with the next ones: give it more threads, or fewer users.");
    }

    private static Doubt? BooksBalance(LoadResult result)
    {
        long ended = result.Count + result.Discarded + result.Errors.Values.Sum() - result.UnsolicitedFailures;
        // What a machine had in flight when it was lost, it cannot say any more.
        return result.IsIncomplete || result.Started - result.Unfinished == ended ? null : new Doubt(
            Books,
            null,
            Invariant($"This load is invalid: its counts of requests do not add up: {result.Started} sent, {ended} ended, ")
                + Invariant($"{result.Unfinished} unfinished."),
            "Each request that is sent must be answered, fail or be given up: what is counted here is not what happened.",
            "This is a fault of Syncopate: please report it, with run.jsonl of the run's folder.");
    }

    private static Doubt? RateLaw(LoadResult result, LoadRequest request)
    {
        // A pass of a scenario ends at a step that fails, and nobody knows how many requests that leaves out.
        if (request.Shape is not Arrivals arrivals || request.Scenario is not null || result.Cancelled
            || result.Failure is not null || result.IsIncomplete)
        {
            return null;
        }

        long due = new ArrivalSchedule(arrivals, TimeProvider.System.TimestampFrequency).Count;
        return result.Started == due ? null : new Doubt(
            Rate,
            null,
            $"This load is invalid: {Counted.Of(due, "request was", "requests were")} due, and "
                + $"{Counted.Of(result.Started, "was", "were")} sent.",
            "The load differs from what was requested.",
            "A quieter machine, or a lower rate.");
    }

    // N = sum of the users' times / (think + latency): the interactive response time law (Denning and Buzen, 1978).
    private static Doubt? ThinkLaw(LoadResult result, LoadRequest request)
    {
        if (request.ThinkTime == TimeSpan.Zero || result.Count == 0 || result.Cancelled || result.IsIncomplete
            || UserSeconds(result, request.Shape) is not { } seconds)
        {
            return null;
        }

        long failed = result.Errors.Values.Sum() - result.UnsolicitedFailures;
        double think = request.ThinkTime.TotalSeconds;
        double latency = Nanoseconds.ToSeconds(result.LatencySumNanoseconds / result.Count);
        // How long a failure took is not known: with some, all that is certain is that nobody leaves out a pause.
        bool isExact = failed == 0 && request.Shape is not UsersTimesLoops;
        double expected = seconds / (think + (failed == 0 ? latency : 0));
        double found = result.Count + result.Discarded + failed;
        double slack = Tolerance * expected + request.Shape.MaximumUsers * Math.Max(1, request.Scenario?.Steps.Count ?? 1);
        bool isBroken = found > expected + slack || (isExact && found < expected - slack);
        string cycle = Invariant($"think for {Milliseconds.FromSeconds(think):0.###} ms ")
            + Invariant($"and wait for {Milliseconds.FromSeconds(latency):0.###} ms");
        string counts = $"{Counted.Of((long)Math.Round(expected), "request")} in this time; "
            + $"{Counted.Of((long)Math.Round(found), "was", "were")} sent.";
        return !isBroken ? null : new Doubt(
            Think,
            null,
            $"This load is invalid: users who {cycle} send {(isExact ? "about" : "at most")} {counts}",
            "The load differs from what was requested.",
            found > expected ? "This is a fault of Syncopate: please report it."
                : "A quieter machine, fewer users, or a longer time to think.");
    }

    // How long all users together send; null for a rate. Users of a number of requests are done before the last of them is.
    private static double? UserSeconds(LoadResult result, LoadShape shape) => shape switch
    {
        UsersForTime time => time.Users * time.Duration.TotalSeconds,
        SteppedUsers steps => Enumerable.Range(0, steps.Maximum).Sum(user => Math.Max(0, steps.Duration.TotalSeconds - Start(steps, user))),
        UsersTimesLoops loops =>
            loops.Users * TimeProvider.System.GetElapsedTime(result.StartedTimestamp, result.EndedTimestamp).TotalSeconds,
        _ => null,
    };

    private static double Start(SteppedUsers steps, int user) =>
        new LoadSchedule(steps, TimeSpan.TicksPerSecond).StartOf(user) / (double)TimeSpan.TicksPerSecond;
}
