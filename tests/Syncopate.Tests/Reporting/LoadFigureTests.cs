using System.Text;
using System.Text.Json.Nodes;
using Syncopate.Journaling;
using Syncopate.Reporting.Loads;
using Xunit;

namespace Syncopate.Tests.Reporting;

/// <summary>What a load did not measure is no figure, in whatever is written of it.</summary>
public sealed class LoadFigureTests
{
    [Fact]
    public void An_interval_tells_no_percentile_that_a_single_answer_would_move()
    {
        LoadReport report = LoadReportBuilder.Build(LoadJournals.Of(
            LoadJournals.Header,
            LoadJournals.Description(new UsersForTime(2, TimeSpan.FromSeconds(2))),
            LoadJournals.Interval(0, [10]),
            LoadJournals.Interval(1, [.. Enumerable.Repeat(20.0, 100)]),
            new RunEnd(RunOutcome.Finished, "", 2_000_000_000)));

        Assert.Equal([(true, false, false), (true, true, false)],
            report.Intervals.Select(i => (i.P50 is not null, i.P90 is not null, i.P99 is not null)));
        Assert.Contains("p99 at most –, p50 at most 20.0 ms", LoadReportPage.Write(report, "{}", ""), StringComparison.Ordinal);
    }

    /// <summary>"On average 1 requests were in flight; 102% of the time".</summary>
    [Fact]
    public void One_request_is_told_as_one_and_no_time_is_more_than_all_of_it()
    {
        JournalReading journal = LoadJournals.Of(
            LoadJournals.Header,
            LoadJournals.Description(new UsersForTime(1, TimeSpan.FromSeconds(1))),
            LoadJournals.Interval(0, [.. Enumerable.Repeat(10.0, 100)]),
            new RunEnd(RunOutcome.Finished, "", 1_000_000_000));
        LoadReport report = LoadReportBuilder.Build(journal) with { InFlight = new LoadInFlight(1, 1.02) };

        Assert.Contains("On average 1 request was in flight; 100% of the time ", LoadReportPage.Write(report, "{}", ""),
            StringComparison.Ordinal);
        Assert.Contains(LoadReportText.Lines(report, unicode: true),
            line => line.EndsWith("1 on average (Little’s law), 100% of user time in flight", StringComparison.Ordinal));
    }

    [Fact]
    public void A_load_of_which_every_answer_came_late_has_no_rate()
    {
        LoadReport report = LoadReportBuilder.Build(LoadJournals.Of(
            LoadJournals.Header,
            LoadJournals.Description(new UsersForTime(1, TimeSpan.FromSeconds(1)), "rps < 1"),
            LoadJournals.Interval(0, [1_400]) with { ToNanoseconds = 1_500_000_000, Drained = 1 },
            new RunEnd(RunOutcome.Finished, "", 1_500_000_000)));

        Assert.Null(JsonNode.Parse(LoadReportJson.Write(report))!["requestsPerSecond"]);
        Assert.Equal("rps not measured (at least 1/s)", Assert.Single(report.Thresholds).Sentence);
    }

    [Fact]
    public void Traffic_that_the_engine_does_not_count_is_no_traffic_of_nothing()
    {
        LoadReport report = LoadReportBuilder.Build(LoadJournals.Of(
            LoadJournals.Header,
            LoadJournals.Description(new UsersForTime(1, TimeSpan.FromSeconds(1))),
            LoadJournals.Interval(0, [10, 10]) with { ReceivedBytes = 0, SentBytes = 0 },
            new RunEnd(RunOutcome.Finished, "", 1_000_000_000)));

        string json = LoadReportJson.Write(report);

        Assert.Equal(new LoadBytes(null, null, 200), report.Bytes);
        Assert.Equal(json, LoadReportJson.Write(LoadReportJson.Read(Encoding.UTF8.GetBytes(json))));
        Assert.Contains("<p class=\"note\">Received 200 B in bodies; ", LoadReportPage.Write(report, json, ""), StringComparison.Ordinal);
    }

    [Fact]
    public void Where_no_request_came_to_an_end_none_cost_anything()
    {
        LoadReport report = LoadReportBuilder.Build(LoadJournals.Of(
            LoadJournals.Header,
            LoadJournals.Description(new UsersForTime(1, TimeSpan.FromSeconds(1))),
            LoadJournals.Interval(0, []) with { Target = new TargetUse(40_000_000, 4_096, 0, 0, 0, 0, 0, 4, 0) },
            new RunEnd(RunOutcome.Finished, "", 1_000_000_000)));

        Assert.Contains("target            0.04 cores; no request completed", LoadReportText.Lines(report, unicode: true));
        Assert.Contains(
            "CPU per request</th><td class=\"num\">–</td>", LoadReportPage.Write(report, "{}", ""), StringComparison.Ordinal);
    }

