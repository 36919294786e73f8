using System.Text;
using System.Text.Json.Nodes;
using Syncopate.Histograms;
using Syncopate.Journaling;
using Syncopate.Reporting;
using Syncopate.Reporting.Loads;
using Syncopate.Reporting.Runs;
using Xunit;

namespace Syncopate.Tests.Reporting;

public sealed class LoadReportTests
{
    private const double BucketShare = 0.001;

    private static readonly string[] Untold = ["p95", "p99", "p999"];

    [Fact]
    public void Intervals_add_up_to_the_figures()
    {
        LoadReport report = LoadReportBuilder.Build(LoadJournals.Whole());

        FormReport figures = report.Figures;
        Assert.Equal((100, 10), (figures.Count, figures.Errors));
        Assert.Equal(11, figures.Mean, 1e-9);
        Assert.Equal(10, figures.P50, 10 * BucketShare);
        Assert.Equal(20, figures.Max, 20 * BucketShare);
        Assert.Equal(50, figures.RequestsPerSecond, 1e-9);
        Assert.Equal(new LoadBytes(5_000, 30_000, 10_000), report.Bytes);
        Assert.Equal([new("timed out", 6), new("status 503", 4)], report.ErrorsByKind);
        Assert.Equal((1.9, 0.95), (report.InFlight.Mean, report.InFlight.Share));
        Assert.Equal((0.02, 0.01), (report.Generator.CpuSeconds, report.Generator.Cores));
        Assert.False(report.Partial);
    }

    [Fact]
    public void A_percentile_needs_ten_answers_beyond_it() =>
        Assert.Equal([10, 25, 50, 75, 90], LoadReportBuilder.Build(LoadJournals.Whole()).Percentiles.Select(p => p.Percentile));

    [Fact]
    public void Where_nothing_was_answered_well_no_output_has_a_figure()
    {
        LoadReport report = LoadReportBuilder.Build(LoadJournals.Of(
            LoadJournals.Header,
            LoadJournals.Description(new UsersForTime(2, TimeSpan.FromSeconds(2)), "mean > 1s", "p50 > 1s", "max > 1s"),
            LoadJournals.Interval(0, [], ("status 503", 40)),
            new RunEnd(RunOutcome.Finished, "", 1_000_000_000)));

        string written = LoadReportJson.Write(report);
        JsonNode json = JsonNode.Parse(written)!;

        Assert.All([.. Untold, "mean", "p50", "p90", "max", "min"], name => Assert.Null(json[name]));
        Assert.Equal(written, LoadReportJson.Write(LoadReportJson.Read(Encoding.UTF8.GetBytes(written))));
        Assert.All(report.Thresholds, t => Assert.Contains("not measured", t.Sentence, StringComparison.Ordinal));
        Assert.Contains(",0,40,,,,,,,,", ReportTables.Forms([("load", report.Figures)]), StringComparison.Ordinal);
    }

    [Fact]
    public void A_percentile_that_a_single_answer_would_move_is_told_nowhere()
    {
        LoadReport report = LoadReportBuilder.Build(LoadJournals.Whole("p95 > 1s", "p99 > 1s", "p99.9 > 1s", "p90 > 1s"));

        JsonNode json = JsonNode.Parse(LoadReportJson.Write(report))!;

        Assert.NotNull(json["p90"]);
        Assert.All(Untold, name => Assert.Null(json[name]));
        Assert.Equal([false, false, false, true], report.Thresholds.Select(t => t.Passed));
        Assert.Contains(
            LoadReportText.Lines(report, unicode: true),
            line => line.StartsWith("latency ", StringComparison.Ordinal) && line.Contains('–', StringComparison.Ordinal));
    }

    [Fact]
    public void The_distribution_counts_every_answer_once()
    {
        IReadOnlyList<LoadBand> bands = LoadReportBuilder.Build(LoadJournals.Whole()).Distribution;

        Assert.Equal(100, bands.Sum(band => band.Count));
        Assert.Equal(bands.Skip(1).Select(band => band.From), bands.SkipLast(1).Select(band => band.To));
        Assert.Equal(90, bands[0].Count);
        Assert.Equal(10, bands[^1].Count);
    }

