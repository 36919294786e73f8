using System.Text;
using System.Text.Json;
using Syncopate.Reporting;
using Syncopate.Reporting.Drawing;
using Syncopate.Reporting.Figures;
using Syncopate.Reporting.Gates;
using Syncopate.Reporting.History;
using Syncopate.Reporting.Runs;
using Xunit;

namespace Syncopate.Tests.Reporting;

/// <summary>A figure that no output knows: it is counted in the slot and described once, and each of them has it. An output that listed
/// its figures itself would lack it.</summary>
public sealed class PlantedFigureTests
{
    private const double Measured = 7.25;

    private static readonly Figure Planted = new("planted", "Planted", FigureKind.Rate, form => form.Counter("planted"))
    {
        Heading = _ => "Planted, per s",
        Title = "Planted, per second",
    };

    private static readonly Figure[] All = [.. Figure.All, Planted];

    private static readonly ReportDocument Document = Journals.Report(Journals.Run(
        Journals.TwoForms,
        Journals.Rounds(8, (Form.Sync, Times(200)), (Form.Async, Times(100)))
            .Select(slot => slot with { Counters = new Dictionary<string, double> { ["planted"] = Measured } })));

    /// <summary>Whoever reads the file has every figure that tables show, by the name that its descriptor gives, and its value.</summary>
    [Fact]
    public void It_is_in_the_json_of_the_report_as_all_figures_are()
    {
        string written = ReportJson.Write(Document);
        using JsonDocument json = JsonDocument.Parse(written);
        ReportDocument read = ReportJson.Read(Encoding.UTF8.GetBytes(written));

        JsonElement form = json.RootElement.GetProperty("experiments")[0].GetProperty("forms")[0];
        Assert.Equal(Measured, Planted.ValueOf(read.Experiments[0].Forms[0]));
        Assert.Equal(Measured, Said(form, Planted));
        Assert.All(All, figure => Assert.Equal(
            (figure.Name, figure.ValueOf(Document.Experiments[0].Forms[0])), (figure.Name, Said(form, figure))));
    }

    [Fact]
    public void It_has_a_column_in_the_tables_of_page_and_markdown()
    {
        Figure[] tabulated = [.. All.Where(figure => figure.Heading is not null)];

        string markdown = ReportMarkdown.Write(Document, tabulated);
        string page = PageTables.Figures(Document.Experiments[0], tabulated).ToString();

        Assert.Contains("| Planted, per s |", markdown, StringComparison.Ordinal);
        Assert.Contains("| 7.25 |", markdown, StringComparison.Ordinal);
        Assert.Contains("<th scope=\"col\">Planted, per s</th>", page, StringComparison.Ordinal);
        Assert.Contains("<td>7.25</td>", page, StringComparison.Ordinal);
    }

    [Fact]
    public void It_has_a_column_for_spreadsheets()
    {
        string[] lines = ReportTables.Forms(Document, All).Split("\r\n", StringSplitOptions.RemoveEmptyEntries);

        Assert.Contains(",planted,", lines[0], StringComparison.Ordinal);
        Assert.All(lines.Skip(1), line => Assert.Contains(",7.25,", line, StringComparison.Ordinal));
    }

    [Fact]
    public void It_can_be_limited_and_the_gate_names_it()
    {
        GateLimit limit = GateLimit.Parse("io-bound.sync.planted=5", ThresholdSide.Above, All);

        GateReport report = Gate.Judge(GateResult.Of(Document, "result"), null, new GateRules([limit], []));

        Assert.False(report.Passed);
        Assert.Equal(("planted", "7.25/s"), (report.Checks[0].Figure, report.Checks[0].Found));
        Assert.Contains("planted", GateMarkdown.Write(report, 10_000), StringComparison.Ordinal);
        Assert.Contains("planted", JUnitReport.Write(report), StringComparison.Ordinal);
    }

    [Fact]
    public void It_can_be_drawn_over_time()
    {
        HistoryReport history = HistoryBuilder.Build([GateResult.Of(Document, "result")], [], 1, [Planted]);

        Assert.Equal(2, history.Series.Count);
        Assert.All(
            HistoryText.Lines(history, unicode: true),
            line => Assert.Contains("7.25/s", line, StringComparison.Ordinal));
        Assert.Contains("<h3>Planted, per second</h3>", HistoryPage.Write(history), StringComparison.Ordinal);
        Assert.Contains("\"figure\": \"planted\"", HistoryJson.Write(history), StringComparison.Ordinal);
    }

    // What only some experiments count stands among their counters.
    private static double? Said(JsonElement form, Figure figure)
    {
        JsonElement found = form.TryGetProperty(figure.Property, out JsonElement own) ? own
            : form.GetProperty("counters").GetProperty(figure.Property);
        return found.ValueKind == JsonValueKind.Null ? null : found.GetDouble();
    }

    private static double[] Times(double milliseconds) => [.. Enumerable.Repeat(milliseconds, 20)];
}
