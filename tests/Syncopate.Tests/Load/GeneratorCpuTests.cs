using Syncopate.Load;
using Syncopate.Load.Tallying;
using Xunit;

namespace Syncopate.Tests.Load;

[Trait("Judges", "behaviour")]
public sealed class GeneratorCpuTests
{
    private static readonly TimeSpan Burned = TimeSpan.FromMilliseconds(60);

    /// <summary>When the loops leave no processor to the task that cuts the intervals, its first look comes late: it made a full
    /// core "0.22 us a request" beside a share of 0.99. What was worked before that look belongs to the load.</summary>
    [Fact]
    public async Task Processor_time_counts_from_the_start_of_a_load_and_not_from_the_first_look_at_it()
    {
        Received<LoadInterval> received = new();
        LoadRequest request = new("/", new UsersTimesLoops(1, 1)) { Intervals = received };
        using LoadRun run = new(new HttpTarget(new Uri("http://localhost:5")), request, loops: 1, TimeProvider.System);

        Burn();
        await new IntervalReporter(run, TimeProvider.System, () => { }).FollowAsync(Task.CompletedTask);

        Assert.InRange(Assert.Single(received.Values).GeneratorCpuNanoseconds, Burned.TotalNanoseconds, double.MaxValue);
    }

    // By the processor time of this process alone, whatever else is at work.
    private static void Burn()
    {
        TimeSpan before = Environment.CpuUsage.TotalTime;
        while (Environment.CpuUsage.TotalTime - before < Burned)
            Thread.SpinWait(10_000);
    }
}
