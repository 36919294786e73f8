using System.Text.Json;
using Xunit;

namespace Syncopate.EndToEnd.Tests;

/// <summary><c>syncopate compare</c> with the real tool: what it finds, and what it does not. What goes wrong is in
/// <see cref="CompareFaultTests"/>.</summary>
[Collection(nameof(Alone))]
[Trait("Judges", "time")]
public sealed class CompareCommandTests
{
    private static readonly string[] ReportFiles = ["report.html", "report.md", "report.json", "run.jsonl"];

    private static readonly string[] NoDifferences = ["noDifference", "undecided"];

    [Fact]
    public async Task A_difference_is_found_and_a_finished_journal_judged_again_gives_the_same_bits()
    {
        await using TwinSite site = await TwinSite.StartAsync();
        using RunFolder folder = new();

        (int code, string output, string error) = await Tool.RunAsync(
            "compare", site.Address + "/wait/40", site.Address + "/wait/10", "--users", "4", "--budget", "60s", "--seed", "7", "--traceparent",
            "--out", folder.Path);
        Dictionary<string, byte[]> first = ReportFiles.ToDictionary(f => f, f => File.ReadAllBytes(Path.Combine(folder.Path, f)));
        (int again, _, _) = await Tool.RunAsync("report", folder.Path);

        Assert.True(code == 0, error);
        Assert.Equal(0, again);
        Assert.True(output.Contains("times faster than A", StringComparison.Ordinal), output);
        AssertTraces(site, folder);
        // What is far apart is decided before the noise has an interval.
        Assert.True(output.Contains("above the noise", StringComparison.Ordinal) || output.Contains("The noise is not known", StringComparison.Ordinal), output);
        foreach ((string file, byte[] bytes) in first)
            Assert.Equal(bytes, await File.ReadAllBytesAsync(Path.Combine(folder.Path, file), TestContext.Current.CancellationToken));
    }

    private static void AssertTraces(TwinSite site, RunFolder folder)
    {
        using JsonDocument report = JsonDocument.Parse(folder.Read("report.json"));
        JsonElement experiment = Assert.Single(report.RootElement.GetProperty("experiments").EnumerateArray());
        JsonElement[] forms = [.. experiment.GetProperty("forms").EnumerateArray()];
        foreach ((JsonElement form, string path) in forms.Zip(["/wait/40", "/wait/10"]))
        {
            JsonElement[] slowest = [.. form.GetProperty("slowest").EnumerateArray()];
            Assert.Equal(10, slowest.Length);
            double max = form.GetProperty("max").GetDouble();
            Assert.Equal(max, slowest[0].GetProperty("milliseconds").GetDouble(), max * 0.001);
            Assert.All(slowest, slow => Assert.Equal(path, site.Traces[slow.GetProperty("traceId").GetString() ?? ""]));
        }
    }

    // One of a hundred verdicts of 99 % errs by design, which ChanceRunTests counts over simulated runs. A false one here is followed
    // by two more, which must both be good: 1 % becomes 0.02 %.
    [Fact]
    public async Task A_page_against_itself_is_not_called_different()
    {
        await using TwinSite site = await TwinSite.StartAsync();

        string? verdict = await VerdictOnItselfAsync(site);
        if (!NoDifferences.Contains(verdict))
        {
            Assert.Contains(await VerdictOnItselfAsync(site), NoDifferences);
            Assert.Contains(await VerdictOnItselfAsync(site), NoDifferences);
        }
    }

    private static async Task<string?> VerdictOnItselfAsync(TwinSite site)
    {
        using RunFolder folder = new();

        (int code, string output, string error) = await Tool.RunAsync(
            "compare", site.Address + "/wait/5?a", site.Address + "/wait/5?b", "--users", "4", "--budget", "10s", "--confidence", "99", "--json", "--out", folder.Path);

        Assert.True(code == 0, error);
        using JsonDocument report = JsonDocument.Parse(output);
        JsonElement comparison = Assert.Single(report.RootElement.GetProperty("experiments").EnumerateArray());
        Assert.Equal(0.99, comparison.GetProperty("comparisons")[0].GetProperty("confidence").GetDouble());
        return comparison.GetProperty("verdict").GetString();
    }

    [Fact]
    public async Task A_server_that_runs_already_tells_what_it_uses_and_where_it_blocks()
    {
        await using RunningSample site = await RunningSample.StartAsync("SampleSite");
        using RunFolder folder = new();
        string page = site.Client.BaseAddress!.ToString().TrimEnd('/') + "/customers/";

        (int code, string output, string error) = await Tool.RunAsync(
            "compare", page + "sync-delay?ms=10", page + "async-delay?ms=5", "--users", "4", "--budget", "12s", "--probe", "--json", "--out", folder.Path);

        Assert.True(code == 0, error);
        using JsonDocument report = JsonDocument.Parse(output);
        string? why = Assert.Single(report.RootElement.GetProperty("experiments").EnumerateArray()).GetProperty("why").GetString();
        // A small action, much called, is compiled into the code that calls it: then the route is all that is left of it.
        Assert.Matches("blocked in Task.Wait (called by CustomersController.SyncGet200MsDelay \\(CustomersController.cs:17\\), |while )serving GET /customers/sync-delay.*: sync over async.", why);
        Assert.Contains("B blocked none of its", why, StringComparison.Ordinal);
        Assert.All(folder.Slots, slot =>
        {
            TargetUse use = Assert.IsType<TargetUse>(slot.Target);
            Assert.True(use.CpuNanoseconds > 0);
            Assert.InRange(use.AllocatedBytes / (double)(slot.Count + slot.Discarded), 500, 1_000_000);
            Assert.InRange(use.MaximumThreads, 1, 100);
        });
    }

    [Fact]
    public async Task Two_commands_are_compared_as_whole_processes()
    {
        using RunFolder folder = new();

        (int code, string output, string error) = await Tool.RunAsync(
            "compare", "--exec-a", "sleep 0.3", "--exec-b", "sh -c 'echo done'", "--budget", "60s", "--out", folder.Path);

        Assert.True(code == 0, error);
        Assert.Contains("times faster than A", output, StringComparison.Ordinal);
        Assert.All(folder.Slots, slot => Assert.True(slot.Target?.CpuNanoseconds > 0));
    }
}
