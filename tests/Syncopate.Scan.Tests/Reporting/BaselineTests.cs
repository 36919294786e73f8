using Syncopate.Scan.Baselines;
using Xunit;

namespace Syncopate.Scan.Tests.Reporting;

public sealed class BaselineTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("syncopate-baseline-").FullName;

    private string File => Path.Combine(_folder, "known.json");

    [Fact]
    public void What_was_written_is_known_when_it_is_read()
    {
        ScanResult result = ScanSpecimen.Result();
        System.IO.File.WriteAllText(File, Baseline.Of(result).Write());

        Assert.Empty(Baseline.Read(File).Apply(result).Counted());
        Assert.Equal(0, Baseline.Read(File).Gone(result, All));
    }

    [Fact]
    public void A_finding_that_is_new_counts_and_one_that_is_gone_is_told()
    {
        ScanResult before = ScanSpecimen.Result() with { Findings = Fingerprints.Fill([ScanSpecimen.Save, ScanSpecimen.Find]) };
        ScanResult after = before with { Findings = Fingerprints.Fill([ScanSpecimen.Save, ScanSpecimen.Price]) };
        Baseline baseline = Baseline.Of(before);

        Assert.Equal("SYNC2001", Assert.Single(baseline.Apply(after).Counted()).Rule);
        Assert.Equal(1, baseline.Gone(after, All));
    }

    [Fact]
    public void The_same_findings_in_any_order_give_the_same_file()
    {
        ScanResult result = ScanSpecimen.Result();

        Assert.Equal(Baseline.Of(result).Write(), Baseline.Of(result with { Findings = [.. result.Findings.Reverse()] }).Write());
        Assert.Contains("o => o.Id == id", Baseline.Of(result).Write());
    }

    [Fact]
    public void What_the_source_silences_is_not_in_it() => Assert.DoesNotContain("Job.Run", Baseline.Of(ScanSpecimen.Result()).Write());

    [Theory]
    [InlineData("", "cannot be understood")]
    [InlineData("{", "cannot be understood")]
    [InlineData("[]", "cannot be understood")]
    [InlineData("null", "is not a baseline")]
    [InlineData("""{"kind":"other","schema":1,"findings":[]}""", "is not a baseline")]
    [InlineData("""{"kind":"syncopate-scan-baseline","schema":1,"findings":null}""", "is not a baseline")]
    [InlineData("""{"kind":"syncopate-scan-baseline","schema":1,"findings":[null]}""", "is not a baseline")]
    [InlineData("""{"kind":"syncopate-scan-baseline","schema":2,"findings":[]}""", "version 2, and this tool reads up to 1")]
    [InlineData("""{"kind":"syncopate-scan-baseline","schema":1}""", "cannot be understood")]
    public void What_is_no_baseline_is_refused_in_a_sentence(string text, string said)
    {
        System.IO.File.WriteAllText(File, text);

        ScanFailedException refused = Assert.Throws<ScanFailedException>(() => Baseline.Read(File));
        Assert.Contains(said, refused.Message);
        Assert.Contains(File, refused.Message);
    }

    [Fact]
    public void A_file_that_is_missing_or_a_folder_is_refused_in_a_sentence()
    {
        Assert.Contains("There is no baseline", Assert.Throws<ScanFailedException>(() => Baseline.Read(File)).Message);
        Assert.Contains("Cannot read the baseline", Assert.Throws<ScanFailedException>(() => Baseline.Read(_folder)).Message);
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    private static IReadOnlySet<string> All => ScanRule.All.Select(r => r.Id).ToHashSet();
}
