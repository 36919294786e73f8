using Syncopate.Load;
using Xunit;

namespace Syncopate.Tests.Load;

/// <summary>How several generators begin as one.</summary>
[Trait("Judges", "laws")]
public sealed class LoadStartTests
{
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task It_begins_at_its_time_and_not_before_and_the_first_word_counts(bool isOnPool)
    {
        Steps time = new();
        LoadStart start = new();
        long at = time.GetTimestamp() + 15 * Steps.Nanoseconds;

        start.Begin(at);
        start.Begin(long.MaxValue);
        await WaitAsync(start, isOnPool, time, TestContext.Current.CancellationToken);

        Assert.True(start.Ready.IsCompletedSuccessfully);
        Assert.InRange(time.Last, at, at + Steps.Nanoseconds);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_time_that_is_over_means_now(bool isOnPool)
    {
        Steps time = new();
        LoadStart start = new();

        start.Begin(1);
        await WaitAsync(start, isOnPool, time, TestContext.Current.CancellationToken);

        Assert.InRange(time.Last, 1, 5 * Steps.Nanoseconds);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_load_that_is_stopped_before_it_was_told_to_begin_holds_nobody(bool isOnPool)
    {
        LoadStart start = new();

        await WaitAsync(start, isOnPool, new Steps(), new CancellationToken(canceled: true));

        Assert.True(start.Ready.IsCompletedSuccessfully);
    }

    /// <summary>A handle is not awaited for months: it ended the load by an exception about an argument.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_time_that_is_months_away_is_awaited_and_the_load_can_be_stopped(bool isOnPool)
    {
        CancellationToken token = TestContext.Current.CancellationToken;
        using CancellationTokenSource stop = CancellationTokenSource.CreateLinkedTokenSource(token);
        LoadStart start = new();
        AskedTime time = new();

        start.Begin(TimeProvider.System.GetTimestamp() + 60 * 86_400 * TimeProvider.System.TimestampFrequency);
        Task waiting = Task.Run(() => WaitAsync(start, isOnPool, time, stop.Token), token);
        await time.Asked;
        await stop.CancelAsync();
        await waiting;

        Assert.True(start.Ready.IsCompletedSuccessfully);
    }

    /// <summary>Four agents that spin keep each other from two processors for as long as they spin, and begin as far apart: it was a
    /// millisecond and a half. A busy machine wakes a thread later, which then spins for less.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task It_sleeps_until_a_fraction_of_a_millisecond_before_its_time(bool isOnPool)
    {
        if (!OperatingSystem.IsLinux())
            return; // Elsewhere nothing sleeps for less than a millisecond.
        FirstReads time = new();
        LoadStart start = new();
        long at = time.GetTimestamp() + time.TimestampFrequency / 20;

        start.Begin(at);
        await WaitAsync(start, isOnPool, time, TestContext.Current.CancellationToken);

        // The first read is ours, the second and the third are before the two sleeps, neither of which ends early.
        TimeSpan spun = time.GetElapsedTime(time.Reads[3], at);
        Assert.True(spun <= TimeSpan.FromMilliseconds(0.3), $"It woke {spun.TotalMilliseconds} ms before its time.");
    }

    private static async Task WaitAsync(LoadStart start, bool isOnPool, TimeProvider time, CancellationToken stop)
    {
        if (isOnPool)
            await start.HoldAsync(time, stop);
        else
            Block(start, time, stop);
    }

    // As a load with threads of its own does.
    private static void Block(LoadStart start, TimeProvider time, CancellationToken stop) => start.Hold(time, stop);

    /// <summary>The system's clock, and whether anybody has asked it.</summary>
    private sealed class AskedTime : TimeProvider
    {
        private readonly TaskCompletionSource _asked = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public Task Asked => _asked.Task;

        public override long GetTimestamp()
        {
            _asked.TrySetResult();
            return base.GetTimestamp();
        }
    }

    /// <summary>The system's clock, and what it said first.</summary>
    private sealed class FirstReads : TimeProvider
    {
        public List<long> Reads { get; } = [];

        public override long GetTimestamp()
        {
            long now = base.GetTimestamp();
            if (Reads.Count < 4)
                Reads.Add(now);
            return now;
        }
    }

    /// <summary>A clock that goes on by a step each time it is read: who spins until a time reads it until then.</summary>
    private sealed class Steps : TimeProvider
    {
        public const long Nanoseconds = 100_000;

        public long Last { get; private set; }

        public override long TimestampFrequency => 1_000_000_000;

        public override long GetTimestamp() => Last += Nanoseconds;
    }
}
