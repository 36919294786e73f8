using Syncopate.Reporting;
using Syncopate.Reporting.Loads;
using Xunit;

namespace Syncopate.Tests.Reporting;

/// <summary>By these the command ends with another exit code than 0.</summary>
public sealed class LoadFaultsTests
{
    [Fact]
    public void A_load_with_good_answers_and_no_conditions_has_none()
    {
        LoadReport report = LoadReportBuilder.Build(LoadJournals.Whole());

        Assert.Null(LoadFaults.OfConditions(report));
        Assert.Null(LoadFaults.OfAgents(report));
        Assert.Null(LoadFaults.OfAnswers(report));
    }

    [Fact]
    public void Conditions_that_came_true_are_counted_and_said()
    {
        LoadReport report = LoadReportBuilder.Build(LoadJournals.Whole("max > 15ms", "p50 > 15ms"));

        string? fault = LoadFaults.OfConditions(report);

        Assert.StartsWith("1 of 2 conditions of --fail-if came true: ", fault, StringComparison.Ordinal);
        Assert.Contains("limit 15 ms", fault, StringComparison.Ordinal);
    }

    /// <summary>Of a percentile that too few answers carry it was said that its condition came true, and of one condition "1 of 1
    /// conditions".</summary>
    [Theory]
    [InlineData("1 of 1 condition of --fail-if could not be judged: p99.9 not measured (limit 300 ms).", "p99.9 > 300ms")]
    [InlineData("1 of 2 conditions of --fail-if came true: errors 10 (limit 0).", "errors > 0", "mean > 1s")]
    [InlineData(
        "2 of 2 conditions of --fail-if came true or could not be judged: errors 10 (limit 0); p99.9 not measured (limit 300 ms).",
        "errors > 0", "p99.9 > 300ms")]
    [InlineData(null, "mean > 1s")]
    public void A_condition_that_could_not_be_judged_did_not_come_true(string? said, params string[] conditions) =>
        Assert.Equal(said, LoadFaults.OfConditions(LoadReportBuilder.Build(LoadJournals.Whole(conditions))));

    /// <summary>Of several the first was named alone.</summary>
    [Fact]
    public void Each_agent_that_is_missing_is_named()
    {
        LoadReport report = LoadReportBuilder.Build(LoadJournals.Whole()) with
        {
            Agents =
            [
                new LoadAgent("one", "here", 2, "1 user", 50, 0),
                new LoadAgent("two", "there", 2, "1 user", 50, 0) { Missing = "its session ended" },
                new LoadAgent("three", "there", 2, "1 user", 50, 0) { Missing = "the agent was ended" },
            ],
        };

        Assert.Equal(
            "Agent 'two' is missing from a part of the load: its session ended. Agent 'three' is missing from a part of the load: "
                + "the agent was ended. What the others measured is kept; to have all of it, run again.",
            LoadFaults.OfAgents(report));
    }

    [Theory]
    [InlineData("status 404", "Is the address right?")]
    [InlineData(Syncopate.Load.Findings.TwoContentLengths, "Clients disagree on such an answer")]
    public void A_load_without_a_good_answer_says_what_most_requests_met(string kind, string hint)
    {
        LoadReport report = LoadReportBuilder.Build(LoadJournals.Of(
            LoadJournals.Header,
            LoadJournals.Description(new UsersForTime(2, TimeSpan.FromSeconds(1))),
            LoadJournals.Interval(0, [], (kind, 7), ("timed out", 1)),
            new RunEnd(RunOutcome.Finished, "", 1)));

        Assert.StartsWith(
            $"No request to http://127.0.0.1:5000/orders succeeded; most failed with: {kind}. {hint}",
            LoadFaults.OfAnswers(report),
            StringComparison.Ordinal);
    }

    [Fact]
    public void What_few_requests_failed_with_is_not_said_of_most()
    {
        LoadReport Failing(params (string Kind, long Count)[] errors) => LoadReportBuilder.Build(LoadJournals.Of(
            LoadJournals.Header,
            LoadJournals.Description(new UsersForTime(1, TimeSpan.FromSeconds(1))),
            LoadJournals.Interval(0, [], errors)));

        string? most = LoadFaults.OfAnswers(Failing(("status 503", 6), ("timed out", 4)));
        string? few = LoadFaults.OfAnswers(Failing(("status 503", 4), ("timed out", 3), ("status 500", 3)));

        Assert.Contains("; most failed with: status 503. ", most, StringComparison.Ordinal);
        Assert.Contains("; the most frequent failure: status 503. ", few, StringComparison.Ordinal);
    }
}
