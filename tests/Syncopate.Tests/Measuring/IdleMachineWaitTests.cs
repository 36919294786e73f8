using Syncopate.Running.Machines;
using Syncopate.Tests.Load;
using Xunit;

namespace Syncopate.Tests.Measuring;

public sealed class IdleMachineWaitTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_calm_machine_is_looked_at_for_half_a_second_and_nothing_is_said()
    {
        (double Seconds, int Said) seen = await WaitAsync(0.14);

        Assert.Equal((0.5, 0), seen);
    }

    [Fact]
    public async Task A_busy_one_is_waited_for_and_that_is_said_once()
    {
        (double Seconds, int Said) seen = await WaitAsync(0.9, 0.5, 0.2, 0.1);

        Assert.Equal((2, 1), seen);
    }

    [Fact]
    public async Task One_that_stays_busy_is_waited_for_no_longer_than_five_seconds()
    {
        (double Seconds, int Said) seen = await WaitAsync([.. Enumerable.Repeat(0.5, 20)]);

        Assert.Equal((IdleMachineWait.Longest.TotalSeconds, 1), seen);
    }

    [Fact]
    public async Task Time_that_the_host_takes_away_is_no_calm()
    {
        Queue<MachineUse?> counts = new([new(0, 0, 0), new(0, 50, 100), new(0, 50, 200)]);

        (double seconds, _) = await WaitAsync(counts.Dequeue);

        Assert.Equal(1, seconds);
    }

    [Fact]
    public async Task Where_the_system_keeps_no_count_nothing_is_waited_for() => Assert.Equal((0, 0), await WaitAsync(() => null));

    [Theory]
    [InlineData(24, 0, false)]
    [InlineData(25, 0, true)]
    [InlineData(0, 25, true)]
    public async Task A_quarter_of_the_processors_time_is_busy_whoever_takes_it(long busy, long stolen, bool expected)
    {
        Queue<MachineUse?> counts = new([new(0, 0, 0), new(busy, stolen, 100)]);

        Assert.Equal(expected, await GlanceAsync(counts.Dequeue));
    }

    [Fact]
    public async Task Where_the_system_keeps_no_count_nobody_is_called_busy() => Assert.False(await GlanceAsync(() => null));

    private static async Task<bool> GlanceAsync(Func<MachineUse?> read)
    {
        using ManualTime time = new();
        Task<bool> glance = new IdleMachineWait(read, time).IsBusyAsync(Token);
        while (await Task.WhenAny(glance, time.NextTimerAsync(Token)) != glance)
            time.Advance(TimeSpan.FromSeconds(0.3));
        return await glance;
    }

    private static Task<(double Seconds, int Said)> WaitAsync(params double[] busyShares)
    {
        long busy = 0;
        long all = 0;
        Queue<MachineUse> counts = new(
            [
                new MachineUse(0, 0, 0),
                .. busyShares.Select(share => new MachineUse(busy += (long)(share * 100), 0, all += 100)),
            ]);
        return WaitAsync(counts.Dequeue);
    }

    private static async Task<(double Seconds, int Said)> WaitAsync(Func<MachineUse?> read)
    {
        using ManualTime time = new();
        int said = 0;
        long start = time.GetTimestamp();

        Task waiting = new IdleMachineWait(read, time).AwaitAsync(() => said++, Token);
        while (await Task.WhenAny(waiting, time.NextTimerAsync(Token)) != waiting)
            time.Advance(TimeSpan.FromSeconds(0.5));

        await waiting;
        return (time.GetElapsedTime(start).TotalSeconds, said);
    }
}
