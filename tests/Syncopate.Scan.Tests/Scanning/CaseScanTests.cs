using System.Diagnostics;
using Syncopate.Scan.Loading;
using Syncopate.Scan.Scanning;
using Xunit;

namespace Syncopate.Scan.Tests.Scanning;

/// <summary>The marked solution, loaded as a user's is: what the marks say is what the scan reports, whichever way it is read.</summary>
[Trait("Judges", "behaviour")]
public sealed class CaseScanTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("syncopate-cases-").FullName;

    [Fact]
    public async Task Every_mark_holds_when_MSBuild_reads_the_projects_with_their_packages()
    {
        await RestoreAsync();

        Assert.Empty(CaseMarks.Differences(_folder, await ScanAsync(new LoadOptions())));
    }

    [Fact]
    public async Task Every_mark_holds_when_projects_are_read_as_text() =>
        Assert.Empty(CaseMarks.Differences(_folder, await ScanAsync(new LoadOptions { UseMsBuild = false })));

    [Fact]
    public async Task Every_mark_holds_when_no_package_is_there_and_signatures_stand_for_them() => Assert.Empty(CaseMarks.Differences(
        _folder, await ScanAsync(new LoadOptions { UseMsBuild = false, PackageFolder = Path.Combine(_folder, "no-packages") })));

    [Fact]
    public async Task A_finding_too_few_or_too_many_is_a_difference()
    {
        ScanResult result = await ScanAsync(new LoadOptions { UseMsBuild = false });
        Finding first = result.Findings.First(finding => finding.Rule == "SYNC2001");

        Assert.StartsWith("missed", Assert.Single(CaseMarks.Differences(_folder, result with { Findings = [.. result.Findings.Where(finding => finding != first)] })), StringComparison.Ordinal);
        Assert.StartsWith("unmarked", Assert.Single(CaseMarks.Differences(
            _folder, result with { Findings = [.. result.Findings, first with { Place = first.Place with { Line = 1, EndLine = 1 } }] })), StringComparison.Ordinal);
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    private async Task<ScanResult> ScanAsync(LoadOptions options)
    {
        Copy();
        string target = Path.Combine(_folder, "Shop.slnx");
        LoadedSolution solution = await SolutionLoader.LoadAsync(target, options, _ => { }, TestContext.Current.CancellationToken);
        return SolutionScan.Run(solution, new ScanOptions(target), _ => { }, TestContext.Current.CancellationToken).Result;
    }

    private void Copy()
    {
        string cases = Path.Combine(AppContext.BaseDirectory, "Cases");
        foreach (string file in Directory.EnumerateFiles(cases, "*", SearchOption.AllDirectories))
        {
            string copy = Path.Combine(_folder, Path.GetRelativePath(cases, file));
            Directory.CreateDirectory(Path.GetDirectoryName(copy)!);
            File.Copy(file, copy, overwrite: true);
        }
    }

    // Where packages cannot be had, the loader does with what is there, and the marks must hold all the same.
    private async Task RestoreAsync()
    {
        Copy();
        ProcessStartInfo start = new("dotnet", ["restore", "Shop.slnx", "--nologo", "-v", "q"]) { WorkingDirectory = _folder, RedirectStandardOutput = true };
        start.Environment["MSBUILDDISABLENODEREUSE"] = "1";
        using Process restore = Process.Start(start)!;
        await restore.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        await restore.WaitForExitAsync(TestContext.Current.CancellationToken);
    }
}
