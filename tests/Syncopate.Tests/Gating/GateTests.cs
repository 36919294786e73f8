using Syncopate.Reporting.Figures;
using Syncopate.Reporting.Gates;
using Xunit;

namespace Syncopate.Tests.Gating;

public sealed class GateTests
{
    private static readonly GateRules Nothing = new([], [RegressionLimit.Usual]);

    [Fact]
    public void A_limit_that_is_kept_passes_and_one_that_is_crossed_fails()
    {
        GateReport report =
            Gate.Judge(GateResults.Of(GateResults.Around(200)), null, Limits("io-bound.async.p95=300ms", "io-bound.sync.p95=300ms"));

        Assert.Equal([GateOutcome.Ok, GateOutcome.Failed], report.Checks.Select(c => c.Outcome));
        Assert.Equal("io-bound.async.p95 202 ms (limit 300 ms)", report.Checks[0].Sentence);
        Assert.Equal("Gate failed: 1 of 2 checks.", report.Sentence);
        Assert.False(report.Passed);
    }

    [Fact]
    public void A_limit_without_names_holds_for_every_form() =>
        Assert.Equal(
            ["io-bound.sync.errors", "io-bound.async.errors"],
            Gate.Judge(GateResults.Of(GateResults.Around(200)), null, Limits("errors=0")).Checks.Select(c => c.Name));