    /// <summary>No more bands than answers, none of no width, and one of something told as one.</summary>
    [Theory]
    [InlineData(new double[] { 357 }, 1)]
    [InlineData(new double[] { 4, 10 }, 2)]
    [InlineData(new double[] { 5, 5, 5, 5, 5, 5 }, 1)]
    public void Few_answers_have_few_bands(double[] latencies, int bands)
    {
        LoadReport report = LoadReportBuilder.Build(LoadJournals.Of(
            LoadJournals.Header,
            LoadJournals.Description(new UsersTimesLoops(1, latencies.Length)),
            LoadJournals.Interval(0, latencies),
            new RunEnd(RunOutcome.Finished, "", 1_000_000_000)));

        Assert.Equal(bands, report.Distribution.Count);
        Assert.Equal(latencies.Length, report.Distribution.Sum(band => band.Count));
        Assert.All(LoadReportText.Lines(report, unicode: true), line => Assert.False(line is "  ", "A line of nothing."));
        string requests = latencies.Length == 1 ? "1 request" : $"{latencies.Length} requests";
        Assert.StartsWith($"{requests} of 1 user", report.LoadSentence, StringComparison.Ordinal);
    }

    [Fact]
    public void A_report_that_was_read_is_written_as_it_was()
    {
        string json = LoadReportJson.Write(LoadReportBuilder.Build(LoadJournals.Whole("max > 15ms")));

        Assert.True(LoadReportJson.Is(Encoding.UTF8.GetBytes(json)));
        Assert.Equal(json, LoadReportJson.Write(LoadReportJson.Read(Encoding.UTF8.GetBytes(json))));
    }

    [Fact]
    public void In_json_the_figures_of_a_form_stand_at_the_top()
    {
        LoadReport report = LoadReportBuilder.Build(LoadJournals.Whole("max > 15ms"));

        JsonNode json = JsonNode.Parse(LoadReportJson.Write(report))!;

        Assert.Equal(1, (int)json["schema"]!);
        Assert.Equal("syncopate", (string?)json["tool"]!["name"]);
        Assert.Equal((100, 10), ((long)json["count"]!, (long)json["errors"]!));
        Assert.Equal(11, (double)json["mean"]!, 1e-9);
        Assert.Null(json["figures"]);
        Assert.Equal(2, json["intervals"]!.AsArray().Count);
        Assert.Equal("usersForTime", (string?)json["target"]!["load"]!["shape"]);
        Assert.False((bool)json["thresholds"]![0]!["passed"]!);
        Assert.False((bool)json["partial"]!);
    }

    [Fact]
    public void A_threshold_is_held_against_the_whole_load()
    {
        LoadReport report = LoadReportBuilder.Build(LoadJournals.Whole("max > 15ms", "p50 > 15ms", "errors > 5%", "cpu > 1ms"));

        Assert.Equal([false, true, false, false], report.Thresholds.Select(threshold => threshold.Passed));
        Assert.Contains("limit 15 ms", report.Thresholds[0].Sentence, StringComparison.Ordinal);
        Assert.Contains("not measured", report.Thresholds[3].Sentence, StringComparison.Ordinal);
    }

    [Fact]
    public void A_killed_load_keeps_its_intervals_and_says_so()
    {
        LoadReport report = LoadReportBuilder.Build(LoadJournals.Of(
            LoadJournals.Header, LoadJournals.Description(new UsersForTime(2, TimeSpan.FromSeconds(9))),
            LoadJournals.Interval(0, [1, 2, 3])));

        Assert.Equal(3, report.Figures.Count);
        Assert.Equal("killed", report.Run.Outcome);
        Assert.True(report.Partial);
        Assert.Contains("The load did not finish", report.Missing[0], StringComparison.Ordinal);
    }

    [Fact]
    public void An_interval_that_contradicts_itself_is_left_out_and_told()
    {
        LoadReport report = LoadReportBuilder.Build(LoadJournals.Of(
            LoadJournals.Header,
            LoadJournals.Description(new UsersForTime(2, TimeSpan.FromSeconds(2))),
            LoadJournals.Interval(0, [1, 2, 3]),
            LoadJournals.Interval(1, [1, 2, 3]) with { Count = 1_000 },
            LoadJournals.Interval(2, [1]) with { Histogram = "HISTFAAA" },
            new RunEnd(RunOutcome.Finished, "", 1)));

        Assert.Equal(3, report.Figures.Count);
        Assert.Equal(3, report.FirstByte.Count);
        Assert.Equal(
            ["The figures of interval 2 cannot be used; it is left out.", "The figures of interval 3 cannot be used; it is left out."],
            report.Missing);
    }

    [Fact]
    public void A_rate_that_was_not_reached_is_a_doubt()
    {
        IntervalRecord second = LoadJournals.Interval(0, [.. Enumerable.Repeat(10.0, 90)]);
        string empty = HistogramCodec.Encode(new Histogram());
        LoadReport report = LoadReportBuilder.Build(LoadJournals.Of(
            LoadJournals.Header,
            LoadJournals.Description(Arrivals.AtRate(100, TimeSpan.FromSeconds(1))),
            second with { Services = empty, Lateness = empty, Overflowed = 7 },
            new RunEnd(RunOutcome.Finished, "", 1)));

        Assert.Equal(new LoadRate(100, 90, 7), report.Rate);
        Assert.Null(report.Corrected);
        Assert.Equal("rate-missed", Assert.Single(report.Warnings).Code);
    }

