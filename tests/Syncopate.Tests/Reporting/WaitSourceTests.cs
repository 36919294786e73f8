using System.Diagnostics;
using Syncopate.Histograms;
using Syncopate.Journaling;
using Syncopate.Planning.Formulas;
using Syncopate.Reporting.Plans;
using Xunit;

namespace Syncopate.Tests.Reporting;

public sealed class WaitSourceTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("syncopate-waits-");

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public void A_log_gives_its_waits_without_those_of_a_tag()
    {
        Write("waits.hlog", (null, 20), (null, 180), ("service", 900));

        WaitTime wait = WaitSource.Read("waits.hlog", _folder.FullName);

        Assert.Equal(WaitShape.Measured, wait.Shape);
        Assert.Equal(0.1, wait.MeanSeconds, 0.0005);
        Assert.Equal(0.18, wait.P99Seconds, 0.0005);
    }

    [Fact]
    public void A_log_whose_entries_all_have_a_tag_gives_them_all()
    {
        Write("tagged.hlog", ("a", 20), ("b", 180));

        Assert.Equal(0.1, WaitSource.Read("tagged.hlog", _folder.FullName).MeanSeconds, 0.0005);
    }

    /// <summary>Ends by its timeout where the pipe is waited for.</summary>
    [Fact]
    public async Task A_pipe_in_place_of_a_log_is_refused()
    {
        if (!OperatingSystem.IsLinux())
            return;
        CancellationToken token = TestContext.Current.CancellationToken;
        using (Process make = Process.Start("mkfifo", Path.Combine(_folder.FullName, "pipe.hlog"))) await make.WaitForExitAsync(token);

        IOException refused = await Assert.ThrowsAsync<IOException>(() => Task.Run(
            () => WaitSource.Read("pipe.hlog", _folder.FullName), token).WaitAsync(TimeSpan.FromMinutes(1), token));

        Assert.Contains("regular file", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_damaged_log_is_told_with_its_line()
    {
        File.WriteAllText(Path.Combine(_folder.FullName, "bad.hlog"), "0.1,1.0,2.0,AAAA\n");

        HistogramFormatException refused = Assert.Throws<HistogramFormatException>(() => WaitSource.Read("bad.hlog", _folder.FullName));

        Assert.Contains("Line 1", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_folder_without_a_journal_is_told()
    {
        JournalException refused = Assert.Throws<JournalException>(() => WaitSource.Read(_folder.FullName, "."));

        Assert.Contains("run.jsonl cannot be read", refused.Message, StringComparison.Ordinal);
    }

    private void Write(string name, params (string? Tag, int Milliseconds)[] entries)
    {
        using FileStream stream = File.Create(Path.Combine(_folder.FullName, name));
        using HistogramLogWriter log = new(stream, new DateTimeOffset(2026, 11, 22, 0, 0, 0, TimeSpan.Zero));
        foreach ((string? tag, int milliseconds) in entries)
        {
            Histogram histogram = new();
            for (int i = 0; i < 100; i++)
                histogram.Record(milliseconds * 1_000_000L);
            log.Write(new HistogramLogEntry(tag, 0, 1, histogram));
        }
    }
}
