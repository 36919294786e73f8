using Syncopate.Load;
using Syncopate.Units;

namespace Syncopate.Running.Rounds;

/// <summary>What is driven before the first round, and what its figures say about the rounds.</summary>
internal static class Pilot
{
    // The first run of a command reads its files from the disk.
    private const int WarmRuns = 3;

    private static readonly TimeSpan Shortest = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(1);

    // Of the time that is left: a slot may take one of these parts, and so may the pilot of a form; what has not
    // answered after two is as slow as that.
    private const int Parts = 16;

    // Rounds take longer than a pilot makes them seem on a machine that gets busier; one that is missing for a look
    // costs the whole verdict.
    private const double Spare = 1.25;

    // Between two slots of 0.2 s on two cores: snapshots, the histogram, the journal on disk, opening what connections are missing.
    private static readonly TimeSpan Overhead = TimeSpan.FromMilliseconds(25);

    /// <summary>Drives each form for a moment and says how slow the slowest is.</summary>
    /// <param name="drivers">Of warm servers.</param>
    /// <param name="experiment">The experiment, with the load whose peak is tried.</param>
    /// <param name="left">Time that is left at this moment.</param>
    /// <param name="cancellationToken">Ends it.</param>
    public static async Task<PilotReading> RunAsync(
        Drivers drivers, Experiment experiment, Func<TimeSpan> left, CancellationToken cancellationToken)
    {
        TimeSpan part = Part(left());
        TimeSpan length = part < Longest ? part : Longest;
        LoadShape shape = experiment.Load is WholeProcesses ? new WholeProcesses(WarmRuns) : Shape(experiment.Load, length);
        List<PilotReading> readings = new();
        foreach (SlotDriver driver in drivers.OfForms)
            readings.Add(Read(await driver.PilotAsync(shape, 2 * part, cancellationToken).ConfigureAwait(false), 2 * part));
        return Slowest(readings, drivers.OfForms.Max(d => d.Settling), left(), readings.Count + (experiment.NoiseForm is null ? 0 : 1));
    }

    /// <summary>What the slowest of the forms says of slots in a time.</summary>
    /// <param name="readings">One a form.</param>
    /// <param name="settling">What follows each slot.</param>
    /// <param name="left">Time for all rounds.</param>
    /// <param name="slots">Slots of a round.</param>
    internal static PilotReading Slowest(IReadOnlyList<PilotReading> readings, TimeSpan settling, TimeSpan left, int slots)
    {
        PilotReading slowest = new(readings.Max(r => r.P95), readings.Min(r => r.RequestsPerSecond)) { Settling = settling };
        return slowest with
        {
            LongestSlot = LongestSlot(left / (slots * Syncopate.Looks.RoundsAt(1) * Spare), slowest),
            SlotLimit = LongestSlot(Part(left), slowest),
        };
    }

    private static TimeSpan Part(TimeSpan left) => left / Parts > Shortest ? left / Parts : Shortest;

    /// <summary>Some time of a load over HTTP, as it is at its peak.</summary>
    public static LoadShape Shape(LoadShape load, TimeSpan length) => load is Arrivals arrivals
        ? Arrivals.AtRate(Math.Max(arrivals.FromPerSecond, arrivals.ToPerSecond), length)
        : new UsersForTime(load.MaximumUsers, length);

    /// <summary>What a load has shown. One that was given up says the least that can be true: its slowest answers take
    /// as long as their timeout.</summary>
    public static PilotReading Read(LoadResult result, TimeSpan timeout)
    {
        double seconds = TimeProvider.System.GetElapsedTime(result.StartedTimestamp, result.EndedTimestamp).TotalSeconds;
        return result.Cancelled
            ? new PilotReading(timeout, Math.Max(1, result.Count) / timeout.TotalSeconds)
            : new PilotReading(Nanoseconds.ToTimeSpan(result.Latencies.ValueAtQuantile(0.95)), result.Count / seconds);
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
        for (TimeSpan left = time - round; left >= TimeSpan.Zero && rounds < Syncopate.Looks.RoundsAt(Syncopate.Looks.Most); left -= round)
        {
            rounds++;
            if (rounds % roundsPerProcess == 0 && left >= preparing + round * (roundsPerProcess / 2))
                left -= preparing;
        }

        return rounds;
    }

    private static TimeSpan Besides(PilotReading slowest) => Overhead + slowest.Settling;
}
