using Syncopate.Load;
using Syncopate.Running;
using Syncopate.Running.Showing;
using Syncopate.Tests.Load;
using Xunit;

namespace Syncopate.Tests.Running;

/// <summary>What a run that is drawn tells, and how it obeys.</summary>
public sealed class LiveFeedTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("syncopate-feed-");

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_pause_that_nobody_ends_is_over_after_ten_minutes_and_is_no_time_of_the_run()
    {
        using ManualTime time = new();
        RunClock clock = new(time);
        await using LiveFeed feed = new(_folder.FullName, clock, (_, _) => "");
        await File.WriteAllTextAsync(Path.Combine(_folder.FullName, LiveFeed.ControlName), "{\"pause\":true}\n", Token);
        Task turn = Task.CompletedTask;
        while (turn.IsCompleted) // Until the order has been read.
        {
            time.Advance(TimeSpan.FromSeconds(1));
            await Task.Yield();
            turn = feed.AwaitTurnAsync(Token);
        }

        TimeSpan before = clock.Elapsed;
        time.Advance(TimeSpan.FromMinutes(11));
        await turn;

        Assert.InRange(clock.Elapsed - before, TimeSpan.Zero, TimeSpan.FromMinutes(1));
        await feed.AwaitTurnAsync(Token); // It is not paused again at the next turn.
    }

    [Fact]
    public void A_full_file_says_once_that_the_picture_ends()
    {
        string path = Path.Combine(_folder.FullName, "live.jsonl");
        using (LiveLines lines = new(path, most: 10))
        {
            LiveSlot slot = new(1, null, null, TimeProvider.System, new RequestRing());
            lines.Write(json => json.WriteString("k", "a line of more than ten bytes"));
            lines.Write(slot);
            lines.Write(slot);
            lines.Write(json => json.WriteString("k", "round"));
        }

        Assert.Equal(
            ["{\"k\":\"a line of more than ten bytes\"}", "{\"k\":\"full\"}", "{\"k\":\"round\"}"], File.ReadAllLines(path));
    }

    /// <summary>Slots share a ring. A dot would stand in a turn of another form, and one that is told twice in two.</summary>
    [Fact]
    public void A_slot_tells_neither_requests_of_the_one_before_nor_of_the_one_after()
    {
        string path = Path.Combine(_folder.FullName, "live.jsonl");
        using ManualTime time = new();
        RequestRing ring = new();
        using (LiveLines lines = new(path, long.MaxValue))
        {
            LiveSlot first = new(1, null, null, time, ring);
            long early = time.GetTimestamp();
            ring.Begun(3, early);
            lines.Write(first);
            first.End();
            time.Advance(TimeSpan.FromSeconds(1));
            LiveSlot second = new(2, null, null, time, ring);
            time.Advance(TimeSpan.FromSeconds(1));
            ring.Ended(3, early, time.GetTimestamp(), isGood: false, default);
            ring.Begun(5, time.GetTimestamp());
            lines.Write(first);
            lines.Write(second);
        }

        Assert.Equal(
            [
                """{"k":"f","n":1,"t":0,"e":[[3,0]]}""",
                """{"k":"f","n":1,"t":2000,"e":[]}""",
                """{"k":"f","n":2,"t":1000,"e":[[5,1000]]}""",
            ],
            File.ReadAllLines(path));
    }

    public void Dispose() => _folder.Delete(recursive: true);
}
