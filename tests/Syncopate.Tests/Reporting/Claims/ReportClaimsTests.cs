using System.Collections.Frozen;
using System.Text;
using Syncopate.Reporting;
using Syncopate.Reporting.Runs;
using Xunit;

namespace Syncopate.Tests.Reporting.Claims;

/// <summary>Goes through all that reports of invented runs say, and compares each sentence with the figures and verdicts
/// that stand beside it. A sentence that no rule understands fails: nobody has asked yet when it is true.</summary>
public sealed class ReportClaimsTests
{
    private const int RunsOfASeed = 10;

    // Names, what others have said, and what SentenceTruthTests reads.
    private static readonly FrozenSet<string> Given = new[]
    {
        "Doubt.Code", "Doubt.Experiment", "ExperimentGroup.Column", "ExperimentGroup.Id", "ExperimentGroup.Question",
        "ExperimentGroup.Row", "ExperimentGroup.Title", "ExperimentReport.Change", "ExperimentReport.Id", "ExperimentReport.Piece",
        "ExperimentReport.Question", "ExperimentReport.Source", "ExperimentReport.Title", "ExperimentReport.UseCase", "FormReport.Label",
        "FormPicture.Label",
        "GroupReport.Id", "GroupReport.Title", "GroupReport.Question", "GroupReport.Rows", "GroupReport.Columns",
        "GroupReport.Experiments", "GroupReason.Title", "Machine.Architecture", "Machine.OperatingSystem", "Machine.Runtime",
        "OpenVerdict.Command", "PublishedFigure.Measure", "PublishedFigure.Where", "ReportRun.Command", "ReportRun.Mode",
        "ReportRun.Outcome", "ReportTool.Name", "ReportTool.Version", "RequestPart.Name",
    }.ToFrozenSet(StringComparer.Ordinal);

    private static readonly IReadOnlyList<ClaimRule> Rules = [.. ExperimentRules.All, .. RunRules.All];

    public static TheoryData<int> Seeds => [.. Enumerable.Range(0, InventedRuns.Count / RunsOfASeed)];

    [Theory]
    [MemberData(nameof(Seeds))]
    public void Everything_that_a_report_says_is_true(int seed)
    {
        HashSet<string> complaints = [];
        for (int run = 0; run < RunsOfASeed; run++)
        {
            foreach (Claim claim in Claim.Of(Read(InventedRuns.Of(new Random(RunsOfASeed * seed + run))), Given))
            {
                if (ClaimRule.Complaint(claim, Rules) is { } complaint)
                    complaints.Add($"{seed} {run} {claim.Path} {complaint}");
            }
        }

        Assert.True(complaints.Count == 0, string.Join('\n', complaints));
    }

    /// <summary>The rules can fail: where one figure is changed, a sentence is no longer true, and most are found. The
    /// rest are figures that the report tells nowhere else.</summary>
    [Fact]
    public void A_figure_that_is_changed_is_found()
    {
        var (found, planted) = PlantedFigures.Count(
            Enumerable.Range(0, 12).SelectMany(run => Claim.Of(Read(InventedRuns.Of(new Random(run))), Given)), Rules);

        Assert.True(found > 0.8 * planted, $"{found} of {planted}");
    }

    [Theory]
    [InlineData("Async wins everywhere.", "not understood")]
    [InlineData("Make a call that waits async, down to the last one below it.", "not true")]
    [InlineData("Nothing waits here, so await has no thread to give back.", "not true")]
    public void A_sentence_that_nobody_has_asked_about_is_found(string planted, string complaint)
    {
        ReportDocument report = Journals.Report(Journals.Run(Journals.TwoForms,
            Journals.Rounds(8, (Form.Sync, [10]), (Form.Async, [10]))));

        Claim claim = Claim.Of(report with { Experiments = [report.Experiments[0] with { Advice = planted }] }, Given).Single(c =>
            c.Path == "ExperimentReport.Advice");

        Assert.Contains(complaint, ClaimRule.Complaint(claim, Rules), StringComparison.Ordinal);
    }

    private static ReportDocument Read(Syncopate.Journaling.JournalReading journal) =>
        ReportJson.Read(Encoding.UTF8.GetBytes(ReportJson.Write(Journals.Report(journal))));
}
