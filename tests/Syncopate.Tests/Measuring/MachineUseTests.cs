using Syncopate.Running.Machines;
using Xunit;

namespace Syncopate.Tests.Measuring;

[Trait("Judges", "behaviour")]
public sealed class MachineUseTests
{
    [Fact]
    public void Work_of_every_kind_counts_as_busy_and_guests_are_not_counted_twice() =>
        Assert.Equal(
            new MachineUse(1 + 2 + 4 + 32 + 64, 128, 255), MachineUse.Parse("cpu  1 2 4 8 16 32 64 128 1 2\ncpu0 9 9 9 9 9 9 9 9 9 9\n"));

    [Theory]
    [InlineData("")]
    [InlineData("intr 1 2 3")]
    [InlineData("cpu 1 2 3 4 5 6 7")]
    [InlineData("cpu 1 2 x 4 5 6 7 8")]
    [InlineData("cpu 1 -2 3 4 5 6 7 8")]
    [InlineData("cpu0 1 2 3 4 5 6 7 8")]
    public void What_is_no_count_of_all_processors_is_none(string text) => Assert.Null(MachineUse.Parse(text));

    [Fact]
    public void Shares_are_of_the_time_between_two_readings()
    {
        MachineUse from = Read("cpu 1000 0 500 8000 0 0 0 100");
        MachineUse to = Read("cpu 1030 0 520 8040 0 0 0 110");

        (double busy, double stolen) = MachineUse.Between(from, to);

        Assert.Equal(0.5, busy, 12);
        Assert.Equal(0.1, stolen, 12);
    }

    [Fact]
    public void Two_readings_of_the_same_instant_tell_nothing() =>
        Assert.Equal((0, 0), MachineUse.Between(Read("cpu 1 1 1 1 1 1 1 1"), Read("cpu 1 1 1 1 1 1 1 1")));

    [Fact]
    public void A_count_that_went_back_by_a_tick_is_no_negative_share()
    {
        (double busy, double stolen) = MachineUse.Between(Read("cpu 10 0 0 100 50 0 0 5"), Read("cpu 20 0 0 109 49 0 0 4"));

        Assert.InRange(busy, 0, 1);
        Assert.Equal(0, stolen);
    }

    [Fact]
    public void This_machine_is_read_where_it_keeps_count() => Assert.Equal(File.Exists("/proc/stat"), MachineUse.Read() is not null);

    private static MachineUse Read(string text) => MachineUse.Parse(text) ?? throw new InvalidOperationException($"No count: {text}");
}
