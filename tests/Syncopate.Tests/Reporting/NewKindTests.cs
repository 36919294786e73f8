using Syncopate.Reporting;
using Syncopate.Reporting.Measured;
using Syncopate.Reporting.Runs;
using Xunit;

namespace Syncopate.Tests.Reporting;

/// <summary>An experiment of a kind that no article knew brings all that is said of it, and is complete in every output.</summary>
public sealed class NewKindTests
{
    private static readonly double[] Slow = [.. Enumerable.Repeat(200.0, 20)];
    private static readonly double[] Fast = [.. Enumerable.Repeat(100.0, 20)];

    private static readonly Experiment Experiment = Journals.TwoForms with
    {
        Id = "brand-new",
        Workload = Journals.TwoForms.Workload with { UseCase = UseCase.Other },
    };

    private static readonly Explanation Own = new()
    {
        Why = (measured, cores) => [$"{measured.Forms.Count} forms were asked on {cores} cores."],
        Advice = _ => "Do what is new.",
        Published = new("what is new in all cases (Nobody, 2026)", Verdict.Gain),
        Headline = HeadlineClass.Waiting,
        Slogan = new(0, "Take the new way."),
        Picture = ReportPicture.Bars,
        NeedsNoCrowd = _ => "What is new needs no crowd.",
    };

    [Fact]
    public void Its_words_stand_in_the_report()
    {
        ReportDocument document = Report(Slow, Fast);

        Assert.Equal("Take the new way.", document.Headline);
        ExperimentReport report = Assert.Single(document.Experiments);
        Assert.Contains("2 forms were asked on", report.Why, StringComparison.Ordinal);
        Assert.Equal("Do what is new.", report.Advice);
        Assert.Contains(
            "Published advice: what is new in all cases (Nobody, 2026). Confirmed.", report.Recommendation, StringComparison.Ordinal);
        Assert.Equal((true, "What is new needs no crowd."), (report.LoadAdequacy.Enough, report.LoadAdequacy.Sentence));
    }

    [Fact]
    public void They_stand_in_every_output()
    {
        ReportDocument document = Report(Slow, Fast);

        string json = ReportJson.Write(document);
        string markdown = ReportMarkdown.Write(document);
        foreach (string output in (string[])[json, markdown, ReportPage.Write(document, json, markdown)])
        {
            Assert.Contains("Take the new way.", output, StringComparison.Ordinal);
            Assert.Contains("Do what is new.", output, StringComparison.Ordinal);
            Assert.Contains("2 forms were asked on", output, StringComparison.Ordinal);
        }

        Assert.Contains("\"useCase\": \"other\"", json, StringComparison.Ordinal);
    }

    [Fact]
    public void Without_them_the_general_sentences_stand()
    {
        ReportDocument document = ReportBuilder.Build(new RunJournal(Journals.Run(Experiment, Rounds(Slow, Fast))));

        Assert.Equal("The forms differ; see each experiment.", document.Headline);
        ExperimentReport report = Assert.Single(document.Experiments);
        Assert.Equal("Prefer async for work of this kind.", report.Advice);
        Assert.DoesNotContain("Published advice", report.Recommendation, StringComparison.Ordinal);
    }

    private static ReportDocument Report(double[] sync, double[] async) => ReportBuilder.Build(new RunJournal(
        Journals.Run(Experiment, Rounds(sync, async)),
        Explanations.None with { ById = new Dictionary<string, Explanation> { [Experiment.Id] = Own } }));

    private static IEnumerable<Slot> Rounds(double[] sync, double[] async) =>
        Journals.Rounds(8, (Form.Sync, sync), (Form.Async, async));
}
