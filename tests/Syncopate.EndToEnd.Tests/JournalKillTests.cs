using System.Collections.Concurrent;
using System.Diagnostics;
using System.Globalization;
using Xunit;

namespace Syncopate.EndToEnd.Tests;

/// <summary>Row R1: SIGKILL at any moment keeps every finished slot. SYNCOPATE_KILLS sets how many runs are killed.</summary>
[Trait("Judges", "laws")]
public sealed class JournalKillTests(ITestOutputHelper output) : IDisposable
{
    /// <summary>More slots than any writer gets to, yet an end to one whose test has died.</summary>
    private const string Unreachable = "10000";

    private readonly string _folder = Directory.CreateTempSubdirectory("syncopate-kill-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public async Task A_writer_killed_at_a_random_moment_keeps_each_slot_it_has_confirmed()
    {
        int kills = int.Parse(Environment.GetEnvironmentVariable("SYNCOPATE_KILLS") ?? "50", CultureInfo.InvariantCulture);
        ConcurrentBag<(int Confirmed, int Kept, int Torn)> runs = new ConcurrentBag<(int Confirmed, int Kept, int Torn)>();

        await Parallel.ForEachAsync(Enumerable.Range(0, kills), TestContext.Current.CancellationToken, async (seed, _) => runs.Add(await KillAsync(seed)));

        output.WriteLine($"{kills} kills: {runs.Sum(r => r.Confirmed)} slots confirmed, {runs.Sum(r => r.Kept)} kept, {runs.Sum(r => r.Torn)} torn ends, "
            + $"{runs.Count(r => r.Confirmed == 0)} before the first slot");
        Assert.Equal(kills, runs.Count);
        Assert.True(runs.Count(r => r.Confirmed > 0) > kills / 2, "Most kills must fall among slots, or the test shows little.");
    }

    /// <summary>Nine in ten are killed up to 2 ms, some 20 slots' worth, after a random number of confirmations; the
    /// tenth while it starts.</summary>
    private async Task<(int Confirmed, int Kept, int Torn)> KillAsync(int seed)
    {
        Random random = new(seed);
        string folder = Path.Combine(_folder, seed.ToString(CultureInfo.InvariantCulture));
        using Process process = JournalRun.Start([folder, Unreachable], under: []);
        List<int> confirmed = new();
        TimeSpan wait = TimeSpan.FromMilliseconds(random.NextDouble() * 2);
        if (random.Next(10) == 0)
            await Task.Delay(random.Next(250));
        else
            await ReadAsync(process, random.Next(1, 40), confirmed);
        for (long start = Stopwatch.GetTimestamp(); Stopwatch.GetElapsedTime(start) < wait;)
            Thread.SpinWait(10);
        process.Kill();
        JournalRun run = await JournalRun.EndAsync(process, confirmed);

        Assert.Equal(128 + 9, run.ExitCode);
        Journaling.JournalReading reading = run.Check(folder);
        if (Directory.Exists(folder))
            Directory.Delete(folder, recursive: true);
        return (run.Confirmed.Count, reading.Records.OfType<Slot>().Count(), reading.Damage.Count);
    }

    private static async Task ReadAsync(Process process, int count, List<int> confirmed)
    {
        while (confirmed.Count < count)
            confirmed.Add(int.Parse(await process.StandardOutput.ReadLineAsync() ?? throw new InvalidOperationException("The writer ended by itself."), CultureInfo.InvariantCulture));
    }
}
