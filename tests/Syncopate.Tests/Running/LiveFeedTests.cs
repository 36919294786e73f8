using Syncopate.Load;
using Syncopate.Running;
using Syncopate.Running.Showing;
using Syncopate.Tests.Load;
using Syncopate.Tests.Reporting;
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

    /// <summary>Requests were written down and told for whoever might come, for hours where nobody did.</summary>
    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task Nothing_is_told_of_requests_while_nobody_follows_and_they_are_again_once_somebody_does()
    {
        using ManualTime time = new();
        await using LiveFeed feed = new(_folder.FullName, new RunClock(time), (_, _) => "");
        RequestRing ring = feed.Begin(new LiveSlotPlace("five", Form.Sync, SlotKind.Measured, 1, 5), null, null).Ring;
        Assert.True(ring.Takes(0)); // Whoever started it is about to follow it.

        time.Advance(TimeSpan.FromSeconds(9)); // More than it waits for a sign.
        await ObeyAsync(feed, time, 1, 2);
        while (ring.Takes(0))
        {
            // What was still asked for before.
        }

        int told = Told();
        await ObeyAsync(feed, time, 3, 4);
        Assert.Equal(told, Told());
        Assert.False(ring.Takes(0));

        string sign = Path.Combine(_folder.FullName, LiveFeed.FollowedName);
        await File.WriteAllTextAsync(sign, "", Token);
        await UntilAsync(time, () => ring.Takes(0));
        Assert.True(Told() > told);
        Assert.False(File.Exists(sign));
    }

    /// <summary>A page said nothing of it where it drew a part.</summary>
    [Fact]
    public void A_load_that_is_drawn_in_part_says_of_how_many_users_and_one_that_is_drawn_whole_does_not()
    {
        string path = Path.Combine(_folder.FullName, "live.jsonl");
        using ManualTime time = new();
        RequestRing ring = new();
        using PlannedEngine engine = new(_ => throw new InvalidOperationException("It is not asked to run."));
        using (LiveLines lines = new(path, long.MaxValue))
        {
            LiveSlot slot = new(1, engine, null, time, ring) { Users = 20 };
            time.Advance(TimeSpan.FromSeconds(1));
            engine.Progress = new LoadProgress(900, 0);
            lines.Write(slot); // As fast as one that is drawn in part; so far all of it was.
            ring.Want(100, slot.Every);
            Assert.Equal(7, Enumerable.Range(0, 20).Count(ring.Takes));
            lines.Write(slot);
        }

        Assert.Equal(
            [
                """{"k":"f","n":1,"t":1000,"ok":900,"bad":0,"fly":0,"e":[]}""",
                """{"k":"f","n":1,"t":1000,"ok":900,"bad":0,"fly":0,"u":7,"e":[]}""",
            ],
            File.ReadAllLines(path));
    }

    [Fact]
    public void A_slot_of_more_users_than_are_drawn_says_how_many_are_from_its_first_line_on()
    {
        string path = Path.Combine(_folder.FullName, "live.jsonl");
        using ManualTime time = new();
        using (LiveLines lines = new(path, long.MaxValue))
            lines.Write(new LiveSlot(1, null, null, time, new RequestRing()) { Users = 1_000 });

        Assert.Equal("""{"k":"f","n":1,"t":0,"u":200,"e":[]}""", Assert.Single(File.ReadAllLines(path)));
    }

    /// <summary>It was taken for one of which few requests may be drawn, and drawn with pauses, as too many were.</summary>
    [Fact]
    public void A_load_at_a_rate_is_drawn_in_part_by_how_fast_it_is_and_not_by_how_many_may_be_in_flight()
    {
        string path = Path.Combine(_folder.FullName, "live.jsonl");
        using ManualTime time = new();
        RequestRing ring = new();
        using PlannedEngine engine = new(_ => throw new InvalidOperationException("It is not asked to run."));
        using (LiveLines lines = new(path, long.MaxValue))
        {
            LiveSlot slot = new(1, engine, null, time, ring) { Users = 1_000, IsAtRate = true };
            time.Advance(TimeSpan.FromSeconds(1));
            engine.Progress = new LoadProgress(900, 0);
            lines.Write(slot);
            ring.Want(1_000, slot.Every);
            Assert.Equal(67, Enumerable.Range(0, RequestRing.MostUsers).Count(ring.Takes));
            lines.Write(slot);
        }

        Assert.Equal(
            [
                """{"k":"f","n":1,"t":1000,"ok":900,"bad":0,"fly":0,"e":[]}""",
                """{"k":"f","n":1,"t":1000,"ok":900,"bad":0,"fly":0,"u":334,"e":[]}""",
            ],
            File.ReadAllLines(path));
    }

    /// <summary>Requests beyond those that a line has room for were not drawn, and nothing said so where all users were.</summary>
    [Fact]
    public void A_slot_says_from_then_on_that_requests_of_users_who_are_drawn_were_left_out()
    {
        string path = Path.Combine(_folder.FullName, "live.jsonl");
        using ManualTime time = new();
        RequestRing ring = new();
        using (LiveLines lines = new(path, long.MaxValue))
        {
            LiveSlot slot = new(1, null, null, time, ring) { Users = 2 };
            ring.Want(2);
            Assert.Equal([true, true], Enumerable.Range(0, 2).Select(ring.Takes));
            lines.Write(slot);
            Assert.False(ring.Takes(0));
            lines.Write(slot);
            ring.Want(2);
            lines.Write(slot);
            lines.Write(new LiveSlot(2, null, null, time, ring) { Users = 2 });
        }

        Assert.Equal(
            [
                """{"k":"f","n":1,"t":0,"e":[]}""",
                """{"k":"f","n":1,"t":0,"gaps":true,"e":[]}""",
                """{"k":"f","n":1,"t":0,"gaps":true,"e":[]}""",
                """{"k":"f","n":2,"t":0,"e":[]}""",
            ],
            File.ReadAllLines(path));
    }

    /// <summary>Each turn of a fast load began with all of its users, whose dots went out a moment later.</summary>
    [Fact]
    public async Task A_form_that_was_drawn_in_part_is_drawn_alike_from_the_beginning_of_its_next_turn()
    {
        Slot measured = Measured();
        LiveSlotPlace place = new(measured.Experiment, Form.Sync, SlotKind.Measured, 1, 20);
        using ManualTime time = new();
        using PlannedEngine engine = new(_ => throw new InvalidOperationException("It is not asked to run."));
        await using LiveFeed feed = new(_folder.FullName, new RunClock(time), (_, _) => "");
        LiveSlot first = feed.Begin(place, engine, null);
        time.Advance(TimeSpan.FromSeconds(1));
        engine.Progress = new LoadProgress(900, 0);
        while (first.Ring.Takes(0))
        {
            // Until one is left out.
        }

        feed.End(measured);

        Assert.Equal(1, feed.Begin(place with { Form = Form.Async }, engine, null).Every);
        Assert.Equal(3, feed.Begin(place, engine, null).Every);
    }

    /// <summary>A page that came back to the turn had a request in it that waited for ever.</summary>
    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task The_end_of_a_request_that_was_told_is_told_though_nobody_follows_any_more()
    {
        Slot measured = Measured();
        using ManualTime time = new();
        await using LiveFeed feed = new(_folder.FullName, new RunClock(time), (_, _) => "");
        LiveSlotPlace place = new(measured.Experiment, Form.Sync, SlotKind.Measured, 1, 5);
        RequestRing ring = feed.Begin(place, null, null).Ring;
        long begun = time.GetTimestamp();
        ring.Begun(3, begun);
        await File.WriteAllTextAsync(Path.Combine(_folder.FullName, LiveFeed.FollowedName), "", Token);
        await ObeyAsync(feed, time, 1, 2);
        time.Advance(TimeSpan.FromSeconds(9));
        await ObeyAsync(feed, time, 3, 4);

        ring.Ended(3, begun, time.GetTimestamp(), isGood: true, default);
        feed.End(measured);

        Assert.Contains("\"e\":[[3,0]]", Text(), StringComparison.Ordinal);
        Assert.Contains("\"e\":[[3,0,-1,", Text(), StringComparison.Ordinal);
    }

    /// <summary>Of a fast load each request was told twice at the same moment.</summary>
    [Fact]
    public void A_request_that_was_sent_and_ended_since_the_last_line_is_told_once_in_the_order_of_sending()
    {
        string path = Path.Combine(_folder.FullName, "live.jsonl");
        using ManualTime time = new();
        RequestRing ring = new();
        using (LiveLines lines = new(path, long.MaxValue))
        {
            LiveSlot slot = new(1, null, null, time, ring);
            long begun = time.GetTimestamp();
            ring.Begun(3, begun);
            ring.Begun(4, begun);
            time.Advance(TimeSpan.FromMilliseconds(10));
            ring.Ended(3, begun, time.GetTimestamp(), isGood: true, default);
            lines.Write(slot);
            ring.Ended(4, begun, time.GetTimestamp(), isGood: false, default);
            lines.Write(slot);
        }

        Assert.Equal(
            [
                """{"k":"f","n":1,"t":10,"e":[[3,0,-1,10,1],[4,0]]}""",
                """{"k":"f","n":1,"t":10,"e":[[4,0,-1,10,0]]}""",
            ],
            File.ReadAllLines(path));
    }

    public void Dispose() => _folder.Delete(recursive: true);

    // The teller has a thread of its own; time goes on until it is so.
    private static async Task UntilAsync(ManualTime time, Func<bool> isSo)
    {
        while (!isSo())
        {
            time.Advance(TimeSpan.FromSeconds(1));
            await Task.Yield();
        }
    }

    /// <summary>Gives orders one after the other: when the second one is obeyed, all that came with the first one is done.</summary>
    private async Task ObeyAsync(LiveFeed feed, ManualTime time, params int[] orders)
    {
        foreach (int users in orders)
        {
            string order = FormattableString.Invariant($"{{\"users\":{users}}}\n");
            await File.AppendAllTextAsync(Path.Combine(_folder.FullName, LiveFeed.ControlName), order, Token);
            await UntilAsync(time, () => feed.Users == users);
        }
    }

    private static Slot Measured() =>
        Journals.Rounds(1, (Form.Sync, [200]), (Form.Async, [200])).First(slot => slot.Form == Form.Sync);

    /// <summary>How many pieces the lines about requests divide the file into.</summary>
    private int Told() => Text().Split("\"k\":\"f\"").Length;

    private string Text()
    {
        using FileStream file = new(Path.Combine(_folder.FullName, LiveFeed.FileName), FileMode.Open, FileAccess.Read,
            FileShare.ReadWrite | FileShare.Delete);
        using StreamReader reader = new(file);
        return reader.ReadToEnd();
    }
}
