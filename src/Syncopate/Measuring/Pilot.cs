using Syncopate.Load;

namespace Syncopate.Measuring;

/// <summary>What is driven before the first round, and what its figures say about the rounds.</summary>
internal static class Pilot
{
    // The first run of a command reads its files from the disk.
    private const int WarmRuns = 3;

    private static readonly TimeSpan Length = TimeSpan.FromSeconds(1);

    // Between two slots of 0.2 s on two cores: snapshots, the histogram, the journal on disk, opening what connections are missing.
    private static readonly TimeSpan Overhead = TimeSpan.FromMilliseconds(25);

    /// <summary>A second of a load, as it is at its peak.</summary>
    public static LoadShape Shape(LoadShape load) => load is WholeProcesses ? new WholeProcesses(WarmRuns) : Shape(load, Length);

    /// <summary>Some time of a load over HTTP, as it is at its peak.</summary>
    public static LoadShape Shape(LoadShape load, TimeSpan length) => load is Arrivals arrivals
        ? Arrivals.AtRate(Math.Max(arrivals.FromPerSecond, arrivals.ToPerSecond), length)
        : new UsersForTime(load.MaximumUsers, length);

    /// <summary>What a load has shown; it has at least one answer.</summary>
    public static PilotReading Read(LoadResult result)
    {
        double seconds = TimeProvider.System.GetElapsedTime(result.StartedTimestamp, result.EndedTimestamp).TotalSeconds;
        return new PilotReading(TimeSpan.FromMilliseconds(result.Latencies.ValueAtQuantile(0.95) / 1e6), result.Count / seconds);
    }

    /// <summary>About how long a slot takes, by the slowest form.</summary>
    public static TimeSpan LengthOf(LoadShape load, PilotReading slowest) => Besides(slowest) + load switch
    {
        UsersTimesLoops l => TimeSpan.FromSeconds((double)l.Users * l.Loops / slowest.RequestsPerSecond),
        UsersForTime l => l.Duration + slowest.P95,
        SteppedUsers l => l.Duration + slowest.P95,
        Arrivals l => l.Duration + slowest.P95,
        WholeProcesses l => l.Runs * slowest.P95,
        _ => throw new ArgumentOutOfRangeException(nameof(load), load, "Not a load with a pilot."),
    };

    /// <summary>The length of a slot that takes a time, what belongs to it included; zero when there is none.</summary>
    public static TimeSpan LongestSlot(TimeSpan time, PilotReading slowest)
    {
        TimeSpan left = time - Besides(slowest) - slowest.P95;
        return left > TimeSpan.Zero ? left : TimeSpan.Zero;
    }

    /// <summary>Rounds that fit into a time in which the servers are replaced now and then.</summary>
    public static int RoundsWithin(TimeSpan time, TimeSpan round, int roundsPerProcess, TimeSpan preparing)
    {
        int rounds = 0;
        for (TimeSpan left = time - round; left >= TimeSpan.Zero && rounds < Statistics.Looks.RoundsAt(Statistics.Looks.Most); left -= round)
        {
            rounds++;
            if (rounds % roundsPerProcess == 0 && left >= preparing + round * (roundsPerProcess / 2))
                left -= preparing;
        }

        return rounds;
    }

    private static TimeSpan Besides(PilotReading slowest) => Overhead + slowest.Settling;
}
