using Syncopate.Reporting.Runs;
using Xunit;

namespace Syncopate.Tests.Reporting;

/// <summary>Reports that a disk refuses, as the tool and the programs of users write them.</summary>
public sealed class ReportWritingTests
{
    private const string Full = "No space left on device.";

    [Fact]
    public void A_report_that_was_written_is_not_made_a_second_time()
    {
        (string report, string? fault) =
            ReportWriting.Make("out", () => "written", () => throw new InvalidOperationException("It is made again."));

        Assert.Equal("written", report);
        Assert.Null(fault);
    }

    [Fact]
    public void One_that_cannot_be_written_is_made_all_the_same_and_says_what_is_safe()
    {
        (string report, string? fault) = ReportWriting.Make("out", () => throw new IOException(Full), () => "made");

        Assert.Equal("made", report);
        Assert.Equal(
            "Cannot write the report into 'out': No space left on device. What was measured is safe in run.jsonl; make room, then: "
                + "syncopate report out",
            fault);
    }

    [Fact]
    public void A_watch_says_where_what_it_saw_is_safe() => Assert.Contains(
        ": Denied. What was seen is safe in watch.jsonl; make room",
        ReportWriting.Make("out", () => throw new UnauthorizedAccessException("Denied."), () => 1, "What was seen is safe in watch.jsonl")
            .Fault,
        StringComparison.Ordinal);

    [Fact]
    public void A_fault_of_the_program_is_not_taken_for_one_of_the_disk() => Assert.Throws<InvalidOperationException>(
        () => ReportWriting.Make("out", () => throw new InvalidOperationException("A fault."), () => 1));

    [Fact]
    public void A_folder_with_a_blank_is_one_word_of_the_command_that_makes_its_report_again() => Assert.EndsWith(
        "make room, then: syncopate report 'my runs/one'",
        ReportWriting.Add("my runs/one", () => throw new IOException(Full)).Fault,
        StringComparison.Ordinal);

    [Fact]
    public void A_picture_that_cannot_be_written_is_named_with_the_option_that_draws_it_again()
    {
        (IReadOnlyList<string> paths, string? fault) =
            ReportWriting.Add("out", () => throw new IOException(Full), "card.svg", "--card");

        Assert.Empty(paths);
        Assert.StartsWith("Cannot write card.svg into 'out': ", fault, StringComparison.Ordinal);
        Assert.EndsWith("syncopate report out --card", fault, StringComparison.Ordinal);
    }
}
