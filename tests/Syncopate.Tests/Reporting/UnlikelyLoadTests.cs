using System.Text;
using System.Text.Json.Nodes;
using Syncopate.Reporting;
using Syncopate.Reporting.Loads;
using Xunit;

namespace Syncopate.Tests.Reporting;

/// <summary>Sentences and figures of loads that were false under conditions that are rare: a load that was killed, a journal that has lost
/// a part, a system that reports little.</summary>
public sealed class UnlikelyLoadTests
{
    private static readonly LoadDescription AtRate =
        LoadJournals.Description(Arrivals.AtRate(100, TimeSpan.FromSeconds(3)));

    private static readonly RunEnd Finished = new(RunOutcome.Finished, "", 3_000_000_000);

    /// <summary>The requests of a lost interval were in no figure, and its time was: of 100 per second 67 were reached, and the server was
    /// said not to keep up.</summary>
    [Fact]
    public void A_lost_interval_makes_no_rate_lower()
    {
        LoadReport report = Report(AtRate, Interval(0, 100), Interval(2, 100), Finished);

        Assert.Equal((100.0, 100.0), (report.Figures.RequestsPerSecond, report.Rate!.ReachedPerSecond));
        Assert.Empty(report.Warnings);
        Assert.StartsWith("200 requests in 2 s, 100 per second, ", report.Sentence, StringComparison.Ordinal);
        Assert.Equal((1.9, 0.01), (report.InFlight.Mean, report.Generator.Cores));
    }

    /// <summary>By hand: from 0 to 1 s of 10 to 310 per second 60 are due, from 2 to 3 s 260.</summary>
    [Fact]
    public void Of_a_ramp_with_a_lost_interval_what_was_due_in_the_others_counts()
    {
        LoadReport report = Report(
            LoadJournals.Description(new Arrivals(10, 310, TimeSpan.FromSeconds(3))),
            Interval(0, 60),
            Interval(2, 260),
            Finished);

        Assert.Equal(160, report.Rate!.AskedPerSecond, 1e-9);
        Assert.Equal(160, report.Rate.ReachedPerSecond, 1e-9);
    }

    /// <summary>100 per second were due and 0 completed, by which the server could not keep up; nothing in flight, and no processor
    /// used.</summary>
    [Fact]
    public void A_load_that_was_killed_before_its_first_interval_has_no_figures()
    {
        LoadReport report = Report(AtRate);
        IReadOnlyList<string> lines = LoadReportText.Lines(report, unicode: true);
        string written = LoadReportJson.Write(report);
        JsonNode json = JsonNode.Parse(written)!;

        Assert.Empty(report.Warnings);
        Assert.Contains(lines, line => line.EndsWith("100 due per second, – completed", StringComparison.Ordinal));
        Assert.DoesNotContain(lines, line => line.StartsWith("in flight", StringComparison.Ordinal)
            || line.StartsWith("generator", StringComparison.Ordinal) || line.StartsWith("received", StringComparison.Ordinal));
        Assert.All(
            [
                json["inFlight"]!["mean"], json["inFlight"]!["share"], json["generator"]!["cores"], json["generator"]!["cpuSeconds"],
                json["generator"]!["wasTheLimit"], json["rate"]!["reachedPerSecond"],
            ],
            node => Assert.Null(node));
        Assert.Equal(written, LoadReportJson.Write(LoadReportJson.Read(Encoding.UTF8.GetBytes(written))));
        string page = LoadReportPage.Write(report, written, "");
        Assert.Contains("No request ended.", page, StringComparison.Ordinal);
        Assert.DoesNotContain("No request failed.", page, StringComparison.Ordinal);
        Assert.DoesNotContain("Little’s law", page, StringComparison.Ordinal);
    }

    /// <summary>Stopped after a tenth of a second, where an answer takes longer.</summary>
    [Fact]
    public void A_server_is_not_blamed_for_what_was_stopped_before_it_could_answer() => Assert.Empty(Report(
        AtRate,
        Interval(0, 0) with { ToNanoseconds = 100_000_000 },
        new RunEnd(RunOutcome.Cancelled, "Stopped by the user.", 100_000_000)).Warnings);

    /// <summary>What the generator's threads did is kept at the end, and judged there.</summary>
    [Fact]
    public void Of_a_load_that_was_killed_it_is_not_known_whether_the_generator_was_the_limit()
    {
        LoadReport report = Report(AtRate, Interval(0, 100));

        Assert.Null(report.Generator.WasTheLimit);
        Assert.DoesNotContain("was not the limit", LoadReportPage.Write(report, "{}", ""), StringComparison.Ordinal);
        Assert.Contains(
            "was not the limit", LoadReportPage.Write(LoadReportBuilder.Build(LoadJournals.Whole()), "{}", ""), StringComparison.Ordinal);
    }

