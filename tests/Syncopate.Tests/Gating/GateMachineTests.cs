using Syncopate.Reporting;
using Syncopate.Reporting.Gates;
using Syncopate.Reporting.Runs;
using Xunit;

namespace Syncopate.Tests.Gating;

public sealed class GateMachineTests
{
    private static readonly GateRules Rules = new([], [RegressionLimit.Usual]);

    [Theory]
    [InlineData("A", "one", "B", "one", "processor")]
    [InlineData(null, "one", null, "two", "host")] // Nothing says that it is of the same kind.
    public void A_baseline_of_another_processor_or_host_is_refused_in_words(
        string? processor, string host, string? otherProcessor, string otherHost, string told)
    {
        var (baseline, result) = (Of(processor, host), Of(otherProcessor, otherHost));

        string message = Assert.Throws<NotSupportedException>(() => Gate.Judge(result, baseline, Rules)).Message;

        string difference = told == "host" ? "host one there, two here" : "processor A there, B here";
        Assert.Contains(difference, message, StringComparison.Ordinal);
        Assert.Contains(
            Gate.Judge(result, baseline, Rules with { AllowDifferent = true }).Notes,
            n => n.StartsWith("Another machine than the baseline's: ", StringComparison.Ordinal));
    }

    /// <summary>"2 cores there, 1 here" was said of a result whose journal had lost its header.</summary>
    [Fact]
    public void Of_a_machine_that_is_not_known_no_difference_is_invented()
    {
        GateResult known = Of("A", "one"), lost = known with { Machine = ReportBuilder.UnknownMachine };

        string message = Assert.Throws<NotSupportedException>(() => Gate.Judge(lost, known, Rules)).Message;
        string note = Assert.Single(
            Gate.Judge(known, lost, Rules with { AllowDifferent = true }).Notes,
            n => n.Contains("machine", StringComparison.Ordinal));

        Assert.StartsWith(
            "It is not known whether the baseline was measured on the same machine: the result has lost what it says of its machine.",
            message, StringComparison.Ordinal);
        Assert.Equal("It is not known whether the machine is the baseline's: the baseline has lost what it says of its machine.", note);
    }

    /// <summary>Two results that had both lost their headers passed as those of one machine.</summary>
    [Fact]
    public void Two_machines_that_are_not_known_are_not_the_same_one()
    {
        GateResult known = Of("A", "one"), lost = known with { Machine = ReportBuilder.UnknownMachine };

        string message = Assert.Throws<NotSupportedException>(() => Gate.Judge(lost, lost, Rules)).Message;
        string note = Assert.Single(
            Gate.Judge(lost, lost, Rules with { AllowDifferent = true }).Notes, n => n.Contains("machine", StringComparison.Ordinal));

        Assert.StartsWith(
            "It is not known whether the baseline was measured on the same machine: the result and the baseline have lost", message,
            StringComparison.Ordinal);
        Assert.EndsWith("the result and the baseline have lost what they say of their machines.", note, StringComparison.Ordinal);
        Assert.False(lost.IsOfSameMachine(lost));
    }

    /// <summary>A database took the second of them for the first, which was "there already".</summary>
    [Fact]
    public void Two_runs_that_lost_their_headers_are_two_runs()
    {
        ReportDocument whole = GateResults.Report(GateResults.Around(200));
        ReportDocument Lost(double seconds) => whole with
        {
            Machine = ReportBuilder.UnknownMachine,
            Run = whole.Run with { Seed = 0, Command = "", StartedUtc = DateTimeOffset.UnixEpoch, DurationSeconds = seconds },
        };

        Assert.NotEqual(GateResult.Of(Lost(10), "one").Run, GateResult.Of(Lost(11), "other").Run);
        Assert.Equal(GateResult.Of(Lost(10), "one").Run, GateResult.Of(Lost(10), "again").Run);
    }

    /// <summary>A machine that is made for a job has a new name each time, and no system tells all of them.</summary>
    [Fact]
    public void A_baseline_of_another_host_of_the_same_kind_is_held_against_it_with_a_word()
    {
        var (baseline, result) = (Of("A", "one"), Of("A", "two"));
        long fourfold = 4 * result.Machine.MemoryBytes;
        GateResult larger = result with { Machine = result.Machine with { MemoryBytes = fourfold } };

        Assert.Contains(
            Gate.Judge(result, baseline, Rules).Notes, n => n.StartsWith("Another host than the baseline's: ", StringComparison.Ordinal));
        Assert.True(baseline.IsOfSameMachine(result));
        Assert.Throws<NotSupportedException>(() => Gate.Judge(larger, baseline, Rules));
    }

    [Fact]
    public void A_baseline_is_whole_has_a_form_of_the_result_under_its_load_and_is_of_its_machine()
    {
        GateResult result = Of("A", "one");

        Assert.True(Of("A", "one").IsBaselineOf(result, allowsDifferent: false));
        Assert.False(Of("B", "one").IsBaselineOf(result, allowsDifferent: false));
        Assert.True(Of("B", "one").IsBaselineOf(result, allowsDifferent: true));
        Assert.False((Of("A", "one") with { Missing = ["Async was not measured."] }).IsBaselineOf(result, allowsDifferent: true));
        Assert.False((Of("A", "one") with { Subjects = [] }).IsBaselineOf(result, allowsDifferent: true));
    }

    [Theory]
    [InlineData("A", "one", "A", "one")]
    [InlineData("A", null, "A", null)]
    public void A_baseline_of_the_same_machine_is_held_against_it_without_a_word(
        string processor, string? host, string otherProcessor, string? otherHost) =>
        Assert.DoesNotContain(
            Gate.Judge(Of(processor, host), Of(otherProcessor, otherHost), Rules).Notes,
            n => n.Contains("machine", StringComparison.OrdinalIgnoreCase) || n.Contains("host", StringComparison.Ordinal));

    [Theory]
    [InlineData(null, null)]
    [InlineData("A", null)]
    public void A_baseline_that_does_not_say_its_machine_is_read_with_a_word(string? processor, string? host) =>
        Assert.Contains(
            Gate.Judge(Of("A", "one"), Of(processor, host), Rules).Notes,
            n => n.StartsWith("The baseline does not record its ", StringComparison.Ordinal));

    [Theory]
    [InlineData("mean=2%", 200, true)]
    [InlineData("mean=0%", 200, true)]
    [InlineData("mean=10%", 240, true)]
    [InlineData("mean=10%", 200, false)]
    [InlineData("bytes=0%", 200, false)]
    public void One_baseline_is_said_to_show_nothing_of_how_runs_differ(string limit, double mean, bool isSaid) => Assert.Equal(
        isSaid,
        Gate.Judge(
                GateResults.Of(GateResults.Around(mean)), GateResults.Of(GateResults.Around(200)), new([], [RegressionLimit.Parse(limit)]))
            .Notes.Any(n => n.StartsWith("A single baseline does not show run-to-run variance", StringComparison.Ordinal)));

    private static GateResult Of(string? processor, string? host)
    {
        GateResult result = GateResults.Of(GateResults.Around(200));
        return result with { Machine = result.Machine with { Processor = processor, Host = host } };
    }
}
