using Syncopate.Cli.Plans;
using Syncopate.Histograms;
using Syncopate.Planning.Formulas;
using Xunit;

namespace Syncopate.Cli.Tests;

public sealed class PlanSourceTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("syncopate-plans-");

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public void A_scenario_names_a_log_beside_itself()
    {
        Write("waits.hlog", milliseconds: 50);
        string scenario = Path.Combine(_folder.FullName, "shop.yaml");
        File.WriteAllText(scenario, """
            users: 5
            endpoints:
              - { name: orders, cpuMilliseconds: 3, wait: waits.hlog }
              - { name: page, wait: '100ms:exp' }

            """);

        IReadOnlyList<PlannedEndpoint> kinds = PlanSource.Read(scenario).Kinds;

        Assert.Equal(0.05, kinds[0].Demand.WaitSeconds, 0.0005);
        Assert.Equal(WaitShape.Exponential, kinds[1].Wait.Shape);
    }

    private void Write(string name, int milliseconds)
    {
        Histogram histogram = new();
        for (int i = 0; i < 100; i++)
            histogram.Record(milliseconds * 1_000_000L);
        using FileStream stream = File.Create(Path.Combine(_folder.FullName, name));
        using HistogramLogWriter log = new(stream, new DateTimeOffset(2026, 11, 22, 0, 0, 0, TimeSpan.Zero));
        log.Write(new HistogramLogEntry(null, 0, 1, histogram));
    }
}
