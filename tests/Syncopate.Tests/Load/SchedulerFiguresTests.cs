using Syncopate.Load;
using Syncopate.Watch.Tests;
using Xunit;

namespace Syncopate.Tests.Load;

public sealed class SchedulerFiguresTests
{
    [Theory]
    [InlineData("12 34 5\n", 12, 34)]
    [InlineData("12 34", 12, 34)]
    [InlineData("", 0, 0)]
    [InlineData("none", 0, 0)]
    [InlineData("12", 0, 0)]
    [InlineData("12 none", 0, 0)]
    public void Two_numbers_are_read_and_anything_else_is_no_figure(string text, long cpu, long waited)
    {
        using TemporaryFolder folder = new();
        string path = Path.Combine(folder.Path, "schedstat");
        File.WriteAllText(path, text);
        using SchedulerFigures figures = new(path);

        Assert.Equal((cpu, waited), figures.Read());
    }

    [Fact]
    public void A_system_that_keeps_no_such_figures_gives_none()
    {
        using TemporaryFolder folder = new();
        using SchedulerFigures figures = new(Path.Combine(folder.Path, "schedstat"));

        Assert.Equal((0, 0), figures.Read());
    }

    [Fact]
    public void What_a_thread_did_is_counted_from_the_beginning_of_its_work_to_the_end()
    {
        using TemporaryFolder folder = new();
        using ManualTime time = new();
        using SchedulerFigures none = new(Path.Combine(folder.Path, "schedstat"));
        byte[] made = [];

        ThreadUse use = ThreadUse.Of(
            () =>
            {
                made = new byte[100_000];
                time.Advance(TimeSpan.FromSeconds(2));
            },
            none, time);

        Assert.Equal((2_000_000_000, 0, 0), (use.WallNanoseconds, use.CpuNanoseconds, use.WaitedNanoseconds));
        Assert.InRange(use.AllocatedBytes, made.Length, 2 * made.Length);
    }

    [Theory]
    [InlineData(100, 60, 20, 0.8)]
    [InlineData(100, 90, 20, 1)]
    [InlineData(0, 60, 20, 0)]
    public void A_thread_is_busy_at_work_and_while_it_is_kept_from_it(long wall, long cpu, long waited, double share) =>
        Assert.Equal(share, new ThreadUse(wall, cpu, waited, 0).BusyShare);
}
