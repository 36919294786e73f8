using Syncopate.Scan.Baselines;
using Syncopate.Scan.Scanning;
using Syncopate.Scan.Tests.Reporting;
using Xunit;

namespace Syncopate.Scan.Tests.Scanning;

/// <summary>A scan from what is asked to what is written, of code that a test has found.</summary>
public sealed class ScanJobTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("syncopate-scan-job-").FullName;

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task What_a_baseline_knows_does_not_count_the_next_time()
    {
        RequestedScan scan = Asked() with { Baseline = In("known.json") };
        ScanJob writes = ScanJob.Open(scan with { WritesBaseline = true }, Finds(ScanSpecimen.Save, ScanSpecimen.Find));
        ScanEnd first = await writes.RunAsync(_ => { }, Token);

        ScanJob reads = ScanJob.Open(scan, Finds(ScanSpecimen.Save, ScanSpecimen.Price));
        ScanEnd second = await reads.RunAsync(_ => { }, Token);

        Assert.Equal((2, 0), (first.Written, first.Gone));
        Assert.Equal((null, 1), (second.Written, second.Gone));
        Assert.Equal("SYNC2001", Assert.Single(second.Result.Counted()).Rule);
    }

    [Fact]
    public async Task Findings_of_other_rules_are_left_out_and_the_result_says_so()
    {
        RequestedScan scan = Asked() with { Rules = new HashSet<string> { "SYNC2001" } };

        ScanEnd end = await ScanJob.Open(scan, Finds(ScanSpecimen.Save, ScanSpecimen.Price)).RunAsync(_ => { }, Token);

        Assert.Equal("SYNC2001", Assert.Single(end.Result.Findings).Rule);
        Assert.True(end.Result.IsNarrowed);
    }

    [Fact]
    public async Task Changes_are_worked_out_only_where_something_shows_them()
    {
        List<int> changes = [];
        Task<ScanResult> FindAsync(ScanOptions options, Action<string> progress, CancellationToken token)
        {
            changes.Add(options.Changes);
            return Task.FromResult(ScanSpecimen.Result());
        }

        await ScanJob.Open(Asked(), FindAsync).RunAsync(_ => { }, Token);
        await ScanJob.Open(Asked() with { Sarif = In("scan.sarif") }, FindAsync).RunAsync(_ => { }, Token);

        Assert.Equal(0, changes[0]);
        Assert.True(changes[1] > 0);
    }

    [Fact]
    public async Task What_was_found_is_written_where_a_file_is_named()
    {
        ScanJob job = ScanJob.Open(Asked() with { Sarif = In("scan.sarif") }, Finds(ScanSpecimen.Save));
        ScanEnd end = await job.RunAsync(_ => { }, Token);

        Assert.Equal(In("scan.sarif"), job.WriteSarif(end.Result, ScanSpecimen.Tool));
        Assert.Null(job.WritePage(end.Result, ScanSpecimen.Tool));
        Assert.Contains("SYNC2005", await File.ReadAllTextAsync(In("scan.sarif"), Token), StringComparison.Ordinal);
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    private static Func<ScanOptions, Action<string>, CancellationToken, Task<ScanResult>> Finds(
        params Finding[] found) =>
        (_, _, _) => Task.FromResult(ScanSpecimen.Result() with { Findings = Fingerprints.Fill([.. found]) });

    private string In(string name) => Path.Combine(_folder, name);

    private RequestedScan Asked() => new(new ScanOptions(_folder), "syncopate scan")
    {
        Rules = ScanRule.All.Select(rule => rule.Id).ToHashSet(),
    };
}
