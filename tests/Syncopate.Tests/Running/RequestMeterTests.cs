using Syncopate.Load;
using Syncopate.Running;
using Syncopate.Running.Loads;
using Syncopate.Tests.Load;
using Xunit;

namespace Syncopate.Tests.Running;

/// <summary>What one request costs, from figures of an engine and of a process that are known.</summary>
public sealed class RequestMeterTests
{
    private static readonly LoadAddress Page = LoadAddress.Parse("http://localhost:5000/orders");

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(100_000_000, 0.001)] // 100 ms in 100 requests.
    [InlineData(9_000_000_000, 0.02)] // A server that does other work, too: no request uses more than it takes.
    public async Task The_processor_time_of_the_process_is_divided_by_the_answers(long used, double seconds)
    {
        long cpu = 5_000;
        RequestMeter meter = new()
        {
            OpenEngine = _ => new PlannedEngine(_ => Result(100)),
            ReadCpu = _ => (cpu += used) - used,
        };

        RequestCost cost = await meter.MeasureAsync(Page, 1, Token);

        Assert.Equal(seconds, cost.CpuSeconds, 1e-9);
    }

    [Fact]
    public async Task A_page_of_another_machine_is_not_asked()
    {
        RequestMeter meter = new() { OpenEngine = _ => throw new InvalidOperationException("It was asked.") };

        await Assert.ThrowsAsync<TargetNotAllowedException>(
            () => meter.MeasureAsync(LoadAddress.Parse("http://shop.example/orders"), 1, Token));
    }

    [Theory]
    [InlineData(4, "gave 4 good answers in 5 s")]
    [InlineData(0, "gave 0 good answers in 5 s")]
    public async Task A_page_that_answers_too_seldom_gives_no_plan(int answers, string message)
    {
        int asked = 0;
        RequestMeter meter = new()
        {
            OpenEngine = _ => new PlannedEngine(_ => Result(asked++ == 0 ? 10 : answers)),
            ReadCpu = _ => 0,
        };

        TargetFailedException refused = await Assert.ThrowsAsync<TargetFailedException>(() => meter.MeasureAsync(Page, 1, Token));

        Assert.Contains(message, refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_process_that_cannot_be_read_is_named()
    {
        RequestMeter meter = new() { OpenEngine = _ => new PlannedEngine(_ => Result(100)), ReadCpu = _ => null };

        TargetFailedException refused = await Assert.ThrowsAsync<TargetFailedException>(() => meter.MeasureAsync(Page, 4711, Token));

        Assert.Contains("process 4711", refused.Message, StringComparison.Ordinal);
    }

    /// <summary>Answers that take 20 ms each.</summary>
    private static LoadResult Result(int answers) => LoadResults.Of(answers) with { LatencySumNanoseconds = answers * 20e6 };
}
