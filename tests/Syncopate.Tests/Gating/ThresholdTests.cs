using Syncopate.Reporting;
using Syncopate.Reporting.Figures;
using Xunit;

namespace Syncopate.Tests.Gating;

public sealed class ThresholdTests
{
    private static readonly FormReport Form = new()
    {
        Form = Syncopate.Form.Async,
        Label = "Async",
        Count = 9_990,
        Errors = 10,
        Mean = 100,
        P50 = 90,
        P90 = 150,
        P95 = 241,
        P99 = 300.04,
        P999 = 12_500,
        Max = 13_000,
        RequestsPerSecond = 221,
        CpuPerRequest = 0.25,
        BytesPerRequest = 65_536,
        Threads = 8,
        QueueLength = 3,
        LimitMilliseconds = 0,
        Counters = new Dictionary<string, double>(),
    };

    [Theory]
    [InlineData("p95 > 300ms", true, "p95 241 ms (limit 300 ms)")]
    [InlineData("p95>240ms", false, "p95 241 ms (limit 240 ms)")]
    [InlineData("  P95  >  0.24 s ", false, "p95 241 ms (limit 240 ms)")]
    [InlineData("p95 >= 241ms", false, "p95 241 ms (must be below 241 ms)")]
    [InlineData("p95 > 241ms", true, "p95 241 ms (limit 241 ms)")]
    [InlineData("p99 > 300ms", false, "p99 300.04 ms (limit 300 ms)")]
    [InlineData("p99.9 > 12.4s", false, "p99.9 12.50 s (limit 12.40 s)")]
    [InlineData("mean > 100000us", true, "mean 100 ms (limit 100 ms)")]
    [InlineData("p50 > 90000000ns", true, "p50 90 ms (limit 90 ms)")]
    [InlineData("p90 > 200ms", true, "p90 150 ms (limit 200 ms)")]
    [InlineData("max > 10s", false, "max 13 s (limit 10 s)")]
    [InlineData("errors > 0.1%", true, "errors 0.1% (limit 0.1%)")]
    [InlineData("errors >= 0.1%", false, "errors 0.1% (must be below 0.1%)")]
    [InlineData("errors > 9", false, "errors 10 (limit 9)")]
    [InlineData("count < 10000", false, "count 9,990 (at least 10,000)")]
    [InlineData("rps < 200", true, "rps 221/s (at least 200/s)")]
    [InlineData("rps <= 221/s", false, "rps 221/s (must be above 221/s)")]
    [InlineData("cpu > 200us", false, "cpu 0.25 ms (limit 0.2 ms)")]
    [InlineData("bytes > 64KiB", true, "bytes 64 KiB (limit 64 KiB)")]
    [InlineData("bytes > 64KB", true, "bytes 64 KiB (limit 64 KiB)")]
    [InlineData("bytes > 65535B", false, "bytes 64 KiB (limit 63.9990 KiB)")]
    [InlineData("bytes > 1MiB", true, "bytes 64 KiB (limit 1,024 KiB)")]
    [InlineData("threads > 7", false, "threads 8 (limit 7)")]
    public void A_condition_is_held_against_a_form(string condition, bool passed, string sentence)
    {
        ThresholdResult result = Threshold.Parse(condition).Evaluate(Form);

        Assert.Equal((passed, sentence), (result.Passed, result.Sentence));
    }

    [Theory]
    [InlineData("cpu > 1ms")]
    [InlineData("bytes > 1KiB")]
    [InlineData("threads > 1")]
    [InlineData("p90 > 1s")]
    [InlineData("p99.9 > 1s")]
    public void What_was_not_measured_has_not_kept_its_limit(string condition)
    {
        ThresholdResult result =
            Threshold.Parse(condition).Evaluate(
                Form with { CpuPerRequest = null, BytesPerRequest = null, Threads = null, P90 = null, P999 = null });

        Assert.False(result.Passed);
        Assert.Null(result.Value);
        Assert.Contains("not measured", result.Sentence, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("mean > 1s")]
    [InlineData("p99 > 1s")]
    [InlineData("max > 1s")]
    [InlineData("errors > 50%")]
    public void A_form_that_never_answered_is_not_fast(string condition) =>
        Assert.False(Threshold.Parse(condition).Evaluate(Form with { Count = 0, Errors = 0, Mean = 0, P99 = 0, Max = 0 }).Passed);

    [Theory]
    [InlineData("", "none of >, >=, < and <=")]
    [InlineData("p99", "none of >, >=, < and <=")]
    [InlineData("p99 = 300ms", "none of >, >=, < and <=")]
    [InlineData("> 300ms", "no figure stands before >")]
    [InlineData("p98 > 300ms", "There is no figure 'p98'. Known: count, errors, mean")]
    [InlineData("p99 >", "The limit of p99 is ''")]
    [InlineData("p99 > ms", "The limit of p99 is 'ms'")]
    [InlineData("p99 > 300", "it takes a number and ns, us, ms or s, such as 300ms")]
    [InlineData("p99 > 300KB", "it takes a number and ns, us, ms or s")]
    [InlineData("p99 > 3%", "it takes a number and ns, us, ms or s")]
    [InlineData("p99 > 1,5ms", "The limit of p99 is '1,5ms'")]
    [InlineData("p99 > -1ms", "The limit of p99 is '-1ms'")]
    [InlineData("p99 > NaNms", "The limit of p99 is 'NaNms'")]
    [InlineData("p99 > 1e9ms", "The limit of p99 is '1e9ms'")]
    [InlineData("p99 > 300ms and more", "The limit of p99 is '300ms and more'")]
    [InlineData("p99 > 100ms < 5s", "The limit of p99 is '100ms < 5s'")]
    [InlineData("p99 >> 300ms", "The limit of p99 is '> 300ms'")]
    [InlineData("errors > 101%", "a share is at most 100%")]
    [InlineData("errors > 1ms", "a number or a percentage, such as 0 or 0.1%")]
    [InlineData("rps < 100ms", "a number, such as 100 or 100/s")]
    [InlineData("bytes > 64", "a number and B, KiB or MiB, such as 64KiB")]
    [InlineData("threads > 5 s", "a number without a unit, such as 50")]
    public void A_mistake_is_told_with_what_may_stand_there(string condition, string told) =>
        Assert.Contains(told, Assert.Throws<FormatException>(() => Threshold.Parse(condition)).Message, StringComparison.Ordinal);

    [Fact]
    public void A_limit_longer_than_any_number_is_refused() =>
        Assert.Throws<FormatException>(() => Threshold.Parse("p99 > " + new string('9', 400) + "ms"));
}
