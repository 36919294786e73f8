using Microsoft.CodeAnalysis.Text;
using Syncopate.Scan.Fixing;
using Syncopate.Scan.Scanning;
using Syncopate.Scan.Tests.Reporting;
using Xunit;

namespace Syncopate.Scan.Tests.Scanning;

/// <summary>How a fix ends, with changes that a test has made.</summary>
public sealed class ScanFixTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("syncopate-scan-fix-");

    private string Code => Path.Combine(_folder.FullName, "a.cs");

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public void Without_a_finding_it_says_so_and_of_an_entry_that_its_name_may_be_wrong()
    {
        ScanFix fix = Fix([], []);

        Assert.Equal("There is no finding to fix.", fix.Conclude(Asked(), writes: true));
        Assert.Equal(
            "No finding is reached by 'POST /orders'. Entries that reach findings are named by --by entry.",
            fix.Conclude(Asked() with { Entry = "POST /orders" }, writes: true));
    }

    [Fact]
    public void Where_nothing_is_safe_nothing_is_changed_whoever_asks_for_it() => Assert.Equal(
        "Nothing is changed: no finding can be fixed safely, for the reasons above.",
        Fix([], [Stays]).Conclude(Asked(), writes: true));

    [Fact]
    public void A_change_is_counted_and_written_only_when_asked()
    {
        File.WriteAllText(Code, "one");
        ScanFix fix = Fix([Change("one", "two")], [Fixed, Stays]);

        string shown = fix.Conclude(Asked(), writes: false);
        string unchanged = File.ReadAllText(Code);
        string written = fix.Conclude(Asked(), writes: true);

        Assert.Equal("1 of 2 findings can be fixed in 1 file. Nothing is written: --write writes it.", shown);
        Assert.Equal("one", unchanged);
        Assert.Equal("1 of 2 findings fixed in 1 file. Written. Build and test before you commit it.", written);
        Assert.Equal("two", File.ReadAllText(Code));
    }

    [Fact]
    public void A_file_that_has_changed_since_it_was_read_stays_and_is_named()
    {
        File.WriteAllText(Code, "something else");

        ScanFailedException refused = Assert.Throws<ScanFailedException>(
            () => Fix([Change("one", "two")], [Fixed]).Conclude(Asked(), writes: true));

        Assert.Equal($"Nothing was written: {Code} has changed since it was read; scan again.", refused.Message);
        Assert.Equal("something else", File.ReadAllText(Code));
    }

    [Fact]
    public void A_file_that_cannot_be_read_again_ends_it_with_a_sentence() => Assert.StartsWith(
        "The change could not be written, and all files are as they were: ",
        Assert.Throws<ScanFailedException>(
            () => Fix([Change("one", "two")], [Fixed]).Conclude(Asked(), writes: true)).Message,
        StringComparison.Ordinal);

    private static FixOutcome Fixed => new(ScanSpecimen.Save, "Await SaveChangesAsync", null);

    private static FixOutcome Stays => new(ScanSpecimen.Find, null, "Its callers are not known.");

    private ScanFix Fix(IReadOnlyList<FileChange> changes, IReadOnlyList<FixOutcome> outcomes) =>
        new(new SolutionFix(changes, []), _folder.FullName, outcomes, []);

    private FileChange Change(string before, string after) =>
        new(Code, SourceText.From(before), [new TextChange(new TextSpan(0, before.Length), after)]);

    private RequestedScan Asked() => new(new ScanOptions(_folder.FullName), "syncopate scan")
    {
        Rules = ScanRule.All.Select(rule => rule.Id).ToHashSet(),
    };
}
