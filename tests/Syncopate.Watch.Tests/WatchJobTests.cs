using System.Runtime.CompilerServices;
using Syncopate.Journaling;
using Syncopate.Running;
using Syncopate.Watch.Jobs;
using Syncopate.Watch.Processes;
using Syncopate.Watch.Reporting;
using Xunit;

namespace Syncopate.Watch.Tests;

/// <summary>A watch from its first record to its last, of a process and by probes that do what a test says.</summary>
[Trait("Judges", "behaviour")]
public sealed class WatchJobTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_process_that_ends_is_said_to_have_ended()
    {
        PlannedProcess process = new(Recorded.Moments(Recorded.Pool(3, 0), Recorded.Pool(3, 0)), goesOn: false);
        List<WatchRecord> seen = [];

        WatchEnd end = await Job(process, seen).RunAsync(Token);

        Assert.Equal((RunOutcome.TargetFailed, "It has ended."), (end.Outcome, end.Message));
        Assert.Equal(["WatchHeader", "WatchSample", "WatchSample", "WatchEnd"], seen.Select(record => record.GetType().Name));
    }

    [Fact]
    public async Task Who_has_seen_enough_ends_it_as_finished_and_an_interruption_as_cancelled()
    {
        foreach (bool isInterrupted in new[] { true, false })
        {
            using CancellationTokenSource end = new();
            PlannedProcess process = new(Recorded.Moments(Recorded.Pool(3, 0)), goesOn: true);
            List<WatchRecord> seen = [];
            WatchJob job = Job(process, seen, host => host with
            {
                Show = record =>
                {
                    seen.Add(record);
                    if (record is WatchSample)
                        end.Cancel();
                },
            });

            WatchEnd ended = await job.RunAsync(isInterrupted ? end.Token : default, isInterrupted ? default : end.Token);

            Assert.Equal(isInterrupted ? RunOutcome.Cancelled : RunOutcome.Finished, ended.Outcome);
        }
    }

    [Fact]
    public async Task A_queue_that_lasts_is_looked_into_and_a_look_that_fails_ends_nothing()
    {
        PlannedProcess process = new(Recorded.Moments(Recorded.Pool(3, 5), Recorded.Pool(3, 5), Recorded.Pool(3, 5)), goesOn: false);
        List<WatchRecord> seen = [];
        int looks = 0;
        WatchJob job = Job(process, seen, host => host with
        {
            Blocked = (_, _, _) => looks++ == 0 ? throw new TargetFailedException("It does not let itself be looked into.") : default!,
        });

        await job.RunAsync(Token);

        Assert.Equal(1, looks);
        Assert.Equal(3, seen.OfType<WatchSample>().Count());
    }

    [Fact]
    public async Task A_timeline_that_cannot_be_taken_says_why()
    {
        PlannedProcess process = new(Recorded.Moments(Recorded.Pool(3, 0)), goesOn: false);
        List<WatchRecord> seen = [];
        WatchJob job = Job(
            process,
            seen,
            host => host with { Timeline = (_, _, _) => throw new TargetFailedException("Its runtime refuses.") },
            new RequestedWatch("syncopate watch 1") { Async = TimeSpan.FromSeconds(1) });

        await job.RunAsync(Token);

        Assert.Contains("Its runtime refuses.", Assert.Single(seen.OfType<WatchTimeline>()).Timeline.Notes);
    }

    [Fact]
    public async Task Everything_that_is_shown_is_in_the_journal_first()
    {
        using TemporaryFolder folder = new();
        PlannedProcess process = new(Recorded.Moments(Recorded.Pool(3, 0), Recorded.Pool(3, 0)), goesOn: false);
        int shown = 0;
        WatchJob job = Job(process, [], host => host with
        {
            Journal = new WatchJournal(folder.Path),
            Show = _ => Assert.Equal(++shown, WatchJournal.Read(folder.Path).Records.Count),
        });

        await job.RunAsync(Token);

        Assert.Equal(4, shown);
    }

    /// <summary>A full disk ended the watch, and its load and its change of the process went on behind it.</summary>
    [Fact]
    public async Task What_a_watch_does_ends_where_its_journal_cannot_be_written()
    {
        PlannedProcess process = new(Recorded.Moments(Recorded.Pool(3, 0)), goesOn: true);
        WatchJob job = Job(process, [], host => host with
        {
            Show = record =>
            {
                if (record is WatchSample)
                    throw new JournalException("No space left on device.");
            },
        });

        await Assert.ThrowsAsync<JournalException>(() => job.RunAsync(Token));

        Assert.True(process.HasEnded, "It is watched by nobody.");
    }

    private static WatchJob Job(
        PlannedProcess process, List<WatchRecord> seen, Func<WatchHost, WatchHost>? change = null, RequestedWatch? asked = null)
    {
        WatchHost host = new()
        {
            ReadMachine = () => new Machine(".NET", "any", "any", 1, 1, null),
            Blocked = (_, _, _) => throw new InvalidOperationException("Nothing is to be looked into."),
            Show = seen.Add,
        };
        return new WatchJob(asked ?? new RequestedWatch("syncopate watch 1"), process, change?.Invoke(host) ?? host);
    }

    /// <summary>A process of which these moments are seen; then it ends, or is silent until nobody watches.</summary>
    private sealed class PlannedProcess(WatchSample[] moments, bool goesOn) : IWatchedProcess
    {
        public ProcessIdentity Identity => new(1, "planned", "10.0.0");

        public IReadOnlyList<string> Missing => [];

        public long ElapsedNanoseconds => 0;

        /// <summary>True when nobody waits for its moments any more.</summary>
        public bool HasEnded { get; private set; }

        public async IAsyncEnumerable<WatchSample> MomentsAsync([EnumeratorCancellation] CancellationToken cancellationToken = default)
        {
            foreach (WatchSample moment in moments)
            {
                await Task.Yield();
                yield return moment;
            }

            try
            {
                if (goesOn)
                    await Task.Delay(Timeout.Infinite, cancellationToken);
            }
            finally
            {
                HasEnded = true;
            }
        }

        public void Learn(BlockedSites seen)
        {
            // Its moments are known.
        }

        public string DescribeEnd() => "It has ended.";
    }
}