    [Fact]
    public void A_limit_for_a_form_that_is_not_there_is_no_silent_success()
    {
        FormatException thrown = Assert.Throws<FormatException>(
            () => Gate.Judge(GateResults.Of(GateResults.Around(200)), null, Limits("io-bound.parallel.p95=1s")));

        Assert.Contains("It has: io-bound.sync, io-bound.async", thrown.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_form_that_is_much_slower_fails_with_its_interval()
    {
        GateReport report = Gate.Judge(GateResults.Of(GateResults.Around(240)), GateResults.Of(GateResults.Around(200)), Nothing);

        GateCheck check = report.Checks[^1];
        Assert.Equal(GateOutcome.Failed, check.Outcome);
        Assert.Equal(20, check.Percent!.Value, 0.5);
        Assert.InRange(check.LowPercent!.Value, 10, 20);
        Assert.StartsWith("io-bound.async.mean 20% slower (between ", check.Sentence, StringComparison.Ordinal);
        Assert.False(report.Passed);
    }

    [Fact]
    public void A_form_that_is_as_fast_is_ok() =>
        Assert.All(
            Gate.Judge(
                GateResults.Of(GateResults.Around(201)), GateResults.Of(GateResults.Around(200)), Nothing).Checks,
            c => Assert.Equal(GateOutcome.Ok, c.Outcome));

    [Fact]
    public void A_form_that_is_faster_is_ok_whatever_the_distance() =>
        Assert.True(
            Gate.Judge(
                GateResults.Of(GateResults.Around(20)), GateResults.Of(GateResults.Around(200)),
                Nothing with { Strict = true }).Passed);

    [Fact]
    public void The_point_alone_fails_nothing()
    {
        // 12 % slower by the point, but rounds that jump by a third to either side cannot tell that from 10 %.
        double[] wild = [150, 300, 170, 280, 160, 290, 220, 230];
        GateReport report = Gate.Judge(GateResults.Of([.. wild.Select(v => v * 1.12)]), GateResults.Of(wild), Nothing);

        Assert.All(report.Checks, c => Assert.Equal(GateOutcome.Undecided, c.Outcome));
        Assert.True(report.Passed);
        Assert.Equal("Gate undecided: 0 of 2 checks ok, 2 undecided; --strict fails on that.", report.Sentence);
        Assert.False(
            Gate.Judge(
                GateResults.Of([.. wild.Select(v => v * 1.12)]), GateResults.Of(wild),
                Nothing with { Strict = true }).Passed);
    }

    [Fact]
    public void Three_rounds_are_too_few_to_fail_anything() =>
        Assert.All(
            Gate.Judge(GateResults.Of(400, 401, 402), GateResults.Of(200, 201, 202), Nothing).Checks,
            c => Assert.Equal((GateOutcome.Undecided, true), (c.Outcome, c.Detail.Contains("too few rounds", StringComparison.Ordinal))));

    [Fact]
    public void A_rate_that_falls_is_slower()
    {
        GateCheck check = Gate.Judge(WithRate(100), WithRate(150), new([], [RegressionLimit.Parse("rps=10%")])).Checks[^1];

        Assert.Equal(GateOutcome.Failed, check.Outcome);
        Assert.StartsWith("50% slower", check.Found, StringComparison.Ordinal);
    }

    [Fact]
    public void Forms_that_are_in_one_of_both_are_named_and_not_checked()
    {
        var (whole, half) = (GateResults.Of(GateResults.Around(200)), GateResults.Of(GateResults.Around(200)));
        half = half with { Subjects = [half.Subjects[0]] };

        GateReport lost = Gate.Judge(half, whole, Nothing);
        GateReport added = Gate.Judge(whole, half, Nothing);

        Assert.Contains("In the baseline alone, so not checked: io-bound.async.", lost.Notes);
        Assert.False(Gate.Judge(half, whole, Nothing with { Strict = true }).Passed);
        Assert.Contains("Not in the baseline, so not compared: io-bound.async.", added.Notes);
        Assert.True(Gate.Judge(whole, half, Nothing with { Strict = true }).Passed);
    }

    [Fact]
    public void A_baseline_of_something_else_is_no_silent_success()
    {
        GateResult other = GateResults.Of(GateResults.Around(200));
        other = other with { Subjects = [.. other.Subjects.Select(s => s with { Experiment = "delay" })] };

        Assert.Throws<NotSupportedException>(() => Gate.Judge(GateResults.Of(GateResults.Around(200)), other, Nothing));
    }

    [Fact]
    public void Another_load_is_not_compared()
    {
        var (here, there) = (GateResults.Of(GateResults.Around(900)), GateResults.Of(GateResults.Around(200)));
        static GateSubject WithTenUsers(GateSubject s) =>
            s with { Load = s.Load with { Shape = new UsersTimesLoops(10, 5), Sentence = "10 users" } };

        GateReport report = Gate.Judge(here, there with { Subjects = [WithTenUsers(there.Subjects[0]), there.Subjects[1]] }, Nothing);

        Assert.Equal(
            [(GateOutcome.Undecided, "the baseline ran with another load: 10 users")],
            report.Checks.Take(1).Select(c => (c.Outcome, c.Detail)));
        Assert.Throws<NotSupportedException>(
            () => Gate.Judge(here, there with { Subjects = [.. there.Subjects.Select(WithTenUsers)] }, Nothing));
    }

    [Fact]
    public void Failing_fast_is_no_improvement()
    {
        GateResult result = GateResults.Of(GateResults.Around(20));
        result = result with { Subjects = [.. result.Subjects.Select(s => s with { Figures = s.Figures with { Errors = 100 } })] };

        Assert.All(
            Gate.Judge(result, GateResults.Of(GateResults.Around(200)), Nothing).Checks,
            c => Assert.Equal(GateOutcome.Failed, c.Outcome));
        Assert.All(
            Gate.Judge(GateResults.Of(GateResults.Around(200)), result, Nothing).Checks,
            c => Assert.Equal(GateOutcome.Undecided, c.Outcome));
    }

    [Theory]
    [InlineData("X64", 4, "Debian GNU/Linux 12")]
    [InlineData("Arm64", 2, "Debian GNU/Linux 12")]
    [InlineData("X64", 2, "Ubuntu 24.04 LTS")]
    public void A_baseline_of_another_machine_is_refused_unless_allowed(string architecture, int cores, string system)
    {
        GateResult here = GateResults.Of(GateResults.Around(200));
        GateResult there = here with
        {
            Machine = here.Machine with { Architecture = architecture, Cores = cores, OperatingSystem = system },
        };

        Assert.Contains(
            "--allow-different", Assert.Throws<NotSupportedException>(() => Gate.Judge(here, there, Nothing)).Message,
            StringComparison.Ordinal);
        Assert.Contains(
            Gate.Judge(here, there, Nothing with { AllowDifferent = true }).Notes,
            n => n.StartsWith("Another machine", StringComparison.Ordinal));
    }

    [Fact]
    public void A_machine_of_one_core_has_no_cores()
    {
        GateResult here = GateResults.Of(GateResults.Around(200));
        GateResult there = here with { Machine = here.Machine with { Cores = 1 } };

        Assert.StartsWith("1 core, ", there.MachineKind, StringComparison.Ordinal);
        Assert.Contains("1 core there, 2 here", Assert.Throws<NotSupportedException>(
            () => Gate.Judge(here, there, Nothing)).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Another_runtime_or_tool_is_said_and_compared()
    {
        GateResult here = GateResults.Of(GateResults.Around(200));
        GateResult there = here with { ToolVersion = "0.0.9", Machine = here.Machine with { Runtime = ".NET 9.0.1" } };

        Assert.Equal(
            [
                "Another runtime than the baseline's: .NET 9.0.1 there, .NET 10.0.12 here.",
                "Another version of the tool than the baseline's: 0.0.9 there, 0.1.0 here.",
            ],
            Gate.Judge(here, there, Nothing).Notes);
    }

    [Fact]
    public void A_partial_result_says_so()
    {
        GateResult result = GateResults.Of(GateResults.Around(200)) with { Missing = ["cpu-bound: not measured."] };

        GateReport report = Gate.Judge(result, null, Limits("errors=0"));

        Assert.True(report.Partial);
        Assert.Equal("Partial result: cpu-bound: not measured.", Assert.Single(report.Notes));
        Assert.False(Gate.Judge(result, null, Limits("errors=0") with { Strict = true }).Passed);
    }

    [Fact]
    public void All_forms_slower_by_the_same_may_be_the_machine()
    {
        var (before, after) = (GateResults.Of(GateResults.Around(200)), GateResults.Of(GateResults.Around(240)));
        static GateResult Twice(GateResult r) =>
            r with { Subjects = [.. r.Subjects, .. r.Subjects.Select(s => s with { Experiment = "delay" })] };

        Assert.Contains(
            Gate.Judge(Twice(after), Twice(before), Nothing).Notes,
            n => n.StartsWith("All 4 forms are slower by a similar amount", StringComparison.Ordinal));
    }

    /// <summary>"All 4 forms" were four of five, and all by "12% to 12%".</summary>
    [Fact]
    public void Forms_that_could_not_be_compared_are_not_among_all_that_are_slower()
    {
        var (before, after) = (GateResults.Of(GateResults.Around(200)), GateResults.Of(GateResults.Around(240)));
        static GateResult Thrice(GateResult r) => r with
        {
            Subjects =
            [
                .. r.Subjects, .. r.Subjects.Select(s => s with { Experiment = "delay" }),
                r.Subjects[0] with { Experiment = "other" },
            ],
        };
        GateResult old = Thrice(before);
        GateResult changed = old with
        {
            Subjects = [.. old.Subjects.Select(s => s.Experiment == "other" ? s with { Load = s.Load with { WaitMilliseconds = 9 } } : s)],
        };

        Assert.Contains(
            Gate.Judge(Thrice(after), changed, Nothing).Notes,
            n => n.StartsWith("All 4 forms that could be compared are slower by a similar amount (20%): ", StringComparison.Ordinal));
    }

    /// <summary>"Between 10% slower and 14% slower; limit 10%" is no reason to fail, nor one to be undecided.</summary>
    [Theory]
    [InlineData(1.104, "10.4% slower")]
    [InlineData(1.1001, "10.01% slower")]
    [InlineData(1.1, "10% slower")]
    [InlineData(1.12, "12% slower")]
    [InlineData(1 / 1.104, "9.4% faster")]
    public void A_change_beside_its_limit_does_not_look_like_it(double factor, string told) =>
        Assert.Equal(told, RegressionLimit.Usual.Describe(Math.Log(factor)));

    /// <summary>A limit of 12.45% was told as 12%, and 12.48%, which crosses it, as 12% too.</summary>
    [Theory]
    [InlineData("10%", "10%")]
    [InlineData("12.45%", "12.45%")]
    [InlineData("0.1%", "0.1%")]
    [InlineData("0%", "0%")]
    public void A_limit_is_told_as_it_was_given(string given, string told)
    {
        RegressionLimit limit = RegressionLimit.Parse(given);

        Assert.Equal(told, limit.Bound);
        Assert.Equal("12.5% slower", RegressionLimit.Parse("12.45%").Describe(Math.Log(1.1248)));
    }

    [Fact]
    public void Nothing_is_called_slower_whose_interval_reaches_below_nothing()
    {
        double[] before = [200, 150, 260, 190, 300, 140, 220, 170];
        GateResult Twice(double factor)
        {
            GateResult one = GateResults.Of([.. before.Select(ms => factor * ms)]);
            return one with { Subjects = [.. one.Subjects, .. one.Subjects.Select(s => s with { Experiment = "delay" })] };
        }

        GateReport report = Gate.Judge(Twice(1.1), Twice(1), Nothing);

        Assert.All(report.Checks, check => Assert.True(check is { Percent: > 5, LowPercent: < 0 }));
        Assert.Empty(report.Notes);
    }

    [Fact]
    public void Nothing_is_called_more_than_a_hundred_percent_faster()
    {
        GateCheck check = Gate.Judge(GateResults.Of(GateResults.Around(2)), GateResults.Of(GateResults.Around(200)), Nothing).Checks[^1];

        Assert.StartsWith("99% faster (between ", $"{check.Found} ({check.Detail})", StringComparison.Ordinal);
        Assert.Equal(-99, check.Percent!.Value, 0.5);
        Assert.Equal("100% faster", RegressionLimit.Parse("rps=10%").Describe(-Math.Log(2)));
        Assert.Equal("50% less", RegressionLimit.Parse("cpu=10%").Describe(-Math.Log(2)));
        Assert.Equal("100% more", RegressionLimit.Parse("bytes=10%").Describe(Math.Log(2)));
    }

    /// <summary>"0% slower" was said of two results that were the same.</summary>
    [Fact]
    public void What_did_not_change_is_not_called_slower()
    {
        GateResult result = GateResults.Of(GateResults.Around(200));

        Assert.Equal(["no change", "no change"], Gate.Judge(result, result, Nothing).Checks.Select(check => check.Found));
        Assert.Equal("0.01% slower", RegressionLimit.Usual.Describe(Math.Log(1.0001)));
    }

    [Theory]
    [InlineData(5.0, 0.3, "before the baseline's run")]
    [InlineData(0.3, 5.0, "before this run")]
    [InlineData(5.0, 5.0, "before both runs")]
    public void A_machine_that_was_busy_leaves_a_slower_form_open(double there, double here, string when)
    {
        static GateResult Loaded(double milliseconds, double load)
        {
            GateResult result = GateResults.Of(GateResults.Around(milliseconds));
            return result with { Machine = result.Machine with { LoadAverage = load } };
        }

        GateReport report = Gate.Judge(Loaded(240, here), Loaded(200, there), Nothing);

        Assert.All(report.Checks, c => Assert.Equal(GateOutcome.Undecided, c.Outcome));
        Assert.EndsWith($"; undecided, since the machine was busy {when})", report.Checks[^1].Sentence, StringComparison.Ordinal);
        Assert.True(report.Passed);
        Assert.False(Gate.Judge(Loaded(240, here), Loaded(200, there), Nothing with { Strict = true }).Passed);
    }

    [Fact]
    public void Failed_requests_and_fixed_limits_fail_on_a_busy_machine_too()
    {
        GateResult busy = GateResults.Of(GateResults.Around(240));
        busy = busy with { Machine = busy.Machine with { LoadAverage = 50 } };

        Assert.False(Gate.Judge(busy, null, Limits("io-bound.async.p95=100ms")).Passed);
        GateResult failing = busy with { Subjects = [.. busy.Subjects.Select(s => s with { Figures = s.Figures with { Errors = 100 } })] };
        Assert.False(Gate.Judge(failing, GateResults.Of(GateResults.Around(200)), Nothing).Passed);
    }

    [Theory]
    [InlineData("\"mean\": -", "mean")]
    [InlineData("\"p95\": 1e308, \"ignored\": ", "p95")]
    public void A_report_with_figures_that_nothing_can_have_is_refused(string piece, string figure)
    {
        string name = piece.Split('"')[1];
        string json = new System.Text.RegularExpressions.Regex($"\"{name}\": ")
            .Replace(Syncopate.Reporting.Runs.ReportJson.Write(GateResults.Report(GateResults.Around(200))), piece, 1);

        string message = Assert.Throws<FormatException>(
            () => GateResult.Of(Syncopate.Reporting.Runs.ReportJson.Read(System.Text.Encoding.UTF8.GetBytes(json)), "main")).Message;

        Assert.StartsWith($"main cannot be judged: io-bound.sync.{figure} is ", message, StringComparison.Ordinal);
        Assert.Contains("between 0 and 10^15", message, StringComparison.Ordinal);
    }

    private static GateRules Limits(params string[] limits) => new([.. limits.Select(l => GateLimit.Parse(l, ThresholdSide.Above))], []);

    private static GateResult WithRate(double rate)
    {
        GateResult result = GateResults.Of(GateResults.Around(200));
        return result with
        {
            Subjects = [.. result.Subjects.Select(s => s with
            {
                Figures = s.Figures with
                {
                    EachRound = new Dictionary<Metric, IReadOnlyList<double>> { [Metric.RequestsPerSecond] = GateResults.Around(rate) },
                },
            })],
        };
    }
}
