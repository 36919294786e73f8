using System.Text.Json;
using Syncopate.Journaling;
using Syncopate.Tests;
using Syncopate.Watch.Processes;
using Syncopate.Watch.Reporting;
using Xunit;

namespace Syncopate.Watch.Tests;

/// <summary>Journals whose lines are whole and whose figures were changed, as by another version or by somebody who
/// means no good: there is a report, and it says what it was told.</summary>
[Trait("Judges", "behaviour")]
public sealed class ForgedWatchTests
{
    private const int Dear = 10;

    private static readonly byte[][] Lines = [.. Records().Select(record => JsonSerializer.SerializeToUtf8Bytes(record, WatchJson.Default.WatchRecord))];

    [Fact]
    public void A_forged_watch_is_reported()
    {
        using TemporaryFolder folder = new();
        int changed = 0;
        byte[] Forge(Random random) => Damage.ToValuesOf(Lines[changed = random.Next(Lines.Length)], random);

        Damage.Try<JournalException>(
            Forge,
            json =>
            {
                File.WriteAllBytes(Path.Combine(folder.Path, WatchJournal.Name), [.. Lines.SelectMany((line, i) => JournalLine.Write(i == changed ? json : line))]);
                WatchReport report = WatchFolder.Write(folder.Path);
                if (report.Missing.Any(sentence => sentence.Contains("no record", StringComparison.Ordinal)))
                    throw new JournalException("It was passed over.");
            },
            Damage.Inputs / Dear);
    }

    private static IEnumerable<WatchRecord> Records() =>
    [
        new WatchHeader
        {
            Schema = WatchJournal.Schema,
            ToolVersion = "0.1.0",
            Command = "syncopate watch 7 --with http://127.0.0.1:5000/",
            StartedUtc = new DateTimeOffset(2026, 1, 2, 14, 2, 0, TimeSpan.Zero),
            Machine = new Machine(".NET 10.0.0", "Test", "X64", 2, 1, null),
            Process = new ProcessIdentity(7, "Shop.Api", "10.0.0"),
            Missing = ["nothing"],
        },
        new WatchLoad("GET", "http://127.0.0.1:5000/", "50 users for 10 s", 1_000_000),
        .. Recorded.Moments(Recorded.Pool(4, 0), Recorded.Pool(9, 7), null, Recorded.Pool(12, 9)).Select(moment => moment.With(AdjustmentReason.Starvation).Sampled(3, 2)),
        new WatchSites(1_000_000_000, Recorded.Sites((BlockingKind.TaskWait, 900, 40), (BlockingKind.Sleep, 30, 10))),
        new WatchTimeline(2_000_000_000, Timeline()),
        new WatchEnd(RunOutcome.Finished, "", 4_000_000_000),
    ];

    private static AsyncTimeline Timeline() => new(
        AsyncTimelineSource.TaskEvents,
        1000,
        0,
        [new AsyncMethod("Shop.PayAsync", "/src/Shop.cs", 12, true, 5L, 1L, null, null, 1.0, 20, 25, 40, 2, [new AwaitedWork("Task.Delay", "/src/Shop.cs", 14, 5, 20)])],
        [new AwaitSpan("Shop.PayAsync", "/src/Shop.cs", 12, 0, AwaitOrder.Alone, 0, 25, 1), new AwaitSpan("Task.Delay", null, null, 1, AwaitOrder.Alone, 1, 21, 0)],
        [new AsyncFinding(AsyncFindingKind.SequentialAwaits, "Shop.PayAsync", "/src/Shop.cs", 12, ["A", "B"], 40, 20, "Two waits follow each other.")],
        ["A note."]);
}
