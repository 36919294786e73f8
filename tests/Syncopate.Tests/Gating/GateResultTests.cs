using System.Text;
using Syncopate.Journaling;
using Syncopate.Reporting.Figures;
using Syncopate.Reporting.Gates;
using Syncopate.Reporting.Loads;
using Syncopate.Reporting.Runs;
using Syncopate.Tests.Reporting;
using Xunit;

namespace Syncopate.Tests.Gating;

public sealed class GateResultTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("syncopate-gate-");

    public void Dispose() => _folder.Delete(recursive: true);

    /// <summary>A host or port that a build chose changes nothing; another page is another question.</summary>
    [Theory]
    [InlineData("http://127.0.0.1:61234/orders", true)]
    [InlineData("http://127.0.0.1:5000/orders?page=2", false)]
    [InlineData("http://127.0.0.1:5000/customers", false)]
    public void Loads_of_two_pages_are_no_results_of_one(string url, bool isSame)
    {
        GateLoad LoadOf(string address) => GateResult.Of(
            LoadReportBuilder.Build(
                LoadJournals.Of(
                    LoadJournals.Header,
                    LoadJournals.Description(new UsersForTime(10, TimeSpan.FromSeconds(20))) with { Url = address },
                    LoadJournals.Interval(0, [10.0]))), "result").Subjects[0].Load;

        Assert.Equal(isSame, LoadOf("http://127.0.0.1:5000/orders").IsSameAs(LoadOf(url)));
    }

    [Fact]
    public void A_journal_and_its_report_say_the_same()
    {
        WriteJournal();
        GateResult journal = GateResult.Read(_folder.FullName);
        File.WriteAllText(At("main.json"), ReportJson.Write(GateResults.Report(GateResults.Around(200))));
        GateResult report = GateResult.Read(At("main.json"));

        Assert.Equal(["io-bound.sync", "io-bound.async"], report.Subjects.Select(s => s.Name));
        Assert.All(
            Gate.Judge(journal, report, new([], [RegressionLimit.Usual])).Checks,
            c => Assert.Equal((GateOutcome.Ok, 0.0), (c.Outcome, c.Percent)));
    }

    [Fact]
    public void A_report_that_was_read_is_written_as_it_was()
    {
        string json = ReportJson.Write(GateResults.Report(GateResults.Around(200)));

        Assert.Equal(json, ReportJson.Write(ReportJson.Read(Encoding.UTF8.GetBytes(json))));
    }

    [Fact]
    public void A_specimen_with_everything_in_it_is_written_as_it_was()
    {
        string json = ReportJson.Write(ReportSpecimen.Document());

        Assert.Equal(json, ReportJson.Write(ReportJson.Read(Encoding.UTF8.GetBytes(json))));
    }

    [Fact]
    public void A_report_that_does_not_tell_its_rounds_leaves_regressions_undecided()
    {
        string json = ReportJson.Write(GateResults.Report(GateResults.Around(200)));
        File.WriteAllText(At("report.json"), json.Replace("\"eachRound\"", "\"ofLater\"", StringComparison.Ordinal));
        GateResult report = GateResult.Read(_folder.FullName);

        Assert.All(
            Gate.Judge(report, GateResults.Of(GateResults.Around(200)), new([], [RegressionLimit.Usual])).Checks,
            c => Assert.Equal((GateOutcome.Undecided, "the result has no mean of single rounds"), (c.Outcome, c.Detail)));
    }

    [Fact]
    public void Rounds_that_bound_nothing_are_told_without_a_number_that_is_none()
    {
        double[] wild = [double.Epsilon, double.MaxValue, double.Epsilon, double.MaxValue];
        GateResult Told(double[] rounds)
        {
            GateResult told = GateResults.Of(GateResults.Around(200));
            return told with
            {
                Subjects =
                [
                    .. told.Subjects.Select(
                        s => s with
                        {
                            Figures = s.Figures with
                            {
                                EachRound = new Dictionary<Metric, IReadOnlyList<double>> { [Metric.Mean] = rounds },
                            },
                        }),
                ],
            };
        }

        GateReport report = Gate.Judge(Told([.. wild, .. wild]), Told([.. wild, .. wild]), new([], [RegressionLimit.Usual]));

        Assert.All(report.Checks, c => Assert.Equal((GateOutcome.Undecided, (double?)null), (c.Outcome, c.HighPercent)));
        Assert.Contains("beyond any number slower", report.Checks[0].Detail, StringComparison.Ordinal);
        Assert.Contains("\"highPercent\": null", GateJson.Write(report), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("")]
    [InlineData("null")]
    [InlineData("[]")]
    [InlineData("{}")]
    [InlineData("not json")]
    [InlineData("{\"schema\": 1}")]
    public void What_is_no_report_is_refused_in_words(string text)
    {
        File.WriteAllText(At("report.json"), text);

        Assert.Contains(
            "is not a report that can be judged", Assert.Throws<FormatException>(() => GateResult.Read(_folder.FullName)).Message,
            StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("\"schema\": 1,", "\"schema\": 2,", "it has schema 2; this version reads schema 1")]
    [InlineData("\"users\": 50", "\"users\": -50", "is not a report that can be judged")]
    [InlineData("\"id\": \"io-bound\"", "\"id\": \"io</x>\"", "with an invalid name")]
    [InlineData("\"mean\": [", "\"mean\": [null, ", "is not a report that can be judged")]
    [InlineData("\"mean\": [", "\"mean\": [\"NaN\", ", "is not a report that can be judged")]
    [InlineData("\"forms\": [", "\"forms\": [null, ", "is not a report that can be judged")]
    public void A_report_that_was_tampered_with_is_refused_in_words(string before, string after, string told)
    {
        string json = ReportJson.Write(GateResults.Report(GateResults.Around(200)));
        Assert.Contains(before, json, StringComparison.Ordinal);
        File.WriteAllText(At("report.json"), json.Replace(before, after, StringComparison.Ordinal));

        Assert.Contains(told, Assert.Throws<FormatException>(() => GateResult.Read(_folder.FullName)).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_folder_without_a_result_is_refused_in_words() =>
        Assert.Contains(
            "neither run.jsonl nor report.json", Assert.Throws<FormatException>(() => GateResult.Read(_folder.FullName)).Message,
            StringComparison.Ordinal);

    [Fact]
    public void A_journal_without_a_measured_form_is_refused_in_words()
    {
        using (JournalWriter journal = JournalWriter.Create(_folder.FullName)) journal.Append(Journals.Header);

        Assert.Contains(
            "holds no measured form", Assert.Throws<FormatException>(() => GateResult.Read(_folder.FullName)).Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public void A_run_that_was_killed_is_judged_by_what_it_kept()
    {
        WriteJournal(finished: false);

        GateResult result = GateResult.Read(At("run.jsonl"));

        Assert.Contains("The run did not finish: the tool was killed or the machine stopped.", result.Missing);
    }

    [Fact]
    public void A_load_is_one_form_whose_intervals_stand_for_rounds()
    {
        var (before, after) = (Load(100), Load(150));

        Assert.Equal(["load.target"], after.Subjects.Select(s => s.Name));
        Assert.All(
            Gate.Judge(after, before, new([], [RegressionLimit.Usual, RegressionLimit.Parse("rps=10%")])).Checks.Take(1),
            c => Assert.Equal((GateOutcome.Failed, 50.0), (c.Outcome, Math.Round(c.Percent!.Value))));
        Assert.False(Gate.Judge(after, null, new([GateLimit.Parse("p95=120ms", ThresholdSide.Above)], [])).Passed);
    }

    [Fact]
    public void A_percentile_of_intervals_with_few_answers_is_not_judged()
    {
        var (before, after) = (Load(100), Load(150));

        GateCheck check = Assert.Single(Gate.Judge(after, before, new([], [RegressionLimit.Parse("p99=10%")])).Checks);

        Assert.Equal((GateOutcome.Undecided, "the result has no p99 of single rounds"), (check.Outcome, check.Detail));
    }

    [Fact]
    public void A_report_of_a_load_says_what_its_journal_says()
    {
        GateResult journal = Load(100);
        LoadReport report = LoadReportBuilder.Build(JournalReader.Read(At("load-100/run.jsonl")));
        File.WriteAllText(At("load.json"), LoadReportJson.Write(report));

        GateResult read = GateResult.Read(At("load.json"));

        Assert.Equal(["load.target"], read.Subjects.Select(s => s.Name));
        Assert.All(
            Gate.Judge(read, journal, new([], [RegressionLimit.Usual, RegressionLimit.Parse("rps=10%")])).Checks,
            c => Assert.Equal((GateOutcome.Ok, 0.0), (c.Outcome, c.Percent)));
    }

    [Theory]
    [InlineData("\"schema\": 1,", "\"schema\": 2,", "it has schema 2; this version reads schema 1")]
    [InlineData("\"users\": 10", "\"users\": -10", "is not a report that can be judged")]
    [InlineData("\"count\": 1000", "\"count\": null", "is not a report that can be judged")]
    [InlineData("\"intervals\": [", "\"intervals\": [null, ", "is not a report that can be judged")]
    [InlineData("\"intervals\": [", "\"intervals\": [], \"intervals\": [", "is not a report that can be judged")]
    public void A_report_of_a_load_that_was_tampered_with_is_refused_in_words(string before, string after, string told)
    {
        Load(100);
        string json = LoadReportJson.Write(LoadReportBuilder.Build(JournalReader.Read(At("load-100/run.jsonl"))));
        Assert.Contains(before, json, StringComparison.Ordinal);
        File.WriteAllText(At("report.json"), json.Replace(before, after, StringComparison.Ordinal));

        Assert.Contains(told, Assert.Throws<FormatException>(() => GateResult.Read(_folder.FullName)).Message, StringComparison.Ordinal);
    }

    private GateResult Load(double milliseconds)
    {
        string folder = _folder.CreateSubdirectory(FormattableString.Invariant($"load-{milliseconds}")).FullName;
        using (JournalWriter journal = JournalWriter.Create(folder))
        {
            journal.Append(LoadJournals.Header);
            journal.Append(LoadJournals.Description(new UsersForTime(10, TimeSpan.FromSeconds(20))));
            for (int second = 0; second < 20; second++)
            {
                journal.Append(
                    LoadJournals.Interval(
                        second,
                        [.. Enumerable.Range(0, 50).Select(i => milliseconds * (1 + (i % 5 + second * 7 % 3) / 100.0))]));
            }

            journal.Append(Journals.Finished);
        }

        return GateResult.Read(folder);
    }

    private string At(string name) => Path.Combine(_folder.FullName, name);

    private void WriteJournal(bool finished = true)
    {
        using JournalWriter journal = JournalWriter.Create(_folder.FullName);
        JournalReading whole = GateResults.Journal(Journals.Header, GateResults.Around(200));
        foreach (JournalRecord record in whole.Records.Where(r => finished || r is not RunEnd))
            journal.Append(record);
    }
}
