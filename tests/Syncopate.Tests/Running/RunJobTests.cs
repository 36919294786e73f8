using Syncopate.Journaling;
using Syncopate.Running;
using Syncopate.Running.Rounds;
using Syncopate.Running.Servers;
using Syncopate.Tests.Rounds;
using Xunit;

namespace Syncopate.Tests.Running;

/// <summary>A run from its header to its end, whatever its work does.</summary>
public sealed class RunJobTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(null, RunOutcome.Finished, "")]
    [InlineData("It died.", RunOutcome.TargetFailed, "It died.")]
    public async Task What_agents_did_is_in_the_journal_however_the_run_ended(string? failure, Enum outcome, string message)
    {
        using SimulatedDisk disk = new();
        RunJob job = Job(disk) with { Agents = () => [] };

        RunEnd end = await RunAsync(job, (_, _) => failure is null ? Task.CompletedTask : throw new TargetFailedException(failure));

        Assert.Equal(((RunOutcome)outcome, message), (end.Outcome, end.Message));
        Assert.Equal(["RunHeader", "GeneratorUse", "RunEnd"], disk.Read().Records.Select(record => record.GetType().Name));
    }

    [Fact]
    public async Task A_run_without_agents_says_nothing_of_them_and_shows_what_is_on_the_disk()
    {
        using SimulatedDisk disk = new();
        List<JournalRecord> shown = [];
        RunJob job = Job(disk) with { Appended = shown.Add };

        await RunAsync(job, (run, _) =>
        {
            run.Journal.Append(new Doubt("planted", null, "What.", "Why.", "Try."));
            return Task.CompletedTask;
        });

        Assert.Equal(["RunHeader", "Doubt", "RunEnd"], disk.Read().Records.Select(record => record.GetType().Name));
        Assert.Equal(disk.Read().Records.Count, shown.Count);
        RunHeader header = Assert.IsType<RunHeader>(shown[0]);
        Assert.Equal(("syncopate run", "quick", 7ul), (header.Command, header.Mode, header.Seed));
    }

    private static RunJob Job(SimulatedDisk disk) =>
        new(new RunIdentity("syncopate run", "quick", ["io-bound"], 7, new Machine(".NET", "any", "any", 1, 1, null)))
        {
            OpenJournal = folder => new JournalWriter(folder, disk.Append, disk),
        };

    private static Task<RunEnd> RunAsync(RunJob job, Func<RunContext, CancellationToken, Task> measure) =>
        job.RunAsync("folder", new RunClock(TimeProvider.System), (new Unseen(), null), measure, Token);

    private sealed class Unseen : IProgress<RunProgress>
    {
        public void Report(RunProgress value)
        {
        }
    }
}
