using System.Text.Json;
using System.Text.RegularExpressions;
using Syncopate.Reporting;
using Syncopate.Reporting.Figures;
using Syncopate.Reporting.Gates;
using Syncopate.Reporting.History;
using Syncopate.Reporting.Runs;
using Syncopate.Tests.Gating;
using Syncopate.Tests.Reporting;
using Xunit;

namespace Syncopate.Tests.History;

public sealed class HistoryTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("syncopate-history-");

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public void A_figure_that_changed_says_when_and_by_how_much()
    {
        HistoryReport report = Of([200, 201, 199, 202, 198, 200, 240, 241, 239, 242, 238, 240]);

        HistorySeries series = report.Series.Single(s => s.Name == "io-bound.async.mean");
        HistoryChange change = Assert.Single(series.Changes);
        Assert.Equal((6, 200.0, 240.0), (change.Run, Math.Round(change.Before, 6), Math.Round(change.After, 6)));
        Assert.Equal("20% slower since 27 Nov 2026 (run-06)", series.Sentence);
    }

    [Fact]
    public void A_run_whose_journal_lost_its_header_is_not_of_1970()
    {
        GateResult lost = Run(200, 0) with { StartedUtc = DateTimeOffset.UnixEpoch };

        HistoryReport report = HistoryBuilder.Build([lost, Run(200, 1)], [], 1, HistoryBuilder.Usual);

        string page = HistoryPage.Write(report);
        Assert.DoesNotContain("1 Jan 1970", page, StringComparison.Ordinal);
        Assert.Contains("Each point is a run, from an unknown day to ", page, StringComparison.Ordinal);
    }

    /// <summary>"0% faster since" was told of values that scatter otherwise around the same median.</summary>
    [Theory]
    [InlineData(200, 200, "scattered differently around the same median")]
    [InlineData(200, 240, "20% slower")]
    [InlineData(200, 199.9, "0.05% faster")]
    public void A_change_without_a_new_median_is_not_called_slower(double before, double after, string told) =>
        Assert.Equal(told, HistoryBuilder.Moved(Figure.Named("mean"), before, after));

    [Theory]
    [InlineData("rps", "20% slower since 27 Nov 2026 (run-06)", "/s")]
    [InlineData("bytes", "20% more since 27 Nov 2026 (run-06)", " KiB")]
    [InlineData("cpu", "20% more since 27 Nov 2026 (run-06)", " ms")]
    [InlineData("p99", "20% slower since 27 Nov 2026 (run-06)", " ms")]
    [InlineData("threads", "20% more since 27 Nov 2026 (run-06)", "60")]
    public void Each_figure_has_its_own_words_and_unit(string figure, string sentence, string unit)
    {
        FormReport At(FormReport form, double factor) => form with
        {
            RequestsPerSecond = 100 / factor,
            BytesPerRequest = 50_000 * factor,
            CpuPerRequest = 2 * factor,
            P99 = 300 * factor,
            Threads = (int)(50 * factor),
        };
        double[] factors = [1, 1, 1, 1, 1, 1, 1.2, 1.2, 1.2, 1.2, 1.2, 1.2];
        GateResult[] results =
        [
            .. factors.Select((factor, day) =>
                Run(200, day)).Zip(factors, (run, factor) => run with
                {
                    Subjects = [.. run.Subjects.Select(s => s with { Figures = At(s.Figures, factor) })],
                }),
        ];

        HistoryReport report = HistoryBuilder.Build(results, [], 1, [Figure.Named(figure)]);

        Assert.All(report.Series, series => Assert.Equal((figure, sentence), (series.Figure, series.Sentence)));
        Assert.All(HistoryText.Lines(report, unicode: true), line => Assert.Contains($"{unit}  20%", line, StringComparison.Ordinal));
        Assert.Contains($"{unit}</b>", HistoryPage.Write(report), StringComparison.Ordinal);
    }

    [Fact]
    public void Figures_that_no_form_has_are_told()
    {
        GateResult run = Run(200, 0);
        GateResult silent = run with
        {
            Subjects = [.. run.Subjects.Select(s => s with { Figures = s.Figures with { BytesPerRequest = null } })],
        };

        Assert.Contains(
            "No result has any of these figures: bytes.", HistoryBuilder.Build([silent], [], 1, [Figure.Named("bytes")]).Notes);
        Assert.Throws<ArgumentException>(() => HistoryBuilder.Build([run], [], 1, [Figure.Named("errors")]));
    }

    [Fact]
    public void What_is_not_searched_is_not_called_steady()
    {
        HistoryReport report = Of([.. Enumerable.Range(0, 230).Select(i => (i < 20 ? 400.0 : 200.0) + i * 7 % 5)]);

        Assert.Equal("steady over the last 200 of 230 runs", Mean(report).Sentence);
        Assert.Equal("Nothing changed in the last 200 of 230 runs, as far as they can tell.", report.Sentence);
    }

    [Fact]
    public void A_figure_that_stays_is_steady_and_a_young_one_is_too_young()
    {
        Assert.Equal("steady over 12 runs", Mean(Of([.. Enumerable.Range(0, 12).Select(i => 200.0 + i * 7 % 5)])).Sentence);
        Assert.Equal("3 runs; 10 are needed to find a change", Mean(Of([200, 300, 400])).Sentence);
    }

    [Fact]
    public void What_the_newest_run_did_not_measure_is_drawn_too_when_two_others_did()
    {
        GateResult[] results = [Run(200, 0), Run(210, 1), As("load", Run(5, 2)), As("once", Run(7, 0))];

        HistoryReport report = HistoryBuilder.Build(results, [], 1, HistoryBuilder.Usual);

        Assert.Equal(["load", "io-bound"], report.Series.Select(s => s.Experiment).Distinct());
        Assert.Equal([200, 210], Mean(report).Points.Select(p => Math.Round(p.Value)));
        Assert.Equal(["Measured in one run only, so not drawn: once.async, once.sync."], report.Notes);
    }

    /// <summary>Eleven runs of a figure were not drawn, without a word, because the twelfth had no monitor.</summary>
    [Fact]
    public void A_figure_that_the_newest_run_did_not_measure_is_drawn_up_to_the_run_that_did()
    {
        GateResult[] results = [.. Enumerable.Range(0, 12).Select(i => Run(200 + i * 7 % 5, i))];
        GateResult last = results[^1];
        results[^1] = last with
        {
            Subjects = [.. last.Subjects.Select(s => s with { Figures = s.Figures with { CpuPerRequest = null } })],
        };

        HistoryReport report = HistoryBuilder.Build(results, [], 1, HistoryBuilder.Usual);

        Assert.Equal(11, report.Series.Single(s => s.Name == "io-bound.async.cpu").Points.Count);
        Assert.Equal(12, Mean(report).Points.Count);
        Assert.StartsWith(
            "Zero or not measured in the newest run of the form, so drawn up to an older one: ", Assert.Single(report.Notes),
            StringComparison.Ordinal);
    }

    [Fact]
    public void Of_many_forms_that_were_measured_once_a_few_are_named_and_the_rest_counted()
    {
        GateResult[] results =
        [
            .. Enumerable.Range(0, 30).Select(i => As(FormattableString.Invariant($"once-{i:00}"), Run(7, 0))),
            Run(200, 1),
        ];

        Assert.Equal(
            "Measured in one run only, so not drawn: once-00.async, once-00.sync, once-01.async, and 57 more.",
            Assert.Single(HistoryBuilder.Build(results, [], 1, HistoryBuilder.Usual).Notes));
    }

    [Theory]
    [InlineData(1, "1 run is too few to find a change: 10 of one form are needed.")]
    [InlineData(9, "9 runs are too few to find a change: 10 of one form are needed.")]
    public void Few_runs_are_called_few_and_never_steady(int runs, string sentence)
    {
        HistoryReport report = Of([.. Enumerable.Repeat(200.0, runs)]);

        Assert.Equal(sentence, report.Sentence);
        string page = HistoryPage.Write(report);
        Assert.Contains("too few runs</span>", page, StringComparison.Ordinal);
        Assert.DoesNotContain("steady</span>", page, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("watch.jsonl", "{}")]
    [InlineData("notes.txt", "{\"run\":{\"mode\":\"watch\"}}")]
    public void The_folder_of_a_watch_is_no_result_and_nothing_to_tell(string beside, string report)
    {
        Put("a", GateResults.Report(GateResults.Around(200)));
        string watch = _folder.CreateSubdirectory("watch").FullName;
        File.WriteAllText(Path.Combine(watch, beside), "");
        File.WriteAllText(Path.Combine(watch, "report.json"), report);

        Assert.Empty(HistoryFolder.Read(_folder.FullName, 1, HistoryBuilder.Usual).Notes);
    }

    [Fact]
    public void Runs_are_put_in_order_of_time_whatever_their_names()
    {
        GateResult[] results = [Run(300, 2), Run(100, 0), Run(200, 1)];

        Assert.Equal(
            [100, 200, 300],
            Mean(HistoryBuilder.Build(results, [], 1, HistoryBuilder.Usual)).Points.Select(p => Math.Round(p.Value)));
    }

    [Fact]
    public void Other_machines_and_other_loads_are_left_out_and_counted()
    {
        GateResult other = Run(100, 0);
        var (machine, load) = (
            other with { Machine = other.Machine with { Cores = 64 } },
            other with { Subjects = [.. other.Subjects.Select(s => s with { Load = s.Load with { WaitMilliseconds = 1 } })] });

        HistoryReport report = HistoryBuilder.Build([machine, load, Run(200, 1)], [], 1, HistoryBuilder.Usual);

        Assert.Contains(
            "1 result of 1 other machine left out; drawn is the machine with the most results: 2 cores, X64, Debian.", report.Notes);
        Assert.Equal((1, 1), (Mean(report).Points.Count, Mean(report).OtherLoads));
    }

    [Fact]
    public void A_folder_is_searched_to_its_depths_and_what_cannot_be_read_is_told()
    {
        Put("a/b/run", GateResults.Report(GateResults.Around(200)));
        Put("c", GateResults.Report(GateResults.Around(210)));
        Directory.CreateDirectory(Path.Combine(_folder.FullName, "broken"));
        File.WriteAllText(Path.Combine(_folder.FullName, "broken", "report.json"), "{");

        HistoryReport report = HistoryFolder.Read(_folder.FullName, 1, HistoryBuilder.Usual);

        Assert.Equal(["a/b/run", "c"], report.Runs.Select(r => r.Name.Replace('\\', '/')));
        Assert.Contains(report.Notes, n => n.StartsWith("broken was left out: ", StringComparison.Ordinal));
    }

    [Fact]
    public void A_link_to_a_folder_is_not_followed_and_told()
    {
        Put("a", GateResults.Report(GateResults.Around(200)));
        Directory.CreateSymbolicLink(Path.Combine(_folder.FullName, "a", "again"), _folder.FullName);
        Directory.CreateSymbolicLink(Path.Combine(_folder.FullName, "b"), Path.Combine(_folder.FullName, "a"));

        HistoryReport report = HistoryFolder.Read(_folder.FullName, 1, HistoryBuilder.Usual);

        Assert.Equal(["a"], report.Runs.Select(r => r.Name));
        Assert.Contains($"2 links to folders not followed: {Path.Combine("a", "again")}, b.", report.Notes);
    }

    [Fact]
    public void A_folder_that_is_itself_a_link_is_searched()
    {
        Put("results/a", GateResults.Report(GateResults.Around(200)));
        string link = Path.Combine(_folder.FullName, "link");
        Directory.CreateSymbolicLink(link, Path.Combine(_folder.FullName, "results"));

        Assert.Equal(["a"], HistoryFolder.Read(link, 1, HistoryBuilder.Usual).Runs.Select(r => r.Name));
    }

    [Fact]
    public void One_run_of_another_machine_does_not_hide_a_history()
    {
        GateResult[] here = [.. Enumerable.Range(0, 12).Select(day => Run(200, day))];
        GateResult there = Run(100, 20);
        there = there with { Machine = there.Machine with { Cores = 64 } };

        HistoryReport report = HistoryBuilder.Build([.. here, there], [], 1, HistoryBuilder.Usual);

        Assert.Equal((12, 2), (report.Runs.Count, report.Machine.Cores));
        Assert.Equal(
            "1 result of 1 other machine left out; drawn is the machine with the most results: 2 cores, X64, Debian. The newest of all, "
                + "run-20, is among those left out.", Assert.Single(report.Notes));
    }

    [Fact]
    public void Of_two_machines_with_as_many_runs_the_newer_one_is_drawn()
    {
        GateResult older = Run(100, 0);
        older = older with { Machine = older.Machine with { Cores = 64 } };

        Assert.Equal(2, HistoryBuilder.Build([older, Run(200, 1)], [], 1, HistoryBuilder.Usual).Machine.Cores);
    }

    [Fact]
    public void Every_change_is_told_in_the_line_and_not_the_last_alone()
    {
        double[] noise = [0.2, -0.3, 0.1, 0.3, -0.2, 0, -0.1, 0.25, -0.25, 0.05];
        HistorySeries series = Mean(Of([.. noise.Select(n => 200 + n), .. noise.Select(n => 210 + n), .. noise.Select(n => 250 + n)]));

        Assert.Equal(2, series.Changes.Count);
        Assert.Equal($"{series.Changes[0].Sentence}, then {series.Changes[1].Sentence}", series.Sentence);
        Assert.StartsWith("5.0% slower since", series.Sentence, StringComparison.Ordinal);
    }

    [Fact]
    public void What_became_ten_times_as_fast_is_90_percent_faster() =>
        Assert.StartsWith(
            "90% faster since", Mean(Of([200, 201, 199, 202, 198, 200, 20, 20.1, 19.9, 20.2, 19.8, 20])).Sentence,
            StringComparison.Ordinal);

    [Fact]
    public void A_folder_without_results_is_refused_in_words() =>
        Assert.Contains(
            "There is no result below", Assert.Throws<FormatException>(
                () => HistoryFolder.Read(_folder.FullName, 1, HistoryBuilder.Usual)).Message, StringComparison.Ordinal);

    [Fact]
    public void The_terminal_gets_a_line_a_figure_from_zero()
    {
        string line = HistoryText.Lines(Of([25, 50, 100]), unicode: true)
            .Single(l => l.StartsWith("io-bound.async.mean", StringComparison.Ordinal));

        Assert.Equal("io-bound.async.mean  ▂▄█     100 ms  3 runs; 10 are needed to find a change", line);
        Assert.DoesNotContain(string.Concat(HistoryText.Lines(Of([25, 50, 100]), unicode: false)), c => c > 127);
    }

    [Fact]
    public void The_page_is_one_file_and_a_name_in_it_stays_a_name()
    {
        HistoryReport report = HistoryBuilder.Build(
            [Run(200, 0) with { Path = "</title><script>x</script>\u001b[31m" }], ["<img src=x>"], 1, HistoryBuilder.Usual);

        string page = HistoryPage.Write(report);

        Assert.DoesNotContain("<script>x", page, StringComparison.Ordinal);
        Assert.DoesNotContain("<img", page, StringComparison.Ordinal);
        Assert.DoesNotContain('\u001b', page);
        Assert.DoesNotMatch(new Regex("(src|href)=\"(?!#|data:)"), page);
        Assert.Equal(page, HistoryPage.Write(report));
    }

    [Fact]
    public void The_page_draws_a_point_a_run_and_a_line_a_change()
    {
        string page = HistoryPage.Write(Of([200, 201, 199, 202, 198, 200, 240, 241, 239, 242, 238, 240]));

        Assert.Equal(12 * 6, Regex.Count(page, "<circle class"));
        // Mean and p95 of two forms; the processor time stays.
        Assert.Equal(4, Regex.Count(page, "class=\"done\""));
    }

    [Fact]
    public void The_document_for_programs_has_its_documented_names()
    {
        using JsonDocument document = JsonDocument.Parse(HistoryJson.Write(Of([200, 201])));

        Assert.Equal(
            ["schema", "tool", "machine", "machines", "sentence", "runs", "series", "notes"],
            document.RootElement.EnumerateObject().Select(p => p.Name));
    }

    private static HistorySeries Mean(HistoryReport report) => report.Series.Single(s => s.Name == "io-bound.async.mean");

    private static HistoryReport Of(double[] means) =>
        HistoryBuilder.Build([.. means.Select((m, i) => Run(m, i))], [], 1, HistoryBuilder.Usual);

    private static GateResult As(string experiment, GateResult run) =>
        run with { Path = experiment, Subjects = [.. run.Subjects.Select(s => s with { Experiment = experiment })] };

    private static GateResult Run(double mean, int day) =>
        GateResult.Of(
            GateResults.Report(
                Journals.Header with { StartedUtc = Journals.Header.StartedUtc.AddDays(day) },
                GateResults.Around(mean)), FormattableString.Invariant($"run-{day:00}"));

    private void Put(string folder, ReportDocument report)
    {
        string path = Directory.CreateDirectory(Path.Combine(_folder.FullName, folder)).FullName;
        File.WriteAllText(Path.Combine(path, "report.json"), ReportJson.Write(report));
    }
}
