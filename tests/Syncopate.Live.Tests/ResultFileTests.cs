using Syncopate.Journaling;
using Syncopate.Live.Results;
using Syncopate.Reporting;
using Syncopate.Reporting.Runs;
using Syncopate.Tests.Reporting;
using Xunit;

namespace Syncopate.Live.Tests;

/// <summary>What the tool writes into the folder of a run is listed to be downloaded, and goes with its result.</summary>
public sealed class ResultFileTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("syncopate-files-");

    [Fact]
    public void Tables_and_card_are_listed_with_the_report_and_removed_with_it()
    {
        string folder = _folder.FullName;
        using (JournalWriter journal = JournalWriter.Create(folder))
        {
            IEnumerable<Slot> slots = Journals.Rounds(8, (Form.Sync, [200, 400, 600]), (Form.Async, [210, 200, 200]));
            foreach (JournalRecord record in Journals.Run(Journals.TwoForms, slots).Records)
                journal.Append(record);
        }

        ReportDocument document = ReportFolder.Write(folder);
        ReportFolder.WriteTables(folder, document);
        ReportFolder.WriteCard(folder, document);
        string?[] written = [.. Directory.GetFiles(folder).Select(Path.GetFileName).Order(StringComparer.Ordinal)];

        Assert.Contains("comparisons.csv", written);
        Assert.Equal(written, ResultFiles.In(folder).Order(StringComparer.Ordinal));
        Assert.True(ResultFiles.Remove(folder));
    }

    public void Dispose()
    {
        if (Directory.Exists(_folder.FullName))
            _folder.Delete(recursive: true);
    }
}
