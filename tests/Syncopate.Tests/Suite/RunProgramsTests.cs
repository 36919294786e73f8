using System.Diagnostics;
using Syncopate.Tests.Conventions;
using Syncopate.Watch.Tests;
using Xunit;

namespace Syncopate.Tests.Suite;

/// <summary>What <c>tests/run-programs</c> forgives and what it does not, with a real program of tests whose faults are planted.</summary>
[Trait("Judges", "laws")]
public sealed class RunProgramsTests
{
    private const string Test = "PlantedTests.BehaviourTests.Race";

    [Theory]
    [InlineData("", "12 passed, 0 failed, 0 skipped")]
    [InlineData("Race=1", "12 passed, 0 failed, 0 skipped", $"unsteady, passed when run again alone: {Test}: Race failed, as planted")]
    [InlineData("Wait=1", "12 passed, 0 failed, 0 skipped", "unsteady: 1")]
    [InlineData("Figure-one=1,2", "12 passed, 0 failed, 0 skipped", "unsteady: 1")]
    [InlineData("Figure-one=1 Figure-two=1", "12 passed, 0 failed, 0 skipped", "unsteady: 1")]
    [InlineData("Race=1 A=1", "12 passed, 0 failed, 0 skipped", "unsteady: 2")]
    public async Task What_time_alone_may_have_broken_passes_and_is_named(string plant, string totals, params string[] said)
    {
        (int code, string[] lines) = await RunAsync(plant);

        Assert.Equal(totals, lines[^1]);
        Assert.Equal(0, code);
        Assert.All(said, line => Assert.Contains(line, lines));
    }

    [Theory]
    [InlineData("Race=1,2", "11 passed, 1 failed, 0 skipped", $"failed (try 2) {Test}")]
    [InlineData("Race=1,3", "11 passed, 1 failed, 0 skipped", $"failed (try 3) {Test}")]
    [InlineData("Wait=1,3", "11 passed, 1 failed, 0 skipped", "failed (try 3) PlantedTests.LawTests.Wait")]
    [InlineData("Figure-one=1,2,3", "11 passed, 1 failed, 0 skipped", "failed (try 3) PlantedTests.TimeTests.Figure")]
    [InlineData("Figure-one=1,2 Figure-two=3", "11 passed, 1 failed, 0 skipped", "failed (try 3) PlantedTests.TimeTests.Figure")]
    [InlineData("Slot=1", "11 passed, 1 failed, 0 skipped", "failed, and is not run again, as it is a law: PlantedTests.LawTests.Slot")]
    [InlineData(
        "Convention=1",
        "11 passed, 1 failed, 0 skipped",
        "failed, and is not run again, as only its input decides: PlantedTests.PureTests.Convention")]
    [InlineData(
        "Race=1 A=1 B=1",
        "9 passed, 3 failed, 0 skipped",
        $"unsteady, and red all the same, as more than 2 of its class are: {Test}: Race failed, as planted")]
    [InlineData(
        "Race=1 A=1 B=1 C=1",
        "8 passed, 4 failed, 0 skipped",
        $"unsteady, and red all the same, as more than 3 that judge behaviour are: {Test}: Race failed, as planted")]
    [InlineData("Many=1", "10 passed, 1 failed, 31 skipped", "error: more than 30 tests were not judged")]
    [InlineData(
        "Convention=1 Slot=1 Wait=1 Figure-one=1 Busy=1 Race=1 A=1 B=1 C=1",
        "3 passed, 9 failed, 0 skipped",
        "9 tests failed, more than 8: none is run again")]
    public async Task A_fault_stays_red(string plant, string totals, string said)
    {
        (int code, string[] lines) = await RunAsync(plant);

        Assert.Equal(totals, lines[^1]);
        Assert.Equal(1, code);
        Assert.Contains(said, lines);
    }

    [Theory]
    [InlineData("Crash=1", "error: PlantedTests ended with exit code 134", "under way: PlantedTests.PureTests.Crash")]
    [InlineData("Hang=1", "error: PlantedTests was ended after 20 s", "under way: PlantedTests.BehaviourTests.Hang")]
    public async Task A_program_that_dies_or_never_ends_is_red_and_its_test_is_named(string plant, params string[] said)
    {
        (int code, string[] lines) = await RunAsync(plant);

        Assert.Equal("0 passed, 1 failed, 0 skipped", lines[^1]);
        Assert.Equal(1, code);
        Assert.All(said, line => Assert.Contains(line, lines));
    }

