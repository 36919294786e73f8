using System.Diagnostics;
using Syncopate.Tests.Conventions;
using Syncopate.Watch.Tests;
using Xunit;

namespace Syncopate.Tests.Suite;

/// <summary>How <c>tests/mutations</c> judges scores: here they are written down, and no fault is planted.</summary>
[Trait("Judges", "laws")]
public sealed class MutationScoreTests : IDisposable
{
    private const string Load = "Syncopate.Load";

    private readonly TemporaryFolder _folder = new();

    private string Floors => Path.Combine(_folder.Path, "floors");

    [Fact]
    public async Task A_floor_is_a_point_below_the_score_and_holds_it_then()
    {
        Plant(Load, seen: 100, all: 120);

        Assert.Equal(1, await JudgeAsync("no floor", Load));
        Assert.Equal(0, await JudgeAsync("floor   82.3", "--raise", Load));
        Assert.Equal(0, await JudgeAsync("floor   82.3", Load));
        Assert.Equal("Syncopate.Load 82.3\n", await File.ReadAllTextAsync(Floors, TestContext.Current.CancellationToken));
    }

    /// <summary>Also when it is to be raised: then the floor stays as well.</summary>
    [Theory]
    [InlineData("--again")]
    [InlineData("--raise")]
    public async Task A_score_below_its_floor_is_red(string word)
    {
        Plant(Load, seen: 100, all: 120);
        await JudgeAsync("floor", "--raise", Load);
        Plant(Load, seen: 98, all: 120);

        Assert.Equal(1, await JudgeAsync("below its floor", word, Load));
        Assert.Equal("Syncopate.Load 82.3\n", await File.ReadAllTextAsync(Floors, TestContext.Current.CancellationToken));
    }

    [Fact]
    public async Task A_score_within_a_point_of_the_one_before_is_not_red()
    {
        Plant(Load, seen: 100, all: 120);
        await JudgeAsync("floor", "--raise", Load);
        Plant(Load, seen: 99, all: 120);

        Assert.Equal(0, await JudgeAsync("82.5   floor   82.3", Load));
    }

    [Fact]
    public async Task A_folder_that_is_not_judged_keeps_its_floor()
    {
        await File.WriteAllTextAsync(
            Floors, "Syncopate/Statistics 90.0\nSyncopate.Load 10.0\n", TestContext.Current.CancellationToken);
        Plant(Load, seen: 100, all: 120);

        Assert.Equal(0, await JudgeAsync("floor", "--raise", Load));
        Assert.Equal(
            "Syncopate/Statistics 90.0\nSyncopate.Load 82.3\n",
            await File.ReadAllTextAsync(Floors, TestContext.Current.CancellationToken));
    }

    [Fact]
    public async Task A_folder_without_a_score_is_red_and_all_are_judged_when_none_is_named()
    {
        Plant(Load, seen: 100, all: 120);
        await JudgeAsync("floor", "--raise", Load);

        Assert.Equal(1, await JudgeAsync("error: 3 of 4 are below their floors or cannot be judged"));
    }

    /// <summary>Newcombe, Statistics in Medicine 17 (1998), page 857, table I, method 3: 0.2553 to 0.3662, 0.0624 to 0.1605, 0.0000 to
    /// 0.1611 and 0.0061 to 0.1718.</summary>
    [Theory]
    [InlineData(81, 263, "25.5 to 36.6 %")]
    [InlineData(15, 148, "6.2 to 16.0 %")]
    [InlineData(0, 20, "0.0 to 16.1 %")]
    [InlineData(1, 29, "0.6 to 17.2 %")]
    public async Task The_interval_of_a_score_is_Wilsons(int seen, int all, string interval)
    {
        Plant(Load, seen, all);

        Assert.Equal(1, await JudgeAsync($"95% interval {interval}", Load));
    }

    [Fact]
    public async Task What_was_missed_is_said_with_its_place_and_what_was_seen_is_not()
    {
        Plant(Load, seen: 1, all: 3);
        const string Log = """
            9 places, seed 1; 2 of 3 tests, 0.1 s
            left out, as it takes too long: LongTests.It_is_long
            MISSED src/Syncopate.Load/A.cs:1
              - a < b
              + a <= b
            seen src/Syncopate.Load/B.cs:2
              - c + d
              + c - d
              by BTests.It_adds: wrong
            MISSED src/Syncopate.Load/C.cs:3
              - e
              + f
            cut short after 18 minutes: 3 of 120 were planted

            """;
        await File.WriteAllTextAsync(Path.Combine(_folder.Path, $"{Load}.log"), Log, TestContext.Current.CancellationToken);

        string output = await RunAsync(Load);

        Assert.EndsWith(
            """
                left out, as it takes too long: LongTests.It_is_long
                cut short after 18 minutes: 3 of 120 were planted
                MISSED src/Syncopate.Load/A.cs:1
                  - a < b
                  + a <= b
                MISSED src/Syncopate.Load/C.cs:3
                  - e
                  + f

            """,
            output[..output.IndexOf("error:", StringComparison.Ordinal)], StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_folder_without_a_plan_is_refused_with_those_that_have_one()
    {
        Assert.Equal(2, await JudgeAsync("'Syncopate.Cli' is no folder with a plan", "Syncopate.Cli"));
        Assert.Equal(2, await JudgeAsync("Syncopate/Statistics Syncopate/Judging Syncopate/Histograms Syncopate.Load", "--al"));
    }

    public void Dispose() => _folder.Dispose();

    private void Plant(string name, int seen, int all) =>
        File.WriteAllText(Path.Combine(_folder.Path, $"{name}.score"), FormattableString.Invariant($"{seen} {all} 2000\n"));

    private async Task<int> JudgeAsync(string said, params string[] words)
    {
        using Process run = Start(words);
        string output = await run.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        await run.WaitForExitAsync(TestContext.Current.CancellationToken);
        Assert.Contains(said, output, StringComparison.Ordinal);
        return run.ExitCode;
    }

    private async Task<string> RunAsync(params string[] words)
    {
        using Process run = Start(words);
        return await run.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
    }

    private Process Start(string[] words)
    {
        string[] arguments = [Path.Combine(Repository.Root, "tests", "mutations"), "--again", .. words];
        return Process.Start(new ProcessStartInfo("bash", arguments)
        {
            RedirectStandardOutput = true,
            Environment = { ["SYNCOPATE_SCORES"] = _folder.Path, ["SYNCOPATE_FLOORS"] = Floors },
        })!; // Not null: the program is started anew.
    }
}
