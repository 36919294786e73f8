using System.Globalization;
using System.Text.Json;
using Syncopate.Journaling;
using Syncopate.Reporting.Drawing;
using Syncopate.Reporting.Loads;
using Syncopate.Reporting.Runs;
using Xunit;

namespace Syncopate.Tests.Reporting;

/// <summary>The tables of a report say what its JSON says, digit by digit.</summary>
public sealed class TableTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("syncopate-tables-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public void Each_figure_of_a_form_is_that_of_the_report()
    {
        using JsonDocument json = WriteRun();
        JsonElement[] forms = [.. json.RootElement.GetProperty("experiments")[0].GetProperty("forms").EnumerateArray()];

        IReadOnlyList<IReadOnlyList<string>> lines = Table("forms.csv");

        Assert.Equal(forms.Length, lines.Count - 1);
        for (int i = 0; i < forms.Length; i++)
        {
            Assert.Equal("io-bound", lines[i + 1][0]);
            for (int column = 1; column < lines[0].Count; column++)
                Assert.Equal((lines[0][column], Said(forms[i], lines[0][column])), (lines[0][column], lines[i + 1][column]));
        }
    }

    [Fact]
    public void Each_round_of_each_form_and_metric_is_that_of_the_report()
    {
        using JsonDocument json = WriteRun();
        JsonElement[] forms = [.. json.RootElement.GetProperty("experiments")[0].GetProperty("forms").EnumerateArray()];

        IReadOnlyList<IReadOnlyList<string>> lines = Table("rounds.csv");

        Assert.Equal(8 * forms.Length, lines.Count - 1);
        foreach (IReadOnlyList<string> line in lines.Skip(1))
        {
            JsonElement rounds = forms.Single(form => form.GetProperty("form").GetString() == line[1]).GetProperty("eachRound");
            int round = int.Parse(line[2], CultureInfo.InvariantCulture) - 1;
            for (int column = 3; column < line.Count - 2; column++) // The last two, of threads, are in no report.
            {
                string said = rounds.TryGetProperty(lines[0][column], out JsonElement values) ? values[round].GetRawText() : "";
                Assert.Equal((lines[0][column], said), (lines[0][column], line[column]));
            }
        }

        string[] measured = ["mean", "cpuPerRequest", "bytesPerRequest", "threads"];
        Assert.All(measured, metric => Assert.NotEqual("", lines[1][lines[0].ToList().IndexOf(metric)]));
    }

    /// <summary>They are in no report, and their columns were there and empty.</summary>
    [Fact]
    public void Threads_of_each_round_are_those_of_its_slots()
    {
        using JsonDocument json = WriteRun();

        IReadOnlyList<IReadOnlyList<string>> lines = Table("rounds.csv");

        // Last, so that those before them keep their places.
        Assert.Equal(["threads", "threadsUsed"], lines[0].TakeLast(2));
        Assert.All(lines.Skip(1), line => Assert.Equal([line[1] == "sync" ? "12" : "4", ""], line.TakeLast(2)));
        JsonElement form = json.RootElement.GetProperty("experiments")[0].GetProperty("forms")[0];
        JsonElement rounds = form.GetProperty("eachRound");
        Assert.False(rounds.TryGetProperty("threads", out _));
    }

    [Fact]
    public void Each_comparison_is_that_of_the_report()
    {
        using JsonDocument json = WriteRun();
        JsonElement[] comparisons = [.. json.RootElement.GetProperty("experiments")[0].GetProperty("comparisons").EnumerateArray()];

        IReadOnlyList<IReadOnlyList<string>> lines = Table("comparisons.csv");

        Assert.Equal(comparisons.Length, lines.Count - 1);
        for (int i = 0; i < comparisons.Length; i++)
        {
            for (int column = 1; column < lines[0].Count; column++)
                Assert.Equal((lines[0][column], Said(comparisons[i], lines[0][column])), (lines[0][column], lines[i + 1][column]));
        }
    }

    [Fact]
    public void Each_interval_and_percentile_of_a_load_is_that_of_the_report()
    {
        LoadReport report = LoadReportBuilder.Build(LoadJournals.Whole());
        using JsonDocument json = JsonDocument.Parse(LoadReportJson.Write(report));

        LoadFolder.WriteTables(_folder, report);

        foreach ((string file, string field) in new[] { ("intervals.csv", "intervals"), ("percentiles.csv", "percentiles") })
        {
            IReadOnlyList<IReadOnlyList<string>> lines = Table(file);
            JsonElement[] said = [.. json.RootElement.GetProperty(field).EnumerateArray()];
            Assert.Equal(said.Length, lines.Count - 1);
            for (int i = 0; i < said.Length; i++)
                Assert.Equal(lines[0].Select(name => Said(said[i], name)), lines[i + 1]);
        }

        Assert.Equal(json.RootElement.GetProperty("mean").GetRawText(), Table("forms.csv")[1][5]);
    }

    /// <summary>A script reads columns by their places: they are the fields of the report, and a new one comes last.</summary>
    [Fact]
    public void Columns_of_intervals_and_percentiles_stand_where_they_stood()
    {
        LoadFolder.WriteTables(_folder, LoadReportBuilder.Build(LoadJournals.Whole()));

        Assert.Equal(
            "fromSeconds,toSeconds,count,errors,requestsPerSecond,mean,p50,p90,p99,max,inFlight,threads,queueLength,cores",
            string.Join(',', Table("intervals.csv")[0]));
        Assert.Equal(["percentile", "milliseconds"], Table("percentiles.csv")[0]);
    }

    [Theory]
    [InlineData("plain", "plain")]
    [InlineData("a, b", "\"a, b\"")]
    [InlineData("says \"so\"", "\"says \"\"so\"\"\"")]
    [InlineData("two\r\nlines", "\"two\r\nlines\"")]
    [InlineData("=HYPERLINK(1)", "'=HYPERLINK(1)")]
    [InlineData("-1+2", "'-1+2")]
    [InlineData("", "")]
    public void A_text_is_quoted_where_it_must_be(string text, string cell)
    {
        CsvTable table = new("text", "number");

        table.Add(text, -1.5);

        Assert.Equal($"text,number\r\n{cell},-1.5\r\n", table.ToString());
    }

    [Fact]
    public void A_line_of_another_length_is_a_mistake() => Assert.Throws<ArgumentException>(() => new CsvTable("one", "two").Add(1));

    private JsonDocument WriteRun()
    {
        using (JournalWriter writer = JournalWriter.Create(_folder))
        {
            IEnumerable<Slot> slots = Journals.Rounds(8, (Form.Sync, [210.1, 333.3, 400]), (Form.Async, [200.7, 210, 220.9]));
            foreach (JournalRecord record in Journals.Run(Journals.TwoForms, slots).Records)
                writer.Append(record);
        }

        ReportFolder.WriteTables(_folder, ReportFolder.Write(_folder));
        return JsonDocument.Parse(File.ReadAllText(Path.Combine(_folder, "report.json")));
    }

    private IReadOnlyList<IReadOnlyList<string>> Table(string file) => CsvText.Read(File.ReadAllText(Path.Combine(_folder, file)));

    private static string Said(JsonElement element, string field) =>
        !element.TryGetProperty(field, out JsonElement value) || value.ValueKind == JsonValueKind.Null ? ""
        : value.ValueKind == JsonValueKind.String ? value.GetString()!
        : value.GetRawText();
}
