using System.Text.Json.Nodes;
using Microsoft.Playwright;
using Xunit;

namespace Syncopate.EndToEnd.Tests;

/// <summary><c>syncopate plan</c> with the real tool, as far as it computes.</summary>
[Trait("Judges", "behaviour")]
public sealed class PlanCommandTests(Browser browser)
{
    private static readonly (int Width, ColorScheme Colours)[] Views = [(1280, ColorScheme.Light), (1200, ColorScheme.Dark), (390, ColorScheme.Dark), (320, ColorScheme.Light)];

    [Fact]
    public async Task A_scenario_in_YAML_becomes_one_document()
    {
        using RunFolder folder = new();
        string scenario = Path.Combine(folder.Path, "shop.yaml");
        await File.WriteAllTextAsync(scenario, "cores: 4\nusers: 20\nendpoints:\n  - { name: orders, share: 7, cpuMilliseconds: 3, waitMilliseconds: 80 }\n  - { name: page, waitMilliseconds: 30, waits: 4 }\n", TestContext.Current.CancellationToken);

        (int code, string output, string error) = await Tool.RunAsync("plan", scenario, "--json");

        Assert.True(code == 0, error);
        JsonNode plan = JsonNode.Parse(output)!["plan"]!; // A document, or the test fails here.
        Assert.Equal(20, (int)plan["question"]!["users"]!);
        Assert.Equal(["blocking", "blockingOnTask", "awaiting", "awaitingTogether"], plan["forms"]!.AsArray().Select(f => (string?)f!["style"]));
    }

    [Fact]
    public async Task The_scenario_of_the_page_is_one()
    {
        string[] page = await File.ReadAllLinesAsync(
            Path.Combine(Built.RepositoryRoot, "docs", "plan.md"), TestContext.Current.CancellationToken);
        CodeBlock block = Assert.Single(CodeBlock.In("docs/plan.md", page), b => b.Language == "yaml");
        using RunFolder folder = new();
        string scenario = Path.Combine(folder.Path, "shop.yaml");
        await File.WriteAllLinesAsync(scenario, block.Lines, TestContext.Current.CancellationToken);

        (int code, string output, string error) = await Tool.RunAsync("plan", scenario, "--form", "async", "--json");

        Assert.True(code == 0, error);
        Assert.Equal(200, (int)JsonNode.Parse(output)!["plan"]!["question"]!["users"]!); // A document, or the test fails here.
    }

    /// <summary>The first two were refused or answered with half of the truth: a fraction of a core, what is sent again.</summary>
    [Theory]
    [InlineData("--cpu 10ms --wait 50ms --rate 100 --cores 2 --background 0.5", "100 requests/s on 1 machine: 100/s each")]
    [InlineData("--cpu 1ms --wait 50ms --rate 100 --cores 2 --retried 99.9%", "100 requests/s, 100,000 including retries, on 74 machines")]
    [InlineData("--wait 100ms:exp --users 10 --cores 2", "100 ms waiting on average, exponential.")]
    public async Task What_can_be_asked_is_answered(string line, string sentence)
    {
        (int code, string output, string error) = await Tool.RunAsync(["plan", "--form", "async", .. line.Split(' ')]);

        Assert.True(code == 0, error);
        Assert.Contains(sentence, output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("--cpu 5ms --users 5 --min-threads 9 --max-threads 5", "Raise the maximum, or lower the minimum")]
    [InlineData("no-such.yaml --users 5", "Cannot read the scenario 'no-such.yaml'")]
    public async Task What_cannot_be_planned_is_said_in_a_sentence(string line, string sentence)
    {
        (int code, string output, string error) = await Tool.RunAsync(["plan", .. line.Split(' ')]);

        Assert.Equal((2, ""), (code, output));
        Assert.Contains(sentence, error, StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_fleet_and_a_slow_dependency_are_in_the_document()
    {
        (int code, string output, string error) = await Tool.RunAsync(
            "plan", "--cpu", "0.5ms", "--wait", "50ms", "--rate", "200", "--cores", "2", "--form", "sync", "--form", "async", "--slow", "2s", "--slots", "12", "--price-core", "0.04", "--json");

        Assert.True(code == 0, error);
        JsonNode document = JsonNode.Parse(output)!; // A document, or the test fails here.
        // 200 requests/s of 0.53 ms are a tenth of two cores: one machine and one to spare, four cores at 0.04 for 720,000 requests.
        Assert.Equal(2, (int)document["fleet"]!["asyncInstances"]!);
        Assert.Equal(0.2222, (double)document["fleet"]!["asyncCostPerMillion"]!, 1e-4);
        Assert.Equal(10, document["slow"]!["protections"]!.AsArray().Count);
        // 12 calls at once of 50 ms are 240 per second.
        Assert.Equal(240, (double)document["slow"]!["stormToPerSecond"]!, 1e-9);
        Assert.Null(document["levels"]);
    }

    [Theory]
    [InlineData("--cpu 5ms --wait 50ms --waits 2 --users 10", "Thread-limited: ", "| parallel |")]
    [InlineData("--cpu 0.5ms --wait 50ms --rate 200 --slow 2s --slots 12", "sync starves when the wait stays above", "| timeout, circuit breaker |")]
    public async Task The_page_fits_and_can_be_copied(string line, string printed, string copied)
    {
        using RunFolder folder = new();
        string page = Path.Combine(folder.Path, "plan.html");
        (int code, string output, string error) = await Tool.RunAsync(["plan", .. line.Split(' '), "--html", page]);
        Assert.True(code == 0, error);
        Assert.Contains(printed, output, StringComparison.Ordinal);

        await using Tab tab = await browser.OpenAsync();
        await tab.Page.GotoAsync(new Uri(page).AbsoluteUri);
        await tab.Page.EvaluateAsync("document.querySelectorAll('details').forEach(fold => fold.open = true)");
        foreach ((int width, ColorScheme colours) in Views)
        {
            await tab.FitsAndCanBeReadAsync((width, colours));
            // On a screen of this width nobody looks for a column that has to be scrolled to.
            if (width >= 1200)
                Assert.Equal((width, 0), (width, await tab.Page.EvaluateAsync<int>("[...document.querySelectorAll('.wide')].filter(t => t.scrollWidth > t.clientWidth).length")));
        }

        Assert.Contains(copied, await tab.Page.Locator("#report-markdown code").TextContentAsync(), StringComparison.Ordinal);
        Assert.Empty(tab.Complaints);
    }

}
