using System.Diagnostics;
using Syncopate.Journaling;
using Syncopate.Live.Following;
using Syncopate.Live.Results;
using Syncopate.Reporting.Runs;
using Syncopate.Running.Showing;
using Syncopate.Tests.Reporting;
using Syncopate.Watch.Reporting;
using Xunit;

namespace Syncopate.Live.Tests;

/// <summary>Pipes in a folder of results, whose opening waits for a writer who never comes: each test ends by its timeout where one is
/// waited for.</summary>
[Trait("Judges", "behaviour")]
public sealed class PipeResultTests : IDisposable
{
    private static readonly TimeSpan Long = TimeSpan.FromMinutes(1);

    private readonly DirectoryInfo _root = Directory.CreateTempSubdirectory("syncopate-pipes-");

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    private ResultEntry Piped => new(
        "piped", Path.Combine(_root.FullName, "piped"), new ResultSummary(ResultReading.Unknown, null, "", "", ""));

    public void Dispose() => _root.Delete(recursive: true);

    [Theory]
    [InlineData("run.jsonl")]
    [InlineData("watch.jsonl")]
    [InlineData("report.json")]
    public async Task A_pipe_among_results_is_described_as_one_and_stops_no_list(string name)
    {
        if (!OperatingSystem.IsLinux())
            return;
        await MakePipeAsync(name);
        Directory.CreateDirectory(Path.Combine(_root.FullName, "sound"));
        await File.WriteAllTextAsync(Path.Combine(_root.FullName, "sound", "report.json"), """{"headline":"Sound."}""", Token);
        ResultStore store = new(_root.FullName);

        IReadOnlyList<ResultEntry> entries = await WithinAsync(store.All);

        Assert.Equal(["piped", "sound"], entries.Select(entry => entry.Name).Order(StringComparer.Ordinal));
        ResultEntry piped = entries.Single(entry => entry.Name == "piped");
        Assert.Contains("regular file", piped.Summary.Sentence, StringComparison.Ordinal);
        Assert.Empty(await WithinAsync(() => piped.Files));
        Assert.Null(await WithinAsync(() => ResultStore.Open(piped, name)));
    }

    [Fact]
    public async Task A_pipe_in_place_of_a_watch_is_refused()
    {
        if (!OperatingSystem.IsLinux())
            return;
        await MakePipeAsync("watch.jsonl");

        JournalException refused = await Assert.ThrowsAsync<JournalException>(
            () => WithinAsync(() => WatchJournal.Read(Piped.Folder)));

        Assert.Contains("regular file", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_pipe_in_place_of_what_a_run_tells_is_no_run()
    {
        if (!OperatingSystem.IsLinux())
            return;
        await MakePipeAsync("live.jsonl");

        Assert.Null(await WithinAsync(() => RunningProcess.In(Piped.Folder)));
    }

    [Fact]
    public async Task An_order_into_a_pipe_that_nobody_reads_is_not_given()
    {
        if (!OperatingSystem.IsLinux())
            return;
        await MakePipeAsync("control.jsonl");

        Assert.False(await ChildRuns.AppendAsync(Piped.Folder, "{}", Token).WaitAsync(Long, Token));
        using LiveControl control = new(Path.Combine(Piped.Folder, "control.jsonl"));
        Assert.False(await WithinAsync(() =>
        {
            control.Read();
            return control.IsPaused;
        }));
    }

    [Fact]
    public async Task A_pipe_where_a_file_of_a_report_is_prepared_makes_way_for_it()
    {
        if (!OperatingSystem.IsLinux())
            return;
        await MakePipeAsync(".report.md.tmp");
        using (JournalWriter journal = JournalWriter.Create(Piped.Folder))
        {
            IEnumerable<Slot> slots = Journals.Rounds(8, (Form.Sync, [200, 400]), (Form.Async, [210, 200]));
            foreach (JournalRecord record in Journals.Run(Journals.TwoForms, slots).Records)
                journal.Append(record);
        }

        await WithinAsync(() => ReportFolder.Write(Piped.Folder));

        Assert.NotEmpty(await File.ReadAllTextAsync(Path.Combine(Piped.Folder, "report.md"), Token));
    }

    private static Task<T> WithinAsync<T>(Func<T> read) => Task.Run(read, Token).WaitAsync(Long, Token);

    private async Task MakePipeAsync(string name)
    {
        Directory.CreateDirectory(Piped.Folder);
        using Process make = Process.Start("mkfifo", Path.Combine(Piped.Folder, name));
        await make.WaitForExitAsync(Token);
    }
}
