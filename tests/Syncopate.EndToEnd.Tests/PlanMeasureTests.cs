using System.Text.Json.Nodes;
using Xunit;

namespace Syncopate.EndToEnd.Tests;

/// <summary><c>syncopate plan</c> with the real tool: measured, and compared with this machine.</summary>
[Collection(nameof(Alone))]
[Trait("Judges", "time")]
public sealed class PlanMeasureTests
{
    [Fact]
    public async Task A_page_that_is_measured_tells_its_own_cost()
    {
        await using RunningSample site = await RunningSample.StartAsync("SampleSite", "--Database:Open=when-asked");

        (int code, string output, string error) = await Tool.RunAsync(
            "plan", "--measure", new Uri(site.Client.BaseAddress!, "/planned/async?microseconds=0&ms=40&waits=1").ToString(), "--pid", $"{site.ProcessId}", "--users", "5", "--form", "async", "--json"); // It has an address once it is started.

        Assert.True(code == 0, error);
        JsonNode demand = JsonNode.Parse(output)!["plan"]!["question"]!["endpoints"]![0]!["demand"]!; // A document, or the test fails here.
        // A page that waits needs its wait at least, and a processor for less than the whole; how much more of each is the machine's.
        double total = (double)demand["totalSeconds"]!;
        Assert.True(total >= 0.040, $"{total} s in all");
        Assert.InRange((double)demand["cpuSeconds"]!, 0, total / 2);
    }

    [Fact]
    public async Task A_plan_is_held_against_this_machine()
    {
        using RunFolder folder = new();
        string scenario = Path.Combine(folder.Path, "mix.json");
        await File.WriteAllTextAsync(scenario, """{ "users": 2, "endpoints": [ { "waitMilliseconds": 20, "share": 3 }, { "wait": "60ms:exp", "waits": 2 } ] }""", TestContext.Current.CancellationToken);

        (int code, string output, string error) = await Tool.RunAsync("plan", scenario, "--form", "async", "--validate", "--out", Path.Combine(folder.Path, "run"));

        Assert.True(code == 0, error);
        Assert.Contains("predicted", output, StringComparison.Ordinal);
        Assert.Contains("requests/s", output, StringComparison.Ordinal);
        Assert.True(File.Exists(Path.Combine(folder.Path, "run", "run.jsonl")));
    }
}
