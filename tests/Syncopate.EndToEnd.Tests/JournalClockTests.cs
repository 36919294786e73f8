using System.Diagnostics;
using Xunit;

namespace Syncopate.EndToEnd.Tests;

/// <summary>Row R5: the wall clock jumps in mid-run; durations come from the monotonic clock, and the jump stands in the journal.</summary>
[Trait("Judges", "laws")]
public sealed class JournalClockTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("syncopate-clock-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public async Task A_jump_of_the_wall_clock_shows_in_the_labels_and_changes_no_duration()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux() && File.Exists("/usr/bin/faketime"), "Needs faketime, which moves the wall clock of one process.");
        string offset = Path.Combine(_folder, "offset");
        TimeSpan[] jumps = [TimeSpan.Zero, TimeSpan.FromHours(1), TimeSpan.FromHours(-1), TimeSpan.FromDays(10), TimeSpan.FromDays(-10)];
        Set(offset, jumps[0]);
        long start = Stopwatch.GetTimestamp();
        using Process process = JournalRun.Start([_folder, "asked"],
            ["faketime", "-m", "--exclude-monotonic", "-f", "+0", "env", "-u", "FAKETIME", "FAKETIME_NO_CACHE=1", $"FAKETIME_TIMESTAMP_FILE={offset}"]);

        List<DateTimeOffset> real = new();
        foreach (TimeSpan jump in jumps)
        {
            Set(offset, jump);
            await process.StandardInput.WriteLineAsync();
            Assert.NotNull(await process.StandardOutput.ReadLineAsync(TestContext.Current.CancellationToken));
            real.Add(DateTimeOffset.UtcNow);
        }

        process.StandardInput.Close();
        JournalRun run = await JournalRun.EndAsync(process, Enumerable.Range(1, jumps.Length));
        double elapsed = Stopwatch.GetElapsedTime(start).TotalNanoseconds;

        Assert.Equal((0, ""), (run.ExitCode, run.Error));
        Slot[] slots = run.Check(_folder).Records.OfType<Slot>().ToArray();
        Assert.All(slots, s => Assert.InRange(s.DurationNanoseconds, 0, elapsed));
        Assert.All(slots.Zip(slots.Skip(1)), pair => Assert.True(pair.First.StartedNanoseconds + pair.First.DurationNanoseconds <= pair.Second.StartedNanoseconds));
        Assert.InRange(slots[^1].StartedNanoseconds, 0, elapsed);
        Assert.All(slots.Index(), s => Assert.Equal(real[s.Index] + jumps[s.Index], s.Item.StartedUtc, TimeSpan.FromMinutes(1)));
    }

    private static void Set(string file, TimeSpan offset) => File.WriteAllText(file, FormattableString.Invariant($"{offset.TotalSeconds:+0;-0;+0}"));
}
