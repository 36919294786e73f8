using Xunit;

namespace Syncopate.EndToEnd.Tests;

/// <summary>The main job with the real tool and real samples; what goes wrong on its way is in <see cref="RunFaultTests"/>.</summary>
[Trait("Judges", "behaviour")]
public sealed class RunCommandTests(QuickRuns runs)
{
    private static readonly string[] ReportFiles = ["report.html", "report.md", "report.json", "run.jsonl"];

    [Fact]
    public async Task A_run_leaves_a_report_that_can_be_made_again_byte_for_byte()
    {
        using RunFolder folder = new();
        QuickRun run = await runs.OfAsync("cpu-bound");
        run.CopyTo(folder.Path);

        Dictionary<string, byte[]> first = ReportFiles.ToDictionary(f => f, f => File.ReadAllBytes(Path.Combine(folder.Path, f)));
        (int again, _, _) = await Tool.RunAsync("report", folder.Path);

        Assert.Equal(0, again);
        Assert.Contains("cpu-bound", run.Output, StringComparison.Ordinal);
        Assert.NotEmpty(Directory.GetFiles(folder.Path, "*.hlog"));
        foreach ((string file, byte[] bytes) in first)
            Assert.Equal(bytes, await File.ReadAllBytesAsync(Path.Combine(folder.Path, file), TestContext.Current.CancellationToken));
    }

    [Fact]
    public async Task The_figures_of_a_run_are_tables_on_demand()
    {
        using RunFolder folder = new();
        (await runs.OfAsync("cpu-bound")).CopyTo(folder.Path);

        (int code, string _, string error) = await Tool.RunAsync("report", folder.Path, "--csv");

        Assert.True(code == 0, error);
        Assert.StartsWith("experiment,form,label,count,", folder.Read("forms.csv"), StringComparison.Ordinal);
        Assert.Contains("\r\ncpu-bound,sync,", folder.Read("forms.csv"), StringComparison.Ordinal);
        Assert.Contains("\r\ncpu-bound,sync,1,", folder.Read("rounds.csv"), StringComparison.Ordinal);
        Assert.Contains("\r\ncpu-bound,cpuPerRequest,sync,async,true,", folder.Read("comparisons.csv"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_unknown_experiment_is_refused_with_the_nearest_name()
    {
        (int code, string output, string error) = await Tool.RunAsync("run", "io-bond");

        Assert.Equal(2, code);
        Assert.Empty(output);
        Assert.Contains("Unknown experiment 'io-bond'. Did you mean io-bound?", error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("--seed", "seven", "--seed takes a whole number from 0 to 18446744073709551615; found 'seven'")]
    [InlineData("--seed", "-1", "--seed takes a whole number")]
    [InlineData("--port", "70000", "--port takes a whole number from 0 to 65531; found '70000'")]
    public async Task A_bad_number_is_refused_with_what_is_allowed(string option, string value, string message)
    {
        (int code, string output, string error) = await Tool.RunAsync("run", option + "=" + value);

        Assert.Equal(2, code);
        Assert.Empty(output);
        Assert.Contains(message, error, StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_mistyped_option_is_refused_with_the_nearest_one()
    {
        (int code, string output, string error) = await Tool.RunAsync("run", "--quik");

        Assert.Equal(2, code);
        Assert.Empty(output);
        Assert.Contains("Did you mean --quick?", error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_folder_that_cannot_be_written_is_refused_before_anything_starts()
    {
        using RunFolder folder = new();
        string file = Path.Combine(folder.Path, "file");
        await File.WriteAllTextAsync(file, "", TestContext.Current.CancellationToken);

        (int code, _, string error) = await Tool.RunAsync("run", "--quick", "--out", Path.Combine(file, "below"));

        Assert.Equal(4, code);
        Assert.Contains("Cannot write", error, StringComparison.Ordinal);
        Assert.Contains("Use --out DIR", error, StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_folder_that_holds_a_run_is_never_overwritten()
    {
        using RunFolder folder = new();
        await File.WriteAllTextAsync(folder.Journal, "kept", TestContext.Current.CancellationToken);

        (int code, _, string error) = await Tool.RunAsync("run", "--quick", "--out", folder.Path);

        Assert.Equal(2, code);
        Assert.Contains("already holds a run", error, StringComparison.Ordinal);
        Assert.Equal("kept", folder.Read("run.jsonl"));
    }

    [Fact]
    public async Task A_folder_without_a_run_has_no_report()
    {
        using RunFolder folder = new();

        (int code, _, string error) = await Tool.RunAsync("report", folder.Path);

        Assert.Equal(4, code);
        Assert.Contains("holds no run.jsonl", error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_list_names_every_experiment_and_its_published_figures()
    {
        (int code, string output, _) = await Tool.RunAsync("list");

        Assert.Equal(0, code);
        foreach (string id in new[] { "delay", "dashboard", "io-bound", "cpu-bound", "first-wins", "external", "ef", "ef-web", "long-running", "tight-loop", "first-call", "starvation" })
            Assert.Contains(id, output, StringComparison.Ordinal);
        Assert.Contains("sync 2,467 ms", output, StringComparison.Ordinal);
        Assert.Contains("await Task.Run for each: sync 1,000 ms, async 1,150 ms", output, StringComparison.Ordinal);
        Assert.Contains("async over 70 ms, async 45 ms to the first await, async over 900 framework methods executed", output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_servers_write_the_classic_line_of_the_pool_monitor()
    {
        QuickRun run = await runs.OfAsync("cpu-bound");

        string log = await File.ReadAllTextAsync(
            Directory.GetFiles(Path.Combine(run.Path, "logs"), "*SampleSite-sync.log")[0], TestContext.Current.CancellationToken);
        Assert.Matches(@"At \d\d:\d\d:\d\d - # of threads in use is \d+, avail worker: \d+, ports: \d+", log);
    }

    [Fact]
    public async Task Without_a_command_the_tool_says_where_to_start()
    {
        (int code, string output, string error) = await Tool.RunAsync();

        Assert.Equal(0, code);
        Assert.Empty(error);
        Assert.Contains("New here? Start with: syncopate run --quick", output, StringComparison.Ordinal);
        Assert.All(["run", "compare", "load", "watch", "plan", "list", "report", "gate", "history"], command => Assert.Contains($"  syncopate {command} ", output, StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("--help", "Exit codes: 0 done")]
    [InlineData("--version", "0.2.0")]
    public async Task Help_and_version_go_to_stdout(string option, string expected)
    {
        (int code, string output, string error) = await Tool.RunAsync(option);

        Assert.Equal(0, code);
        Assert.Empty(error);
        Assert.Contains(expected, output, StringComparison.Ordinal);
    }
}