    /// <summary>By hand: 90 and 10 answers in 2 s, 8 of the 10 came in the half second after them: 92 / 2 = 46 a
    /// second, and not 100 / 2.5 = 40.</summary>
    [Fact]
    public void A_rate_counts_what_came_within_the_time_of_the_load()
    {
        IntervalRecord last = LoadJournals.Interval(1, [.. Enumerable.Repeat(20.0, 10)]);
        LoadReport report = LoadReportBuilder.Build(LoadJournals.Of(
            LoadJournals.Header,
            LoadJournals.Description(new UsersForTime(2, TimeSpan.FromSeconds(2))),
            LoadJournals.Interval(0, [.. Enumerable.Repeat(10.0, 90)]) with { Started = 92, Drained = 0, DrainedFailures = 0 },
            last with { ToNanoseconds = 2_500_000_000, Started = 8, Drained = 8, DrainedFailures = 0 },
            new RunEnd(RunOutcome.Finished, "", 1)));

        Assert.Equal(46, report.Figures.RequestsPerSecond, 1e-9);
        Assert.Equal(new LoadDrain(8, 0, 0.5), report.Drain);
        Assert.Equal(100, report.Figures.Count);
        Assert.Equal(
            "92 requests in 2 s, 46.0 per second, half of all answers within 10.0 ms. None failed.",
            report.Sentence.Replace("46 per second", "46.0 per second", StringComparison.Ordinal));
        Assert.Contains("8 more responses arrived during the 500 ms drain", LoadReportMarkdown.Write(report), StringComparison.Ordinal);
    }

    [Fact]
    public void The_slowest_of_all_intervals_are_told_by_their_traces()
    {
        SlowRequest Slow(char id, long milliseconds, string? finding = null) =>
            new(new string(id, 32), 500_000_000, milliseconds * 1_000_000, finding);
        LoadReport report = LoadReportBuilder.Build(LoadJournals.Of(
            LoadJournals.Header,
            LoadJournals.Description(new UsersForTime(2, TimeSpan.FromSeconds(2))),
            LoadJournals.Interval(0, [10, 30]) with { Slowest = [Slow('a', 30), Slow('b', 10)] },
            LoadJournals.Interval(1, [20], ("timed out", 1)) with { Slowest = [Slow('c', 900, "<timed out>"), Slow('d', 20)] },
            new RunEnd(RunOutcome.Finished, "", 1)));

        Assert.Equal("cadb", string.Concat(report.Figures.Slowest.Select(slow => slow.TraceId[0])));
        Assert.Equal(new SlowFigures(new string('c', 32), 900, 0.5, "<timed out>"), report.Figures.Slowest[0]);
        Assert.Contains($"slowest           {new string('a', 32)}  30 ms, sent after 500 ms", LoadReportText.Lines(report, unicode: true));
        string page = LoadReportPage.Write(report, LoadReportJson.Write(report), "");
        Assert.Contains($"<code>{new string('d', 32)}</code>", page, StringComparison.Ordinal);
        Assert.DoesNotContain("<timed out>", page, StringComparison.Ordinal);
        Assert.Equal(report.Figures.Slowest, LoadReportJson.Read(Encoding.UTF8.GetBytes(LoadReportJson.Write(report))).Figures.Slowest);
    }

    [Theory]
    [InlineData("short", 1, 1)]
    [InlineData("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", 1, 1)]
    [InlineData("<script>alert(1)</script>0000000", 1, 1)]
    [InlineData("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", -1, 1)]
    [InlineData("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", 1, -1)]
    public void An_interval_with_a_slow_request_that_cannot_be_is_left_out(string id, long due, long latency)
    {
        LoadReport report = LoadReportBuilder.Build(LoadJournals.Of(
            LoadJournals.Header,
            LoadJournals.Description(new UsersForTime(2, TimeSpan.FromSeconds(2))),
            LoadJournals.Interval(0, [10, 30]) with { Slowest = [new SlowRequest(id, due, latency, null)] },
            LoadJournals.Interval(1, [20])));

        Assert.Equal(1, report.Figures.Count);
        Assert.Contains(report.Missing, sentence => sentence.Contains("interval 1 cannot be used", StringComparison.Ordinal));
    }

