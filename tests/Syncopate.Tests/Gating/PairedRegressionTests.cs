using Syncopate.Reporting.Gates;
using Xunit;

namespace Syncopate.Tests.Gating;

/// <summary>Forms compared with another form of the same result.</summary>
public sealed class PairedRegressionTests
{
    private static readonly GateRules AgainstSync = new([], [RegressionLimit.Usual]) { Against = "sync" };

    [Fact]
    public void A_form_that_is_faster_is_ok_and_the_other_way_round_it_fails()
    {
        GateResult result = GateResults.Of(GateResults.Around(200)); // Sync takes twice as long.

        GateReport forth = Gate.Judge(result, null, AgainstSync);
        GateReport back = Gate.Judge(result, null, AgainstSync with { Against = "async" });

        GateCheck faster = Assert.Single(forth.Checks);
        Assert.Equal((GateOutcome.Ok, "async", "sync"), (faster.Outcome, faster.Form, faster.Against));
        Assert.StartsWith("io-bound.async.mean 50% faster (than sync, between ", faster.Sentence, StringComparison.Ordinal);
        GateCheck slower = Assert.Single(back.Checks);
        Assert.Equal((GateOutcome.Failed, "sync"), (slower.Outcome, slower.Form));
        Assert.Equal(100, slower.Percent!.Value, 1.0);
        Assert.True(slower.LowPercent > 90, slower.Sentence);
        Assert.False(back.Passed);
    }

    [Fact]
    public void A_rate_is_worse_when_it_is_lower()
    {
        GateResult result = GateResults.Of(GateResults.Around(200));
        RegressionLimit rate = RegressionLimit.Parse("rps=10%");
        Comparison mean = result.Pairs.First(pair => pair.Comparison.Metric == Metric.Mean).Comparison;
        Comparison doubled = mean with { Metric = Metric.RequestsPerSecond, Ratio = 2, Low = 1.8, High = 2.2 };
        GateResult told = result with { Pairs = [new GatePair("io-bound", doubled)] };

        GateCheck check = Assert.Single(Gate.Judge(told, null, new GateRules([], [rate]) { Against = "sync" }).Checks);
        GateCheck turned = Assert.Single(Gate.Judge(told, null, new GateRules([], [rate]) { Against = "async" }).Checks);

        Assert.Equal((GateOutcome.Ok, GateOutcome.Failed), (check.Outcome, turned.Outcome));
        Assert.Equal(-50, check.Percent!.Value, 0.001);
        Assert.Equal((80, 120), (Math.Round(turned.LowPercent!.Value), Math.Round(turned.HighPercent!.Value)));
    }

    [Theory]
    [InlineData(1.12, 1.02, 1.2, GateOutcome.Undecided)] // The interval reaches over the limit.
    [InlineData(1.12, 1.11, 1.13, GateOutcome.Failed)]
    [InlineData(1.05, 1.02, 1.09, GateOutcome.Ok)] // Slower, and within what is allowed.
    [InlineData(1.12, null, null, GateOutcome.Undecided)]
    [InlineData(null, null, null, GateOutcome.Undecided)]
    [InlineData(-3.0, -4.0, -2.0, GateOutcome.Undecided)] // No ratio that a measurement could have.
    [InlineData(double.PositiveInfinity, 2.0, 3.0, GateOutcome.Undecided)]
    public void Only_a_whole_interval_beyond_the_limit_fails(double? ratio, double? low, double? high, Enum outcome)
    {
        GateResult result = GateResults.Of(GateResults.Around(200));
        Comparison comparison = result.Pairs.First(pair => pair.Comparison.Metric == Metric.Mean).Comparison;
        GateResult told = result with { Pairs = [new GatePair("io-bound", comparison with { Ratio = ratio, Low = low, High = high })] };

        GateReport report = Gate.Judge(told, null, AgainstSync);

        Assert.Equal((GateOutcome)outcome, Assert.Single(report.Checks).Outcome);
        Assert.Equal((GateOutcome)outcome != GateOutcome.Failed, report.Passed);
        Assert.Equal((GateOutcome)outcome == GateOutcome.Ok, Gate.Judge(told, null, AgainstSync with { Strict = true }).Passed);
    }

    [Theory]
    [InlineData(1, "1 request failed")]
    [InlineData(500, "500 requests failed")]
    public void A_form_whose_requests_fail_fails_however_fast(int errors, string found)
    {
        GateResult result = GateResults.Of(GateResults.Around(200));
        GateResult told = result with
        {
            Subjects =
            [
                .. result.Subjects.Select(s =>
                    s.Form == "async" ? s with { Figures = s.Figures with { Count = 100, Errors = errors } } : s),
            ],
        };

        GateCheck check = Assert.Single(Gate.Judge(told, null, AgainstSync).Checks);

        Assert.Equal((GateOutcome.Failed, found), (check.Outcome, check.Found));
    }

    [Fact]
    public void A_form_that_is_not_there_or_stands_alone_is_no_silent_success()
    {
        GateResult result = GateResults.Of(GateResults.Around(200));

        FormatException unknown = Assert.Throws<FormatException>(() => Gate.Judge(result, null, AgainstSync with { Against = "b" }));
        FormatException alone = Assert.Throws<FormatException>(() => Gate.Judge(result with { Pairs = [] }, null, AgainstSync));

        Assert.Equal("--against 'b' names no form of result. It has: sync, async.", unknown.Message);
        Assert.Contains("compares it with no other form", alone.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Junit_names_what_a_form_is_held_against() => Assert.Contains(
        "name=\"mean (against sync)\"", JUnitReport.Write(Gate.Judge(GateResults.Of(GateResults.Around(200)), null, AgainstSync)),
        StringComparison.Ordinal);
}
