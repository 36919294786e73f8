using Syncopate.Scan.Scanning;
using Xunit;

namespace Syncopate.Scan.Tests.Scanning;

public sealed class ScanFilesTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("syncopate-files-").FullName;

    [Fact]
    public void A_target_that_is_not_there_is_told() =>
        Assert.Contains("There is no", Refused(Scan() with { Options = new ScanOptions(In("none.slnx")) }));

    [Fact]
    public void A_file_in_a_folder_that_is_not_there_is_told_before_the_scan() =>
        Assert.Contains("Cannot write", Refused(Scan() with { Sarif = In("none/a.sarif") }));

    [Fact]
    public void A_folder_in_place_of_a_file_is_told() => Assert.Contains("it is a folder", Refused(Scan() with { Sarif = _folder }));

    [Fact]
    public void A_file_in_place_of_the_folder_of_the_page_is_told()
    {
        File.WriteAllText(In("taken"), "");

        Assert.Contains("Use --out DIR", Refused(Scan() with { Folder = In("taken") }));
    }

    [Fact]
    public void The_trial_leaves_what_is_there_and_makes_nothing()
    {
        File.WriteAllText(In("old.sarif"), "old");

        ScanFiles.Check(Scan() with { Sarif = In("old.sarif"), Baseline = In("new.json"), WritesBaseline = true });

        Assert.Equal("old", File.ReadAllText(In("old.sarif")));
        Assert.False(File.Exists(In("new.json")));
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    private static string Refused(RequestedScan scan) =>
        Assert.Throws<ScanFailedException>(() => ScanFiles.Check(scan)).Message;

    private string In(string name) => Path.Combine(_folder, name);

    private RequestedScan Scan() => new(new ScanOptions(_folder), "syncopate scan") { Rules = new HashSet<string>() };
}