    [Fact]
    public void Nothing_measured_is_told_without_figures()
    {
        LoadReport report = LoadReportBuilder.Build(
            LoadJournals.Of(
                LoadJournals.Header, LoadJournals.Description(new UsersForTime(2, TimeSpan.FromSeconds(2)))));

        Assert.Equal("Nothing was measured.", report.Sentence);
        Assert.NotEmpty(LoadReportText.Lines(report, unicode: true));
        Assert.Contains("Nothing was measured.", LoadReportPage.Write(report, "{}", ""), StringComparison.Ordinal);
    }

    [Fact]
    public void What_was_never_answered_has_no_time_to_the_first_byte()
    {
        LoadReport report = LoadReportBuilder.Build(LoadJournals.Of(
            LoadJournals.Header,
            LoadJournals.Description(new UsersForTime(2, TimeSpan.FromSeconds(1))),
            LoadJournals.Interval(0, [], ("status 404", 9)) with
            {
                Services = LoadJournals.Encoded([]),
                Connects = LoadJournals.Encoded([]),
            },
            new RunEnd(RunOutcome.Finished, "", 1_000_000_000)));

        string line = LoadReportText.Lines(report, unicode: true).Single(text => text.Contains("to first byte", StringComparison.Ordinal));

        Assert.Equal(5, line.Count(c => c == '–'));
        Assert.DoesNotContain("0 ms", line, StringComparison.Ordinal);
    }

    [Fact]
    public void Every_line_is_plain_and_fits_and_ascii_is_ascii()
    {
        LoadReport report = LoadReportBuilder.Build(LoadJournals.Whole("max > 15ms"));

        Assert.All(LoadReportText.Lines(report, unicode: true), line => Assert.InRange(line.Length, 0, 120));
        Assert.All(LoadReportText.Lines(report, unicode: false), line => Assert.DoesNotContain(line, c => c is < ' ' or > '~'));
        Assert.Contains(LoadReportText.Lines(report, unicode: true), line => line.StartsWith("FAIL  ", StringComparison.Ordinal));
    }

    [Fact]
    public void The_page_runs_nothing_that_a_name_says()
    {
        const string Evil = "http://127.0.0.1/<script>alert(1)</script>\u001b[31m";
        JournalReading journal = LoadJournals.Whole();
        LoadReport report = LoadReportBuilder.Build(
            LoadJournals.Of(
                [
                    .. journal.Records.Select(
                        record => record is LoadDescription about ? about with { Url = Evil } : record),
                ]));

        string page = LoadReportPage.Write(report, LoadReportJson.Write(report), LoadReportMarkdown.Write(report));

        Assert.DoesNotContain("<script>alert", page, StringComparison.Ordinal);
        Assert.DoesNotContain('\u001b', page);
        Assert.DoesNotContain("http://www", page, StringComparison.Ordinal);
        Assert.DoesNotContain('\u001b', string.Concat(LoadReportText.Lines(report, unicode: true)));
    }

    [Fact]
    public void A_scenario_has_figures_of_its_steps_and_passes_that_are_due()
    {
        IntervalRecord Interval(int second) => LoadJournals.Interval(second, [10, 30, 10, 30]) with
        {
            Steps = [LoadJournals.Encoded([10, 10]), LoadJournals.Encoded([30, 30])],
        };
        LoadDescription description =
            LoadJournals.Description(Arrivals.AtRate(2, TimeSpan.FromSeconds(2))) with { Steps = ["log in", "buy"] };

        LoadReport report = LoadReportBuilder.Build(
            LoadJournals.Of(
                LoadJournals.Header, description, Interval(0), Interval(1), new RunEnd(RunOutcome.Finished, "", 2_000_000_000)));

        Assert.Equal(["log in", "buy"], report.Steps.Select(step => step.Name));
        Assert.Equal([4, 4], report.Steps.Select(step => step.Figures.Count));
        Assert.Equal(30, report.Steps[1].Figures.P50, 0.1);
        Assert.Equal("2 passes per second for 2 s, 2 requests per pass", report.LoadSentence);
        Assert.Equal(4, report.Rate!.AskedPerSecond);
        Assert.DoesNotContain(report.Warnings, doubt => doubt.Code == "rate-missed");
        Assert.Contains(LoadReportText.Lines(report, unicode: true), line => line.StartsWith("  log in", StringComparison.Ordinal));
        Assert.Contains("Step log in", LoadReportPage.Write(report, LoadReportJson.Write(report), ""), StringComparison.Ordinal);
    }

    [Fact]
    public void The_journal_of_a_run_is_no_load() =>
        Assert.Throws<ArgumentException>(() => LoadReportBuilder.Build(LoadJournals.Of(LoadJournals.Header)));
}
