using Syncopate.Planning;
using Syncopate.Planning.Formulas;
using Syncopate.Planning.Simulation;
using Xunit;

namespace Syncopate.Tests.Capacity;

/// <summary>Bands compared with new servers that the model had not seen: .NET 10.0.12 on two cores, 30 s of load, a
/// process each; answers per second, median and 99th percentile in ms, threads at the end.</summary>
public sealed class ServerLuckTests
{
    private static readonly (string Wait, double Cpu, WaitStyle Style, int Users, double PerSecond, double[][] Measured)[] Ramps =
    [
        ("150ms", 0, WaitStyle.Blocking, 40, 0, [[75.7, 301, 2_271, 28], [17.5, 2_254, 3_605, 3], [55.3, 469, 2_133, 26]]),
        ("600ms", 0, WaitStyle.Blocking, 20, 0, [[13.0, 1_203, 4_740, 13], [17.1, 1_121, 3_595, 24], [8.4, 1_831, 5_402, 10]]),
        ("72.8ms,745ms:lognormal", 0, WaitStyle.Blocking, 30, 0, [[50.5, 424, 2_010, 20], [72.7, 281, 1_697, 31]]),
        ("300ms", 0, WaitStyle.BlockingOnTask, 40, 0, [[101.7, 301, 1_761, 62], [101.3, 301, 2_422, 62]]),
        ("150ms:exp", 0, WaitStyle.BlockingOnTask, 60, 0, [[285, 115, 2_007, 66], [229, 130, 3_276, 65]]),
        ("80ms", 0, WaitStyle.Blocking, 0, 60, [[59.9, 256, 4_714, 11], [59.6, 4_345, 11_383, 17]]),
        ("60ms", 0.003, WaitStyle.Blocking, 25, 0, [[191, 85, 565], [178, 103, 719]]),
    ];

    // The measured figures were printed with three digits.
    private const double Rounding = 0.005;

    [Fact]
    public void A_band_of_90_percent_holds_what_new_servers_did_in_85_percent_of_the_figures()
    {
        List<(string Case, double Low, double High, double Measured)> figures = [.. Ramps.SelectMany(Figures)];

        string[] missed =
        [
            .. figures
                .Where(f => f.Measured < (1 - Rounding) * f.Low || f.Measured > (1 + Rounding) * f.High)
                .Select(f => FormattableString.Invariant($"{f.Case}: {f.Measured:0.#} is not in {f.Low:0.#} to {f.High:0.#}")),
        ];

        Assert.True(missed.Length <= 0.15 * figures.Count, $"{missed.Length} of {figures.Count} are missed. {string.Join("; ", missed)}");
    }

    [Fact]
    public void Equal_seeds_have_equal_luck_and_others_another()
    {
        Assert.Equal(ServerLuck.Draw(7), ServerLuck.Draw(7));
        Assert.NotEqual(ServerLuck.Draw(7), ServerLuck.Draw(8));
    }

    [Fact]
    public void Luck_lies_around_the_constants_that_were_read_from_the_runtime()
    {
        ServerLuck[] lucks = [.. Enumerable.Range(1, 2_001).Select(seed => ServerLuck.Draw((ulong)seed))];

        Assert.Equal(1, lucks.Select(l => l.Slice).Order().ElementAt(1_000), 0.05);
        Assert.Equal(1, lucks.Select(l => l.Compiling).Order().ElementAt(1_000), 0.05);
        Assert.All(lucks, l => Assert.InRange(l.History.Requests, 1, 601));
        Assert.Equal(PoolConstants.Net10.GateSeconds, lucks[0].Of(PoolConstants.Net10).GateSeconds);
    }

    private static IEnumerable<(string Case, double Low, double High, double Measured)> Figures(
        (string Wait, double Cpu, WaitStyle Style, int Users, double PerSecond, double[][] Measured) ramp)
    {
        PlanQuestion question = new()
        {
            Endpoints = [new PlannedEndpoint(ramp.Cpu, WaitTime.Parse(ramp.Wait))],
            Cores = 2,
            Users = ramp.Users > 0 ? ramp.Users : null,
            ArrivalsPerSecond = ramp.PerSecond > 0 ? ramp.PerSecond : null,
            Styles = [ramp.Style],
            Seed = 1,
        };
        PlannedLevel level = Planner.Predict(question, ramp.Style, TimeSpan.FromSeconds(30), warmRequests: null);
        (string Name, Band Band)[] bands =
        [
            ("answers/s", level.RequestsPerSecond), ("median", level.P50Milliseconds), ("p99", level.P99Milliseconds),
            ("threads", level.Threads),
        ];
        return ramp.Measured.SelectMany(measured =>
            bands.Zip(measured, (band, value) => ($"{ramp.Style} {ramp.Wait} {band.Name}", band.Band.Low, band.Band.High, value)));
    }
}