    [Fact]
    public void A_generator_that_takes_large_bodies_in_by_turns_was_the_limit()
    {
        Doubt large = new("large-bodies", null, "Answers have 30.0 MB on average.", "", "");

        LoadReport report = LoadReportBuilder.Build(LoadJournals.Of([.. LoadJournals.Whole().Records, large]));

        Assert.True(report.Generator.WasTheLimit);
        Assert.DoesNotContain("was not the limit", LoadReportPage.Write(report, "{}", ""), StringComparison.Ordinal);
    }

    /// <summary>Stopped after 2 s of 10 on the way from 10 to 110 per second: 20 were due per second, and 60 by the whole ramp, of which
    /// it was said that the server could not keep up.</summary>
    [Fact]
    public void Of_a_ramp_that_was_stopped_only_its_beginning_was_due()
    {
        LoadReport report = LoadReportBuilder.Build(LoadJournals.Of(
            LoadJournals.Header,
            LoadJournals.Description(new Arrivals(10, 110, TimeSpan.FromSeconds(10))),
            LoadJournals.Interval(0, [.. Enumerable.Repeat(1.0, 15)]),
            LoadJournals.Interval(1, [.. Enumerable.Repeat(1.0, 25)]),
            new RunEnd(RunOutcome.Cancelled, "Stopped by the user.", 2_000_000_000)));

        Assert.Equal(20, report.Rate!.AskedPerSecond, 1e-9);
        Assert.DoesNotContain(report.Warnings, doubt => doubt.Code == "rate-missed");
    }

    /// <summary>Of 10 passes of 3 steps 8 fail at the first one: 14 requests are due, all of which ended, and not 30.</summary>
    [Fact]
    public void What_stands_behind_a_failed_step_of_a_pass_was_not_due()
    {
        double[] each = [5, 5];
        IntervalRecord interval = LoadJournals.Interval(0, [.. each, .. each, .. each], ("status 401", 8)) with
        {
            Steps = [LoadJournals.Encoded(each), LoadJournals.Encoded(each), LoadJournals.Encoded(each)],
            FailedInStep = [8, 0, 0],
        };
        LoadDescription description =
            LoadJournals.Description(Arrivals.AtRate(10, TimeSpan.FromSeconds(1))) with { Steps = ["log in", "look", "buy"] };

        LoadReport report = LoadReportBuilder.Build(
            LoadJournals.Of(LoadJournals.Header, description, interval, new RunEnd(RunOutcome.Finished, "", 1_000_000_000)));

        Assert.Equal((14.0, 14.0), (report.Rate!.AskedPerSecond, report.Rate.ReachedPerSecond));
        Assert.DoesNotContain(report.Warnings, doubt => doubt.Code == "rate-missed");
    }

    [Fact]
    public void A_condition_that_could_not_be_judged_is_not_called_failed_on_the_page()
    {
        LoadReport report = LoadReportBuilder.Build(LoadJournals.Whole("p99.9 > 300ms"));

        string page = LoadReportPage.Write(report, "{}", "");

        Assert.Contains("</span>Not judged", page, StringComparison.Ordinal);
        Assert.DoesNotContain("</span>Failed", page, StringComparison.Ordinal);
    }

    [Fact]
    public void A_load_whose_journal_lost_its_header_is_not_repeated_by_an_empty_command()
    {
        JournalReading whole = LoadJournals.Whole();
        JournalReading lost = whole with { Records = [.. whole.Records.Where(record => record is not RunHeader)] };

        string markdown = LoadReportMarkdown.Write(LoadReportBuilder.Build(lost));

        Assert.EndsWith(", an unknown machine.\n", markdown, StringComparison.Ordinal);
        Assert.DoesNotContain("unknown, an unknown", markdown, StringComparison.Ordinal);
        Assert.Contains(" Again:\n", LoadReportMarkdown.Write(LoadReportBuilder.Build(whole)), StringComparison.Ordinal);
    }

    /// <summary>The terminal said FAIL of it while the page said "Not judged".</summary>
    [Fact]
    public void A_condition_that_could_not_be_judged_is_not_called_failed_in_the_terminal()
    {
        LoadReport report = LoadReportBuilder.Build(LoadJournals.Whole("p99.9 > 300ms", "errors > 0"));

        IReadOnlyList<string> lines = LoadReportText.Lines(report, unicode: true);

        Assert.Contains(lines, line => line.StartsWith("not judged        p99.9 not measured", StringComparison.Ordinal));
        Assert.Equal(
            "FAIL              errors 10 (limit 0)", Assert.Single(lines, line => line.StartsWith("FAIL", StringComparison.Ordinal)));
    }

