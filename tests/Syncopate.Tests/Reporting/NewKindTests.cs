using Syncopate.Journaling;
using Syncopate.Reporting;
using Syncopate.Reporting.Gates;
using Syncopate.Reporting.Runs;
using Xunit;

namespace Syncopate.Tests.Reporting;

/// <summary>An experiment of a kind that no article knew brings all that is said of it, and is complete in every output. What the
/// console says of it, the tests of the command line read.</summary>
public sealed class NewKindTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("syncopate-new-kind-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public void Its_words_stand_in_the_report()
    {
        ReportDocument document = NewKind.Report(_folder);

        Assert.Equal("Take the new way.", document.Headline);
        ExperimentReport report = Assert.Single(document.Experiments);
        Assert.Contains("2 forms were asked on", report.Why, StringComparison.Ordinal);
        Assert.Equal("Do what is new.", report.Advice);
        Assert.Contains(
            "Published advice: what is new in all cases (Nobody, 2026). Confirmed.", report.Recommendation, StringComparison.Ordinal);
        Assert.Contains("that order was reproduced.", report.Recommendation, StringComparison.Ordinal);
        Assert.Equal((true, "What is new needs no crowd."), (report.LoadAdequacy.Enough, report.LoadAdequacy.Sentence));
    }

    [Theory]
    [InlineData("report.html")]
    [InlineData("report.md")]
    [InlineData("report.json")]
    public void They_stand_in_every_report(string file)
    {
        NewKind.Report(_folder);

        string output = Read(file);
        foreach (string said in (string[])["Take the new way.", "Do what is new.", "2 forms were asked on", "What nobody has asked"])
            Assert.Contains(said, output, StringComparison.Ordinal);
    }

    [Fact]
    public void The_page_names_what_its_article_measured()
    {
        NewKind.Report(_folder);

        Assert.Contains("<td>How new it was</td>", Read("report.html"), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("forms.csv")]
    [InlineData("rounds.csv")]
    [InlineData("comparisons.csv")]
    public void Its_figures_stand_in_every_table(string file)
    {
        NewKind.Report(_folder);

        Assert.All(CsvText.Read(Read(file)).Skip(1), line => Assert.Equal("brand-new", line[0]));
        Assert.True(CsvText.Read(Read(file)).Count > 1);
    }

    [Fact]
    public void The_gate_checks_it()
    {
        GateResult result = GateResult.Of(NewKind.Report(_folder), "result");

        string junit = JUnitReport.Write(Gate.Judge(result, null, new GateRules([], [RegressionLimit.Usual]) { Against = "sync" }));

        Assert.Contains("classname=\"brand-new.async\"", junit, StringComparison.Ordinal);
    }

    /// <summary>A result that goes into a database is made from its journal.</summary>
    [Fact]
    public void They_stand_in_a_result_that_is_kept_elsewhere()
    {
        NewKind.Report(_folder);

        string kept = ResultText.Read(_folder, NewKind.Registered).Json;

        foreach (string said in (string[])["Take the new way.", "Do what is new.", "2 forms were asked on"])
            Assert.Contains(said, kept, StringComparison.Ordinal);
    }

    [Fact]
    public void Its_journal_keeps_what_it_states_of_its_work()
    {
        NewKind.Report(_folder);

        Experiment kept = Assert.Single(
            JournalReader.Read(Path.Combine(_folder, "run.jsonl")).Records.OfType<Experiment>());

        Assert.Equal(new WorkTraits { OnlyComputes = true }, kept.Workload.Traits);
        Assert.Contains("\"useCase\": \"other\"", Read("report.json"), StringComparison.Ordinal);
    }

    [Fact]
    public void Without_its_words_the_general_sentences_stand()
    {
        NewKind.Report(_folder);

        ReportDocument document = ReportFolder.Write(_folder);

        Assert.Equal("The forms differ; see each experiment.", document.Headline);
        ExperimentReport report = Assert.Single(document.Experiments);
        Assert.Equal("Prefer async for work of this kind.", report.Advice);
        Assert.DoesNotContain("Published advice", report.Recommendation, StringComparison.Ordinal);
    }

    private string Read(string file) => File.ReadAllText(Path.Combine(_folder, file));
}
