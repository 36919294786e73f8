using Syncopate.Reporting;
using Syncopate.Scan.Loading;
using Syncopate.Scan.Sarif;
using Syncopate.Scan.Scanning;
using Xunit;

namespace Syncopate.Scan.Tests.Scanning;

/// <summary>The order in which threads finish must not be seen in a result.</summary>
[Trait("Judges", "laws")]
public sealed class DeterminismTests
{
    [Fact]
    public async Task The_same_sources_give_the_same_bytes_whatever_the_number_of_threads()
    {
        string one = await SarifAsync(1);

        Assert.Contains("SYNC2005", one, StringComparison.Ordinal);
        foreach (int threads in (int[])[8, 1, 8, 3])
            Assert.Equal(one, await SarifAsync(threads));
    }

    private static async Task<string> SarifAsync(int threads)
    {
        string target = Path.Combine(AppContext.BaseDirectory, "Cases", "Shop.slnx");
        LoadedSolution solution = await SolutionLoader.LoadAsync(target, new LoadOptions { UseMsBuild = false }, _ => { }, TestContext.Current.CancellationToken);
        ScanResult result = SolutionScan.Run(solution, new ScanOptions(target) { Threads = threads }, _ => { }, TestContext.Current.CancellationToken).Result;
        return SarifWriter.Write(ScanRanking.Sort(result), new ReportTool("syncopate", "1"), hasBaseline: false);
    }
}
