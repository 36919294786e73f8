using Syncopate.Watch.Processes;
using Xunit;

namespace Syncopate.Watch.Tests;

/// <summary>On files as Linux writes them.</summary>
[Trait("Judges", "behaviour")]
public sealed class ProcessorLimitsTests
{
    private const int Process = 42;

    [Theory]
    [InlineData("0-1", 2)]
    [InlineData("0-3,8,10-11", 7)]
    [InlineData("5", 1)]
    [InlineData("", null)]
    [InlineData("3-1", null)]
    public void A_process_may_use_the_processors_that_it_is_bound_to(string list, int? count)
    {
        using TemporaryFolder folder = new();
        Write(folder, "proc/42/status", $"Name:\tShop\nCpus_allowed:\tff\nCpus_allowed_list:\t{list}\nMems_allowed_list:\t0\n");

        Assert.Equal(count, Limits(folder).Bound(Process));
    }

    // The third processor is none of its own.
    [Theory]
    [InlineData("0-1", 500L, 1000L)]
    [InlineData("1", 100L, 500L)]
    [InlineData("0-3", null, null)] // One that is not reported.
    public void How_long_its_processors_ran_nothing_is_known(string list, long? idle, long? all)
    {
        using TemporaryFolder folder = new();
        Write(folder, "proc/42/status", $"Cpus_allowed_list:\t{list}\n");
        Write(
            folder,
            "proc/stat",
            "cpu  100 0 300 900 700 0 0 0 0 0\ncpu0 50 0 50 300 100 0 0 0 7 0\ncpu1 50 50 100 60 40 50 50 100 7 0\n"
                + "cpu2 0 0 0 800 0 0 0 0 0 0\nintr 12345 6 7\nctxt 99\n");

        (long Idle, long All)? told = Limits(folder).Idle(Process);

        Assert.Equal((idle, all), (told?.Idle, told?.All));
    }

    [Fact]
    public void A_container_of_version_2_limits_all_below_it()
    {
        using TemporaryFolder folder = new();
        Write(folder, "proc/42/cgroup", "0::/shop.slice/api\n");
        Write(folder, "cgroup/shop.slice/cpu.max", "50000 100000\n");
        Write(folder, "cgroup/shop.slice/cpu.stat", "usage_usec 9\nnr_periods 10\nnr_throttled 4\nthrottled_usec 2500000\n");
        Write(folder, "cgroup/shop.slice/api/cpu.max", "max 100000\n");

        Assert.Equal((0.5, 2.5), Limits(folder).Quota(Process));
    }

    [Fact]
    public void A_container_of_version_1_too()
    {
        using TemporaryFolder folder = new();
        Write(folder, "proc/42/cgroup", "4:memory:/other\n2:cpuacct,cpu:/docker/1\n0::/\n");
        Write(folder, "cgroup/cpuacct,cpu/docker/1/cpu.cfs_quota_us", "150000\n");
        Write(folder, "cgroup/cpuacct,cpu/docker/1/cpu.cfs_period_us", "100000\n");
        Write(folder, "cgroup/cpuacct,cpu/docker/1/cpu.stat", "nr_periods 1\nnr_throttled 1\nthrottled_time 3000000000\n");

        Assert.Equal((1.5, 3.0), Limits(folder).Quota(Process));
    }

    // The path is the host's, and what is mounted is the container's own group.
    [Fact]
    public void Within_a_container_its_limit_stands_at_the_top()
    {
        using TemporaryFolder folder = new();
        Write(folder, "proc/42/cgroup", "1:cpu:/docker/1\n");
        Write(folder, "cgroup/cpu/cpu.cfs_quota_us", "25000\n");
        Write(folder, "cgroup/cpu/cpu.cfs_period_us", "100000\n");

        Assert.Equal((0.25, 0.0), Limits(folder).Quota(Process));
    }

    [Theory]
    [InlineData("0::/\n", "max 100000\n")]
    [InlineData("0::/\n", "")]
    [InlineData("", "50000 100000\n")]
    [InlineData("nonsense", "50000 100000\n")]
    public void Without_a_limit_there_is_none(string group, string limit)
    {
        using TemporaryFolder folder = new();
        Write(folder, "proc/42/cgroup", group);
        Write(folder, "cgroup/cpu.max", limit);

        Assert.Null(Limits(folder).Quota(Process));
    }

    [Fact]
    public void A_process_that_is_not_there_has_nothing()
    {
        using TemporaryFolder folder = new();

        Assert.Null(Limits(folder).Bound(Process));
        Assert.Null(Limits(folder).Quota(Process));
    }

    private static ProcessorLimits Limits(TemporaryFolder folder) => new(Path.Combine(folder.Path, "proc"), Path.Combine(folder.Path, "cgroup"));

    private static void Write(TemporaryFolder folder, string name, string text)
    {
        string path = Path.Combine(folder.Path, name);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllText(path, text);
    }
}
