using Syncopate.Reporting;
using Xunit;

namespace Syncopate.Library.Tests;

/// <summary>Which results fail the test that asserts on them.</summary>
[Trait("Judges", "behaviour")]
public sealed class FormsResultTests
{
    [Theory]
    [InlineData(Verdict.Undecided)]
    [InlineData(Verdict.NoDifference)]
    public void What_is_not_shown_passes_though_its_interval_lies_beyond_the_limit(Verdict verdict) =>
        Result(Report(verdict, 1.2)).EnsureNotSlower(5.Percent());

    [Fact]
    public void A_loss_beyond_the_limit_throws_with_its_lower_end()
    {
        FormsResult result = Result(Report(Verdict.Loss, 1.2));

        FormsException thrown = Assert.Throws<FormsException>(() => result.EnsureNotSlower(5.Percent()));

        Assert.Contains("Async is slower than Sync by at least 20%, and at most 5% was allowed.", thrown.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(Verdict.Loss, 1.03)]
    [InlineData(Verdict.Gain, 0.5)]
    public void What_is_within_the_limit_passes(Verdict verdict, double low) =>
        Result(Report(verdict, low)).EnsureNotSlower(5.Percent());

    [Fact]
    public void A_row_that_fails_throws_whichever_it_is() => Assert.Throws<FormsException>(() =>
        Result(Report(Verdict.Gain, 0.5), Report(Verdict.Loss, 1.2)).EnsureNotSlower(5.Percent()));

    [Fact]
    public void A_form_that_fails_throws_with_its_share_and_what_it_threw()
    {
        ExperimentReport report = Report(Verdict.Undecided, low: null, failed: 1000) with
        {
            Doubts = [new Doubt("throws", "compare", "Async threw under load: FormatException: no number.", "", "")],
        };

        FormsException thrown = Assert.Throws<FormsException>(() => Result(report).EnsureNotSlower(5.Percent()));

        Assert.Contains("Async failed in 50% of its calls (1,000 of 2,000), and at most 0.1% may fail", thrown.Message,
            StringComparison.Ordinal);
        Assert.Contains("Async threw under load: FormatException: no number.", thrown.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_single_failure_in_a_thousand_calls_passes() =>
        Result(Report(Verdict.NoDifference, 0.99, failed: 1)).EnsureNotSlower(5.Percent());

    [Fact]
    public void Times_are_in_100_ns_and_what_was_not_measured_is_null()
    {
        FormReport report = Figures(Form.Async, "Async", 0) with { Mean = 1.5, P50 = 0.043, P99 = double.NaN };

        FormFigures figures = new(report);

        Assert.Equal(TimeSpan.FromMicroseconds(1_500), figures.Mean);
        Assert.Equal(TimeSpan.FromMicroseconds(43), figures.Median);
        Assert.Null(figures.P99);
        Assert.Null(figures.CpuTime);
    }

    private static FormsResult Result(params ExperimentReport[] reports) => new([.. reports.Select(r => new FormsRow(r))], "folder");

    private static ExperimentReport Report(Verdict verdict, double? low, long failed = 0) => new()
    {
        Id = "compare",
        Piece = "call",
        Title = "read a customer",
        Question = "",
        Source = "",
        UseCase = "undescribed",
        Traits = new WorkTraits { IsUserDefined = true },
        Load = new UsersTimesLoops(1, 1),
        LoadSentence = "",
        WaitMilliseconds = 0,
        PublishedWaitMilliseconds = 0,
        MarginPercent = 5,
        Discarded = 0,
        Rounds = 8,
        Forms = [Figures(Form.Sync, "Sync", 0), Figures(Form.Async, "Async", failed)],
        Comparisons = [Compared(verdict, low)],
        Verdict = verdict,
        Winner = null,
        Sentence = "",
        Why = "",
        Change = "",
        Recommendation = "",
        Published = [],
        Caveats = [],
        Noise = new ReportNoise(null, null, null, null, 0, null, ""),
        LoadAdequacy = new LoadAdequacy(0, 0, true, ""),
        InFlightShare = 1,
        Doubts = [],
        Profile = [],
        ProfileSentence = "",
        Pictures = [],
        Shift = [],
    };

    private static Comparison Compared(Verdict verdict, double? low) => new()
    {
        Metric = Metric.Mean,
        Baseline = Form.Sync,
        Candidate = Form.Async,
        Primary = true,
        Ratio = low * 1.1,
        Low = low,
        High = low * 1.2,
        Confidence = 0.95,
        Rounds = 8,
        Verdict = verdict,
        Reason = "",
    };

    private static FormReport Figures(Form form, string label, long failed) => new()
    {
        Form = form,
        Label = label,
        Count = 1000,
        Errors = failed,
        Mean = 1,
        P50 = 1,
        P95 = 1,
        P99 = 1,
        Max = 1,
        RequestsPerSecond = 1,
        CpuPerRequest = null,
        BytesPerRequest = null,
        Threads = null,
        QueueLength = null,
        LimitMilliseconds = 0,
        Counters = new Dictionary<string, double>(),
    };
}
