using System.Text.Json;
using Syncopate.Reporting;
using Syncopate.Reporting.Figures;
using Syncopate.Reporting.Gates;
using Syncopate.Reporting.History;
using Syncopate.Reporting.Loads;
using Syncopate.Reporting.Runs;
using Syncopate.Tests.Conventions;
using Xunit;

namespace Syncopate.Tests.Reporting;

/// <summary>A figure is described once, and is in every output from there.</summary>
public sealed class FigureTests
{
    private static readonly ReportDocument Document = Journals.Report(Journals.Run(
        Journals.TwoForms,
        Journals.Rounds(8, (Form.Sync, Times(200)), (Form.Async, Times(100)))));

    private static readonly FormReport Sync = Document.Experiments[0].Forms[0];

    public static TheoryData<string> Names => [.. Figure.All.Select(figure => figure.Name)];

    [Theory, MemberData(nameof(Names))]
    public void A_figure_is_a_property_of_report_json(string name)
    {
        using JsonDocument json = JsonDocument.Parse(ReportJson.Write(Document));

        JsonElement form = json.RootElement.GetProperty("experiments")[0].GetProperty("forms")[0];
        Assert.True(form.TryGetProperty(Figure.Named(name).Property, out _));
    }

    [Theory, MemberData(nameof(Names))]
    public void A_figure_is_a_column_for_spreadsheets(string name) =>
        Assert.Contains(Figure.Named(name).Property, ReportTables.Forms(Document).Split("\r\n")[0].Split(','));

    [Fact]
    public void The_page_of_the_schema_names_every_column_in_its_order()
    {
        string page = Repository.Read("docs/report-schema.md");

        string[] forms = ReportTables.Forms(Document).Split("\r\n")[0].Split(',');
        Assert.Contains($"| {string.Join(", ", forms.Select(column => $"`{column}`"))} |", page, StringComparison.Ordinal);
        string[] rounds = ReportTables.Rounds(Document).Split("\r\n")[0].Split(',');
        Assert.Contains(
            $"from 1 on, {string.Join(", ", rounds.Skip(3).Select(column => $"`{column}`"))};", page, StringComparison.Ordinal);
    }

    [Theory, MemberData(nameof(Names))]
    public void A_figure_has_its_column_in_the_tables_of_page_and_markdown(string name)
    {
        if (Figure.Named(name).Heading is not { } heading)
            return;
        string markdown = ReportMarkdown.Write(Document);

        Assert.Contains($" {heading("request")} |", markdown, StringComparison.Ordinal);
        Assert.Contains(
            $"<th scope=\"col\">{heading("request")}</th>",
            ReportPage.Write(Document, ReportJson.Write(Document), markdown),
            StringComparison.Ordinal);
    }

    [Theory, MemberData(nameof(Names))]
    public void A_figure_can_be_limited(string name)
    {
        string amount = Figure.Named(name).Kind switch
        {
            FigureKind.Time => "1ms",
            FigureKind.Memory => "1KiB",
            FigureKind.Rate => "1/s",
            _ => "1",
        };
        GateLimit limit = GateLimit.Parse($"io-bound.sync.{name}={amount}", ThresholdSide.Above);

        Assert.Equal((name, "io-bound", "sync"), (limit.Threshold.Figure.Name, limit.Experiment, limit.Form));
    }

    /// <summary>A condition on one of them could only fail where no process is watched, so that <c>load</c> refuses it.</summary>
    [Fact]
    public void Figures_of_the_server_are_those_that_a_load_without_its_process_lacks()
    {
        FormReport unwatched = LoadReportBuilder.Build(LoadJournals.Of(
            LoadJournals.Header,
            LoadJournals.Description(new UsersForTime(2, TimeSpan.FromSeconds(1))),
            LoadJournals.Interval(0, [.. Enumerable.Repeat(10.0, 20_000)]),
            Journals.Finished)).Figures;

        Assert.Equal(
            Figure.All.Where(figure => figure.IsOfServer).Select(figure => figure.Name),
            Figure.All.Where(figure => figure.ValueOf(unwatched) is null).Select(figure => figure.Name));
    }

