using System.Text.Json;
using Syncopate.Histograms;
using Syncopate.Journaling;
using Syncopate.Reporting;
using Syncopate.Reporting.Runs;
using Xunit;

namespace Syncopate.Tests.Reporting;

/// <summary>The files of a report, made from a journal on disk.</summary>
public sealed class ReportFolderTests : IDisposable
{
    private static readonly string[] Texts = ["report.json", "report.md", "report.html"];

    private readonly string _folder = Directory.CreateTempSubdirectory("syncopate-report-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public void One_journal_gives_the_same_bytes_every_time()
    {
        WriteJournal();
        ReportFolder.Write(_folder);
        SortedDictionary<string, string> first = Files();

        foreach (string file in first.Keys)
            File.WriteAllText(Path.Combine(_folder, file), "something older");
        ReportFolder.Write(_folder);

        Assert.Equal(["io-bound-async.hlog", "io-bound-sync.hlog", "report.html", "report.json", "report.md"], first.Keys);
        Assert.Equal(first, Files());
    }

    [Fact]
    public void Page_markdown_and_json_tell_the_same_figures()
    {
        WriteJournal();
        ReportDocument document = ReportFolder.Write(_folder);
        var (markdown, page) = (Text("report.md"), Text("report.html"));

        foreach (ExperimentReport experiment in document.Experiments)
        {
            Assert.Contains(experiment.Sentence, markdown, StringComparison.Ordinal);
            Assert.Contains(experiment.Sentence, page, StringComparison.Ordinal);
            foreach (double figure in experiment.Forms.SelectMany(f => new[] { f.Mean, f.P50, f.P95, f.P99, f.Max, f.RequestsPerSecond }))
            {
                Assert.Contains($"| {FigureText.Significant(figure)} |", markdown, StringComparison.Ordinal);
                Assert.Contains($">{FigureText.Significant(figure)}<", page, StringComparison.Ordinal);
            }
        }
    }

    /// <summary>From the slots as they were written, not from the report's own code: sums and counts for means and
    /// rates, sorted latencies for quantiles.</summary>
    [Fact]
    public void Every_figure_in_the_json_can_be_recomputed_from_the_journal()
    {
        Dictionary<Form, List<double>> latencies = WriteJournal();
        ReportFolder.Write(_folder);

        using JsonDocument json = JsonDocument.Parse(Text("report.json"));
        foreach (JsonElement form in json.RootElement.GetProperty("experiments")[0].GetProperty("forms").EnumerateArray())
        {
            double[] sorted = latencies[Enum.Parse<Form>(form.GetProperty("form").GetString()!, ignoreCase: true)].Order().ToArray();
            double Figure(string name) => form.GetProperty(name).GetDouble();

            Assert.Equal(sorted.Length, Figure("count"));
            Assert.Equal(sorted.Average(), Figure("mean"), 1e-6 * Figure("mean"));
            Assert.Equal(sorted.Length < 1_000, form.GetProperty("p99").ValueKind == JsonValueKind.Null);
            foreach (var (name, quantile) in new[] { ("p50", 0.5), ("p95", 0.95), ("p99", 0.99), ("max", 1.0) }
                .Where(f => form.GetProperty(f.Item1).ValueKind == JsonValueKind.Number))
            {
                Assert.Equal(sorted[(int)Math.Ceiling(quantile * sorted.Length) - 1], Figure(name), 0.002 * Figure(name));
            }

            Assert.Equal(sorted.Length / (8 * 2.0), Figure("requestsPerSecond"), 1e-9);
            Assert.Equal(8 * 40.0 / sorted.Length, Figure("cpuPerRequest"), 1e-9);
            Assert.Equal(8 * 81_920.0 / sorted.Length, Figure("bytesPerRequest"), 1e-9);
        }
    }

    [Fact]
    public void Histogram_logs_hold_an_interval_a_slot()
    {
        Dictionary<Form, List<double>> latencies = WriteJournal();
        ReportFolder.Write(_folder);

        using FileStream stream = File.OpenRead(Path.Combine(_folder, "io-bound-async.hlog"));
        using HistogramLogReader log = new(stream);
        List<HistogramLogEntry> entries = new();
        while (log.Read() is { } entry)
            entries.Add(entry);

        Assert.Equal(8, entries.Count);
        Assert.Equal((12.0, 2.0), (entries[0].StartSeconds, entries[0].LengthSeconds));
        Assert.Equal(latencies[Form.Async].Count, entries.Sum(e => e.Histogram.TotalCount));
    }

    [Fact]
    public void The_json_follows_its_schema()
    {
        WriteJournal();
        ReportFolder.Write(_folder);

        using JsonDocument json = JsonDocument.Parse(Text("report.json"));
        JsonElement root = json.RootElement;
        JsonElement comparison = root.GetProperty("experiments")[0].GetProperty("comparisons")[0];

        Assert.Equal(
            [
                "schema", "tool", "run", "machine", "headline", "summary", "noise", "experiments", "groups", "agents", "together",
                "notAsked", "warnings", "partial", "missing",
            ],
            root.EnumerateObject().Select(p => p.Name));
        Assert.Equal(1, root.GetProperty("schema").GetInt32());
        Assert.Equal(("mean", "gain"), (comparison.GetProperty("metric").GetString(), comparison.GetProperty("verdict").GetString()));
        Assert.Equal("usersTimesLoops", root.GetProperty("experiments")[0].GetProperty("load").GetProperty("shape").GetString());
    }

    [Fact]
    public void Hostile_names_stay_text()
    {
        WriteJournal(Journals.TwoForms with { Title = "<script>alert(1)</script> | [x](javascript:alert(1))\n# ruled" });
        ReportFolder.Write(_folder);

        foreach (string file in Texts)
            Assert.DoesNotContain("<script>alert", Text(file), StringComparison.Ordinal);
        Assert.Contains(
            @"## \<script\>alert(1)\</script\> \| \[x\](javascript:alert(1)) \# ruled", Text("report.md"), StringComparison.Ordinal);
    }

    [Fact]
    public void A_journal_cut_in_the_middle_still_gives_a_report()
    {
        WriteJournal();
        string path = Path.Combine(_folder, "run.jsonl");
        File.WriteAllBytes(path, File.ReadAllBytes(path)[..^2000]);

        ReportDocument document = ReportFolder.Write(_folder);

        Assert.True(document.Partial);
        Assert.Equal("killed", document.Run.Outcome);
        Assert.InRange(document.Experiments[0].Rounds, 1, 7);
    }

    [Fact]
    public void A_file_that_cannot_be_replaced_is_left_whole_and_nothing_is_left_beside_it()
    {
        WriteJournal();
        Directory.CreateDirectory(Path.Combine(_folder, "report.md"));

        Assert.ThrowsAny<Exception>(() => ReportFolder.Write(_folder));

        Assert.Empty(Directory.GetFiles(_folder, "*.tmp"));
    }

    /// <summary>A finished run of 8 rounds; the latencies in ms that each form was given.</summary>
    private Dictionary<Form, List<double>> WriteJournal(Experiment? experiment = null)
    {
        Dictionary<Form, List<double>> latencies = new() { [Form.Sync] = [], [Form.Async] = [] };
        using JournalWriter writer = JournalWriter.Create(_folder);
        writer.Append(Journals.Header);
        writer.Append(experiment ?? Journals.TwoForms);
        for (int round = 1; round <= 8; round++)
        {
            foreach (Form form in latencies.Keys)
            {
                double[] slot =
                [
                    .. Enumerable.Range(0, 25 + round)
                        .Select(i => (form == Form.Sync ? 900.0 : 200.0) + (37 * i + 11 * round) % 101),
                ];
                latencies[form].AddRange(slot);
                writer.Append(Journals.Slot(round, (int)form + 1, form, slot));
            }
        }

        writer.Append(Journals.Finished);
        return latencies;
    }

    private string Text(string file) => File.ReadAllText(Path.Combine(_folder, file));

    private SortedDictionary<string, string> Files() => new(
        Directory.GetFiles(_folder).Where(f => !f.EndsWith("run.jsonl", StringComparison.Ordinal)).ToDictionary(f =>
            Path.GetFileName(f), f => Convert.ToBase64String(File.ReadAllBytes(f))),
        StringComparer.Ordinal);
}
