using System.Diagnostics;
using System.Text;
using Syncopate.Journaling;
using Syncopate.Reporting.Figures;
using Syncopate.Reporting.Gates;
using Syncopate.Reporting.History;
using Syncopate.Reporting.Loads;
using Syncopate.Reporting.Measured;
using Syncopate.Reporting.Runs;
using Syncopate.Tests.Reporting;
using Xunit;

namespace Syncopate.Tests.Gating;

/// <summary>Results in files of every kind that a folder may hold.</summary>
[Trait("Judges", "behaviour")]
public sealed class GateFileTests : IDisposable
{
    private static readonly TimeSpan Long = TimeSpan.FromMinutes(1);

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("syncopate-files-");

    public void Dispose() => _folder.Delete(recursive: true);

    [Theory]
    [InlineData("report.json")]
    [InlineData("run.jsonl")]
    public async Task A_pipe_without_a_writer_is_refused_and_not_waited_for(string name)
    {
        if (!OperatingSystem.IsLinux())
            return;
        using (Process make = Process.Start("mkfifo", At(name))) await make.WaitForExitAsync(TestContext.Current.CancellationToken);
        Put("sound", "report.json", Report());

        Assert.Contains("regular file", await RefusedAsync(() => GateResult.Read(_folder.FullName)), StringComparison.Ordinal);
        Assert.Contains("regular file", await RefusedAsync(() => GateResult.Read(At(name))), StringComparison.Ordinal);
        Assert.Contains("regular file", await RefusedAsync(() => ResultText.Read(At(name), Explanations.None)), StringComparison.Ordinal);
        await IsLeftOutAsync();
    }

    /// <summary>It cannot be opened as other pipes are asked, and opened as a file is read it would be waited for.</summary>
    [Theory]
    [InlineData("report.json")]
    [InlineData("run.jsonl")]
    public async Task A_pipe_that_may_only_be_read_is_refused_and_not_waited_for(string name)
    {
        if (!OperatingSystem.IsLinux())
            return;
        using (Process make = Process.Start("mkfifo", ["-m", "444", At(name)]))
            await make.WaitForExitAsync(TestContext.Current.CancellationToken);
        Put("sound", "report.json", Report());

        Assert.Contains("regular file", await RefusedAsync(() => GateResult.Read(At(name))), StringComparison.Ordinal);
        await IsLeftOutAsync();
    }

    [Fact]
    public async Task A_link_to_a_device_is_refused_and_not_read_for_ever()
    {
        if (!OperatingSystem.IsLinux())
            return;
        File.CreateSymbolicLink(At("report.json"), "/dev/zero");
        Put("sound", "report.json", Report());

        Assert.Contains("regular file", await RefusedAsync(() => GateResult.Read(_folder.FullName)), StringComparison.Ordinal);
        await IsLeftOutAsync();
    }

    [Fact]
    public void A_link_to_a_report_is_read()
    {
        Put("sound", "elsewhere.json", Report());
        File.CreateSymbolicLink(At("report.json"), Path.Combine("sound", "elsewhere.json"));

        Assert.NotEmpty(GateResult.Read(_folder.FullName).Subjects);
    }

    [Theory]
    [InlineData("utf-8")]
    [InlineData("utf-16")]
    public void A_file_with_a_byte_order_mark_is_read(string encoding)
    {
        Encoding marked = Encoding.GetEncoding(encoding);
        Put("", "report.json", [.. marked.GetPreamble(), .. marked.GetBytes(Encoding.UTF8.GetString(Report()))]);

        Assert.NotEmpty(GateResult.Read(_folder.FullName).Subjects);
        Assert.NotEmpty(ResultText.Read(_folder.FullName, Explanations.None).Result.Subjects);
        Assert.Single(HistoryFolder.Read(_folder.FullName, 1, HistoryBuilder.Usual).Runs);
    }

    [Fact]
    public void A_report_of_a_watch_with_a_byte_order_mark_is_passed_over()
    {
        Put("sound", "report.json", Report());
        Put("watched", "report.json", [.. Encoding.UTF8.Preamble, .. "{\"run\":{\"mode\":\"watch\"}}"u8]);

        Assert.Empty(HistoryFolder.Read(_folder.FullName, 1, HistoryBuilder.Usual).Notes);
    }

    [Theory]
    [InlineData("\n  \"count\": 100,", "\n  \"count\": null,", "$.count")]
    [InlineData("\n  \"mean\": 10,", "\n  \"mean\": \"ten\",", "$.mean")]
    [InlineData("\"cores\": 2,", "\"cores\": null,", "$.machine.cores")]
    public void A_refusal_names_the_place_in_the_file(string before, string after, string place)
    {
        string json = LoadReportJson.Write(LoadReportBuilder.Build(LoadJournals.Of(
            LoadJournals.Header,
            LoadJournals.Description(new UsersForTime(10, TimeSpan.FromSeconds(20))),
            LoadJournals.Interval(0, [.. Enumerable.Repeat(10.0, 100)]))));
        Assert.Contains(before, json, StringComparison.Ordinal);
        Put("", "report.json", Encoding.UTF8.GetBytes(json.Replace(before, after, StringComparison.Ordinal)));

        string message = Assert.Throws<FormatException>(() => GateResult.Read(_folder.FullName)).Message;

        Assert.Contains($": it cannot be read at {place}. ", message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("mean")]
    [InlineData("p95")]
    [InlineData("max")]
    public void Answers_that_took_no_time_keep_no_limit(string figure)
    {
        string json = new System.Text.RegularExpressions.Regex($"\"{figure}\": [0-9.]+")
            .Replace(Encoding.UTF8.GetString(Report()), $"\"{figure}\": 0");
        Put("", "report.json", Encoding.UTF8.GetBytes(json));

        GateReport report = Gate.Judge(
            GateResult.Read(_folder.FullName), null, new([GateLimit.Parse($"io-bound.async.{figure}=100ms", ThresholdSide.Above)], []));

        Assert.Equal(
            (GateOutcome.Failed, "not measured"), report.Checks.Select(c => (c.Outcome, c.Found)).Single());
    }

    private static byte[] Report() => Encoding.UTF8.GetBytes(ReportJson.Write(GateResults.Report(GateResults.Around(200))));

    /// <summary>A read that waits for a writer ends with the test, whose patience is the suite's.</summary>
    private static async Task<string> RefusedAsync(Action read)
    {
        Exception refused = await Assert.ThrowsAnyAsync<Exception>(
            () => Task.Run(read, TestContext.Current.CancellationToken).WaitAsync(Long, TestContext.Current.CancellationToken));
        Assert.True(refused is FormatException or JournalException, refused.ToString());
        return refused.Message;
    }

    private async Task IsLeftOutAsync()
    {
        HistoryReport report = await Task.Run(
                () => HistoryFolder.Read(_folder.FullName, 1, HistoryBuilder.Usual), TestContext.Current.CancellationToken)
            .WaitAsync(Long, TestContext.Current.CancellationToken);

        Assert.Equal(["sound"], report.Runs.Select(r => r.Name));
        Assert.Contains(report.Notes, n => n.Contains("regular file", StringComparison.Ordinal));
    }

    private void Put(string folder, string name, byte[] text)
    {
        Directory.CreateDirectory(At(folder));
        File.WriteAllBytes(Path.Combine(At(folder), name), text);
    }

    private string At(string name) => Path.Combine(_folder.FullName, name);
}