    [Fact]
    public void Every_metric_has_a_figure_with_words_of_its_own()
    {
        foreach (Metric metric in Enum.GetValues<Metric>())
        {
            Figure figure = Figure.Of(metric);
            Assert.NotEmpty(figure.Label("request"));
            Assert.NotEmpty(figure.Row("request"));
            Assert.NotEqual(figure.Less("request"), figure.More("request"));
        }

        Assert.Distinct(Figure.All.Select(figure => figure.Name));
        Assert.Distinct(Figure.All.Select(figure => figure.Property));
        Assert.Distinct(Enum.GetValues<Metric>().Select(metric => Figure.Of(metric).Label("request")));
    }

    [Theory]
    [InlineData("request", "Responses", "Mean latency", "Median latency")]
    [InlineData("call", "Calls", "Mean time per call", "Median time per call")]
    [InlineData("run", "Runs", "Mean time per run", "Median time per run")]
    public void A_call_is_no_request(string piece, string count, string mean, string median) => Assert.Equal(
        (count, mean, median),
        (Figure.Named("count").Heading!(piece), Figure.Named("mean").Label(piece), Figure.Named("p50").Label(piece)));

    /// <summary>A count of failures, mostly 0, has no changes that are shares; its chart would have no title either.</summary>
    [Fact]
    public void What_a_history_draws_has_a_title_of_its_own()
    {
        Assert.Equal(
            ["mean", "p50", "p90", "p95", "p99", "p99.9", "max", "rps", "cpu", "bytes", "threads"],
            HistoryBuilder.Drawable.Select(figure => figure.Name));
        Assert.Equal(["mean", "p95", "cpu"], HistoryBuilder.Usual.Select(figure => figure.Name));
        Assert.Distinct(HistoryBuilder.Drawable.Select(figure => figure.Title));
    }

    [Theory]
    [InlineData("mean", true, "slower")]
    [InlineData("p95", false, "faster")]
    [InlineData("rps", true, "faster")]
    [InlineData("rps", false, "slower")]
    [InlineData("cpu", true, "more")]
    [InlineData("bytes", false, "less")]
    [InlineData("threads", true, "more")]
    public void A_change_is_called_by_what_it_means(string name, bool isMore, string word) =>
        Assert.Equal(word, Figure.Named(name).Change(isMore));

    [Fact]
    public void Work_of_each_kind_is_compared_in_figures_that_it_has()
    {
        Assert.Equal(
            "mean, p50, p90, p99, rps, cpu, bytes, threads",
            string.Join(", ", Figure.Compared(ComparedWork.Experiments).Select(figure => figure.Name)));
        Assert.Equal(
            "mean, p50, p90, p99, rps, cpu, bytes, threads-used",
            string.Join(", ", Figure.Compared(ComparedWork.Targets).Select(figure => figure.Name)));
        Assert.Equal(["mean", "cpu", "bytes"], Figure.Compared(ComparedWork.Calls).Select(figure => figure.Name));
        Assert.Equal(["mean", "p50", "cpu"], Figure.Compared(ComparedWork.Processes).Select(figure => figure.Name));
    }

    [Fact]
    public void Values_are_those_of_the_report()
    {
        Assert.Equal(Sync.Mean, Figure.Named("mean").ValueOf(Sync));
        Assert.Equal(Sync.RequestsPerSecond, Figure.Named("rps").ValueOf(Sync));
        Assert.Equal(Sync.QueueLength, Figure.Named("queue").ValueOf(Sync));
        Assert.Null(Figure.Named("threads-used").ValueOf(Sync with { ThreadsUsed = null }));
        Assert.Equal(FigureText.Missing, Figure.Named("p99").Cell(Sync with { Count = 0 }));
    }

    private static double[] Times(double milliseconds) => [.. Enumerable.Repeat(milliseconds, 20)];
}
