using Syncopate.Journaling;

namespace Syncopate.Tests.Reporting.Claims;

/// <summary>Loads of invented figures: of every shape, with failures, with answers after the end, and with nothing at all.</summary>
internal static class InventedLoads
{
    private static readonly string[] Thresholds = ["p99 > 300ms", "errors > 0", "rps < 50", "mean >= 100ms", "count <= 20"];

    /// <summary>A load of one to six seconds.</summary>
    /// <param name="random">Draws everything.</param>
    /// <param name="agents">Who sent it; null for one process.</param>
    public static JournalReading Of(Random random, IReadOnlyList<AgentPart>? agents = null)
    {
        int seconds = random.Next(1, 7);
        TimeSpan asked = TimeSpan.FromSeconds(seconds);
        LoadShape shape = random.Next(4) switch
        {
            0 => new UsersForTime(random.Next(1, 60), asked),
            1 => new UsersTimesLoops(random.Next(1, 60), random.Next(1, 100)),
            2 => new SteppedUsers(1, random.Next(1, 5), 10, TimeSpan.FromSeconds(1)),
            _ => Arrivals.AtRate(random.Next(1, 200), asked),
        };
        bool drains = random.Next(2) == 0;
        return LoadJournals.Of(
        [
            LoadJournals.Header with { Machine = LoadJournals.Header.Machine with { LoadAverage = 5 * random.NextDouble() } },
            LoadJournals.Description(shape, [.. Thresholds.Where(_ => random.Next(2) == 0)]),
            .. Enumerable.Range(0, seconds).Select(second => Interval(random, second, drains && second == seconds - 1)),
            new GeneratorUse([random.NextDouble()]) { Agents = agents },
            new RunEnd(RunOutcome.Finished, "", seconds * 1_000_000_000L),
        ]);
    }

    private static IntervalRecord Interval(Random random, int second, bool drains)
    {
        double[] latencies = [.. Enumerable.Range(0, random.Next(3) * random.Next(150)).Select(_ => Math.Exp(8 * random.NextDouble()))];
        (string Kind, long Count)[] errors = random.Next(3) > 0 ? []
            : [("status 503", random.Next(1, 9)), ("timed out", random.Next(1, 9))];
        IntervalRecord interval = LoadJournals.Interval(second, latencies, errors);
        return interval with
        {
            Drained = drains ? random.Next(latencies.Length + 1) : 0,
            DrainedFailures = drains ? random.NextInt64(interval.Errors.Values.Sum() + 1) : 0,
        };
    }
}