    /// <summary>A container whose kernel keeps no figures of its scheduler: "busiest thread busy for 0%".</summary>
    [Fact]
    public void A_thread_of_which_the_system_reports_nothing_is_not_called_idle()
    {
        LoadReport report = Report(AtRate, Interval(0, 100), new GeneratorUse([0, 0]), Finished);

        Assert.Empty(report.Generator.BusyShares);
        Assert.DoesNotContain(
            LoadReportText.Lines(report, unicode: true), line => line.Contains("busiest thread", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("GET", 0, "curl -i http")]
    [InlineData("HEAD", 0, "curl -i -I http")]
    [InlineData("DELETE", 0, "curl -i -X DELETE http")]
    [InlineData("POST", 5, "curl -i -X POST --data-binary @FILE http")]
    public void The_request_that_is_to_be_tried_is_the_one_that_failed(string method, long bodyBytes, string expected)
    {
        LoadDescription description = AtRate with { Method = method, RequestBodyBytes = bodyBytes };

        string? fault = LoadFaults.OfAnswers(Report(description, LoadJournals.Interval(0, [], ("status 405", 9)), Finished));

        Assert.Contains(expected, fault, StringComparison.Ordinal);
    }

    [Fact]
    public void A_sentence_of_an_agent_ends_once()
    {
        LoadReport report = LoadReportBuilder.Build(LoadJournals.Whole()) with
        {
            Agents = [new LoadAgent("one", "here", 2, "1 user", 50, 0) { Missing = "it was ended in order." }],
        };

        Assert.Contains("it was ended in order. What the others", LoadFaults.OfAgents(report), StringComparison.Ordinal);
    }

    /// <summary>"Partial: " and nothing behind it.</summary>
    [Theory]
    [InlineData(nameof(RunOutcome.Cancelled), "The load was stopped by the user.")]
    [InlineData(nameof(RunOutcome.TargetFailed), "The load could not go on.")]
    [InlineData(nameof(RunOutcome.Faulted), "The tool failed.")]
    public void An_end_without_words_is_told_all_the_same(string outcome, string expected)
    {
        RunEnd end = new(Enum.Parse<RunOutcome>(outcome), "", 1_000_000_000);

        Assert.Equal(expected, Assert.Single(Report(AtRate, Interval(0, 100), end).Missing));
    }

    [Fact]
    public void What_is_missing_of_a_load_is_no_markup()
    {
        LoadReport report = Report(AtRate, Interval(0, 100), new RunEnd(RunOutcome.TargetFailed, "http://h/*x*/<b> fell.", 1));

        Assert.Contains(@"Partial: http://h/\*x\*/\<b\> fell.", LoadReportMarkdown.Write(report), StringComparison.Ordinal);
    }

    /// <summary>To who cannot see it the picture of five answers said "Distribution of latencies: ".</summary>
    [Fact]
    public void A_picture_of_few_answers_says_their_median()
    {
        string page = LoadReportPage.Write(Report(AtRate, Interval(0, 5), Finished), "{}", "");

        Assert.Contains("aria-label=\"Distribution of latencies: median 10", page, StringComparison.Ordinal);
    }

    /// <summary>A point of several intervals has the most threads and the longest queue of them, of which it was said that they are
    /// means.</summary>
    [Fact]
    public void What_the_points_of_a_long_load_are_is_said_of_each_chart()
    {
        IEnumerable<IntervalRecord> intervals = Enumerable.Range(0, 601).Select(second => Interval(second, 1));
        LoadReport report = Report([AtRate, .. intervals, Finished]);

        string page = LoadReportPage.Write(report, "{}", "");

        Assert.Contains(
            "the highest percentile, queue and number of threads of them, the mean of the rest", page, StringComparison.Ordinal);
    }

    [Fact]
    public void A_long_name_is_not_cut_within_a_character()
    {
        string name = new string('a', 13) + "\U0001F600" + "bbbb";
        LoadDescription description = AtRate with { Steps = [name] };

        LoadReport report = Report(
            description, Interval(0, 3) with { Steps = [LoadJournals.Encoded([10, 10, 10])] }, Finished);

        Assert.Contains(
            LoadReportText.Lines(report, unicode: true), line => line.StartsWith($"  {new string('a', 13)}…", StringComparison.Ordinal));
    }

    private static IntervalRecord Interval(int second, int answers) =>
        LoadJournals.Interval(second, [.. Enumerable.Repeat(10.0, answers)]);

    private static LoadReport Report(params JournalRecord[] records) =>
        LoadReportBuilder.Build(LoadJournals.Of([LoadJournals.Header, .. records]));
}