    [Theory]
    [InlineData(
        "Race=1", "SYNCOPATE_AGAIN_PATIENCE", "11 passed, 1 failed, 0 skipped",
        $"failed, and there is no time left to run it again: {Test}")]
    [InlineData("Hang=1", "SYNCOPATE_PATIENCE", "0 passed, 1 failed, 0 skipped", "under way: PlantedTests.BehaviourTests.Hang")]
    public async Task Without_time_left_it_is_red_and_says_for_what(string plant, string limit, string totals, string said)
    {
        (int code, string[] lines) = await RunAsync(plant, limit: limit);

        Assert.Equal(totals, lines[^1]);
        Assert.Equal(1, code);
        Assert.Contains(said, lines);
    }

    /// <summary>Where it was skipped, and where it was when it ran again.</summary>
    [Theory]
    [InlineData("Skipped=1")]
    [InlineData("Busy=1 Skipped=2")]
    public async Task What_had_no_time_is_not_judged_and_is_named(string plant)
    {
        (int code, string[] lines) = await RunAsync(plant);

        Assert.Equal("11 passed, 0 failed, 1 skipped", lines[^1]);
        Assert.Equal(0, code);
        Assert.Contains("PlantedTests.TimeTests.Busy: Not judged: planted.", lines);
        Assert.Contains("not judged: 1", lines);
    }

    [Theory]
    [InlineData("2026-11-25", "unknown", 0)]
    [InlineData("2026-11-25 2026-11-26", "a port that another took", 0)]
    [InlineData("2026-11-25 2026-11-26", "unknown", 1)]
    public async Task A_test_that_is_unsteady_for_the_third_time_without_a_cause_is_red(string seen, string cause, int expected)
    {
        (int code, string[] lines) = await RunAsync("Race=1", $"| `{Test}` | {seen} | {cause} |\n");

        Assert.Equal(expected, code);
        Assert.Equal(expected == 1, lines.Any(line => line.Contains("has it 2 times with no cause", StringComparison.Ordinal)));
    }

    /// <summary>What programs leave in one folder under one name only the last would keep.</summary>
    [Fact]
    public async Task A_program_finds_its_own_name_in_an_option()
    {
        (int code, string[] lines) = await RunAsync("", options: ["--filter-class", "{}.PureTests"]);

        Assert.Equal(0, code);
        Assert.Matches("^[1-9][0-9]* passed, 0 failed, 0 skipped$", lines[^1]);
        Assert.NotEqual("12 passed, 0 failed, 0 skipped", lines[^1]);
    }

    private static async Task<(int Code, string[] Lines)> RunAsync(
        string plant, string ledger = "", string? limit = null, string[]? options = null)
    {
        using TemporaryFolder folder = new();
        await File.WriteAllTextAsync(Path.Combine(folder.Path, "unsteady.md"), ledger, TestContext.Current.CancellationToken);
        string[] words = [Path.Combine(Repository.Root, "tests", "run-programs"), "PlantedTests", "--", .. options ?? []];
        ProcessStartInfo start = new("bash", words)
        {
            RedirectStandardOutput = true,
            Environment =
            {
                ["PLANT"] = plant,
                ["PLANT_RUNS"] = folder.Path,
                ["SYNCOPATE_RESULTS"] = Path.Combine(folder.Path, "results"),
                ["SYNCOPATE_UNSTEADY"] = Path.Combine(folder.Path, "unsteady.md"),
                ["SYNCOPATE_PROGRAM_PATIENCE"] = plant.StartsWith("Hang", StringComparison.Ordinal) ? "20" : "300",
            },
        };
        if (limit is not null)
            start.Environment[limit] = limit.Contains("AGAIN", StringComparison.Ordinal) ? "0" : "15";
        using Process run = Process.Start(start)!;
        string output = await run.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        await run.WaitForExitAsync(TestContext.Current.CancellationToken);
        return (run.ExitCode, output.TrimEnd('\n').Split('\n'));
    }
}
