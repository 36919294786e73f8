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

    /// <summary>Four agents on two processors that spin for long keep each other, and the target, from theirs. A busy machine wakes the
    /// thread later, and it spins for less.</summary>
    [Fact]
    public void A_thread_of_its_own_sleeps_until_a_millisecond_and_a_half_before_its_time()
    {
        FirstReads time = new();
        LoadStart start = new();
        long at = time.GetTimestamp() + time.TimestampFrequency / 20;

        start.Begin(at);
        Block(start, time, TestContext.Current.CancellationToken);

        TimeSpan spun = time.GetElapsedTime(time.Reads[2], at); // The first read is ours, the second is before the sleep.
        Assert.True(spun <= TimeSpan.FromMilliseconds(1.6), $"It woke {spun.TotalMilliseconds} ms before its time.");
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

    /// <summary>The system's clock, and what it said first.</summary>
    private sealed class FirstReads : TimeProvider
    {
        public List<long> Reads { get; } = [];

        public override long GetTimestamp()
        {
            long now = base.GetTimestamp();
            if (Reads.Count < 3)
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