    [Fact]
    public void Where_nothing_was_sent_no_limit_of_failures_was_kept()
    {
        LoadReport report = LoadReportBuilder.Build(LoadJournals.Of(
            LoadJournals.Header,
            LoadJournals.Description(new UsersForTime(1, TimeSpan.FromSeconds(1)), "errors > 0", "errors > 1%"),
            LoadJournals.Interval(0, [])));

        Assert.Equal(["errors not measured (limit 0)", "errors not measured (limit 1%)"], report.Thresholds.Select(t => t.Sentence));
        Assert.All(report.Thresholds, threshold => Assert.False(threshold.Passed, threshold.Sentence));
    }

    /// <summary>At 10 per second for 10 s, each tenth answer from a cache and the others after 1.5 s: 13 of 100 come after the time, and
    /// it was said that the server could not keep up. One that completes 5 per second cannot.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void A_rate_is_missed_where_requests_pile_up_and_not_where_answers_take_long(bool keepsUp)
    {
        const double Slow = 1_500;
        double[] Waiting(int second) => keepsUp
            ? [10, .. Enumerable.Repeat(Slow, second == 0 ? 0 : second == 1 ? 5 : 9)]
            : [.. Enumerable.Repeat(500 * (second + 0.5), 5)];
        double[] late = [.. Enumerable.Repeat(keepsUp ? Slow : 7_500, keepsUp ? 13 : 50)];
        double[] last = [.. Waiting(9), .. late];
        LoadReport report = LoadReportBuilder.Build(LoadJournals.Of(
        [
            LoadJournals.Header,
            LoadJournals.Description(Arrivals.AtRate(10, TimeSpan.FromSeconds(10))),
            .. Enumerable.Range(0, 9).Select(second => LoadJournals.Interval(second, Waiting(second))),
            LoadJournals.Interval(9, last) with { ToNanoseconds = 20_000_000_000, Drained = late.Length },
            new RunEnd(RunOutcome.Finished, "", 20_000_000_000),
        ]));

        Assert.Equal(100, report.Figures.Count);
        Assert.Equal(!keepsUp, report.Warnings.Any(doubt => doubt.Code == "rate-missed"));
    }

    /// <summary>Of a single request one half was told; of answers that all came late the failures before them were not told.</summary>
    [Fact]
    public void One_answer_has_no_half_and_late_ones_do_not_hide_failures()
    {
        LoadReport Of(IntervalRecord interval) => LoadReportBuilder.Build(LoadJournals.Of(
            LoadJournals.Header,
            LoadJournals.Description(new UsersForTime(1, TimeSpan.FromSeconds(1))),
            interval,
            new RunEnd(RunOutcome.Finished, "", 1_500_000_000)));

        LoadReport late = Of(
            LoadJournals.Interval(0, [1_400, 1_400], ("status 503", 7)) with { ToNanoseconds = 1_500_000_000, Drained = 2 });

        Assert.EndsWith(
            " per second, answered in 10.0 ms. None failed.", Of(LoadJournals.Interval(0, [10])).Sentence, StringComparison.Ordinal);
        Assert.Equal(
            "No request was answered within the 1 s of the load; 2 more responses arrived during the 500 ms drain, and 7 had failed "
                + "before.",
            late.Sentence);
    }

    /// <summary>600 bytes in 1.5 s are 400 per second; they were told as 600, as the rate of requests leaves out what came late.</summary>
    [Fact]
    public void What_came_late_is_received_in_the_time_that_it_took()
    {
        LoadReport report = LoadReportBuilder.Build(LoadJournals.Of(
            LoadJournals.Header,
            LoadJournals.Description(new UsersForTime(1, TimeSpan.FromSeconds(1))),
            LoadJournals.Interval(0, [10, 1_400]) with { ToNanoseconds = 1_500_000_000, Drained = 1 },
            new RunEnd(RunOutcome.Finished, "", 1_500_000_000)));

        Assert.Contains("received          600 B, 400 B/s; bodies 200 B", LoadReportText.Lines(report, unicode: true));
    }

    [Fact]
    public void Of_how_many_cores_a_generator_used_some_is_not_invented()
    {
        LoadReport report = LoadReportBuilder.Build(LoadJournals.Of(
            LoadJournals.Description(new UsersForTime(1, TimeSpan.FromSeconds(1))),
            LoadJournals.Interval(0, [10, 10]),
            new GeneratorUse([0.25])));

        Assert.Contains(
            LoadReportText.Lines(report, unicode: true),
            line => line.StartsWith("generator         0.01 cores, ", StringComparison.Ordinal));
        Assert.DoesNotContain(" of 1 core", LoadReportPage.Write(report, "{}", ""), StringComparison.Ordinal);
    }
}
