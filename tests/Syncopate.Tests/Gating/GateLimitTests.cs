using Syncopate.Reporting.Figures;
using Syncopate.Reporting.Gates;
using Xunit;

namespace Syncopate.Tests.Gating;

public sealed class GateLimitTests
{
    [Theory]
    [InlineData("io-bound.async.p95=300ms", "io-bound", "async", "p95")]
    [InlineData("io-bound.async.p99.9=300ms", "io-bound", "async", "p99.9")]
    [InlineData("async.p99.9 = 300 ms", null, "async", "p99.9")]
    [InlineData("p99.9=300ms", null, null, "p99.9")]
    [InlineData("p99=300ms", null, null, "p99")]
    [InlineData("*.Async.P99=300ms", null, "async", "p99")]
    [InlineData("io-bound.*.mean=300ms", "io-bound", null, "mean")]
    public void A_limit_names_experiment_form_and_figure(string text, string? experiment, string? form, string figure)
    {
        GateLimit limit = GateLimit.Parse(text, ThresholdSide.Above);

        Assert.Equal((experiment, form, figure, 300.0), (limit.Experiment, limit.Form, limit.Threshold.Figure.Name, limit.Threshold.Limit));
    }

    [Theory]
    [InlineData("async.p95", "it has no =")]
    [InlineData("", "it has no =")]
    [InlineData("async.p97=1s", "There is no figure 'p97'")]
    [InlineData("=1s", "There is no figure ''")]
    [InlineData("a.b.c.p95=1s", "at most three parts")]
    [InlineData(".p95=1s", "names no figure of a form")]
    [InlineData("io-bound..p95=1s", "names no figure of a form")]
    [InlineData("async.p95=1", "it takes a number and ns, us, ms or s")]
    public void A_mistake_is_told_with_an_example(string text, string told) =>
        Assert.Contains(
            told, Assert.Throws<FormatException>(() => GateLimit.Parse(text, ThresholdSide.Above)).Message,
            StringComparison.Ordinal);

    [Theory]
    [InlineData("10%", Metric.Mean, 10)]
    [InlineData("2.5%", Metric.Mean, 2.5)]
    [InlineData("CPU=5%", Metric.CpuPerRequest, 5)]
    [InlineData("rps = 0%", Metric.RequestsPerSecond, 0)]
    public void A_regression_has_a_metric_and_a_percentage(string text, Enum metric, double percent)
    {
        RegressionLimit limit = RegressionLimit.Parse(text);

        Assert.Equal(((Metric)metric, percent), (limit.Metric, limit.Percent));
    }

    /// <summary>Threads are counted once a slot, and a percentile that is not judged has no rounds.</summary>
    [Fact]
    public void What_can_be_limited_between_runs_is_listed() =>
        Assert.Equal("mean, p50, p90, p99, rps, cpu, bytes", RegressionLimit.Known);

    [Theory]
    [InlineData("10")]
    [InlineData("%")]
    [InlineData("-5%")]
    [InlineData("1,5%")]
    [InlineData("cpu=")]
    [InlineData("p95=10%")]
    [InlineData("20000%")]
    public void A_regression_that_cannot_be_read_is_refused(string text) =>
        Assert.Throws<FormatException>(() => RegressionLimit.Parse(text));
}
