using System.Diagnostics;
using System.Text.Json;
using Syncopate.Tests.Conventions;
using Syncopate.Watch.Tests;
using Xunit;

namespace Syncopate.Tests.Suite;

/// <summary>How <c>tests/coverage</c> judges what was measured: here the data are written down, and nothing is measured.</summary>
[Trait("Judges", "laws")]
public sealed class CoverageTests : IDisposable
{
    private static readonly string[] Projects =
    [
        .. Directory.GetDirectories(Path.Combine(Repository.Root, "src")).Select(folder => Path.GetFileName(folder)),
    ];

    private static readonly string[] Folders = ["Syncopate/Statistics", "Syncopate/Judging", "Syncopate/Histograms"];

    private readonly TemporaryFolder _folder = new();

    private string Floors => Path.Combine(_folder.Path, "floors");

    [Fact]
    public async Task Floors_are_taken_from_what_was_measured_and_hold_it_then()
    {
        Plant(reached: 1, Projects);

        Assert.Equal(1, await JudgeAsync("no floor"));
        Assert.Equal(0, await JudgeAsync("floor", "--raise"));
        Assert.Equal(0, await JudgeAsync("floor"));
        Assert.Equal("Syncopate/Statistics 49.7", (await File.ReadAllLinesAsync(Floors, TestContext.Current.CancellationToken))[0]);
    }

    /// <summary>Also when it is to be raised: then the floor stays as well.</summary>
    [Theory]
    [InlineData("--again")]
    [InlineData("--raise")]
    public async Task A_figure_below_its_floor_is_red(string word)
    {
        Plant(reached: 1, Projects);
        await JudgeAsync("floor", "--raise");
        Plant(reached: 0, Projects);

        Assert.Equal(1, await JudgeAsync("below its floor", word));
        Assert.Contains("Syncopate.Load 49.7", await File.ReadAllLinesAsync(Floors, TestContext.Current.CancellationToken));
    }

    [Fact]
    public async Task A_project_without_data_is_red_and_named()
    {
        Plant(reached: 1, Projects);
        await JudgeAsync("floor", "--raise");
        Plant(reached: 1, [.. Projects.Except(["Syncopate.Crud"])]);

        Assert.Equal(1, await JudgeAsync("Syncopate.Crud                    -   floor   49.7   no data"));
    }

    /// <summary>Two programs of tests that each reach another branch have reached both.</summary>
    [Fact]
    public async Task What_several_programs_reach_is_counted_once()
    {
        Plant(reached: 1, Projects);
        Plant(reached: 2, ["Syncopate.Crud"], "other");

        Assert.Equal(1, await JudgeAsync("Syncopate.Crud                100.0   floor"));
    }

    public void Dispose() => _folder.Dispose();

    /// <summary>Writes a file as the collector does, in the folder of a program: each project has a file with two branches, and reaches the
    /// first, the second or none of them.</summary>
    private void Plant(int reached, string[] projects, string program = "all")
    {
        string data = Path.Combine(_folder.Path, "results", "data", program);
        Directory.CreateDirectory(data);
        IEnumerable<string> folders = projects.Contains("Syncopate") ? projects.Concat(Folders) : projects;
        Dictionary<string, Dictionary<string, object>> modules = folders.ToDictionary(
            folder => folder.Replace('/', '.') + ".dll",
            folder => new Dictionary<string, object>
            {
                [Path.Combine(Repository.Root, "src", folder, "New.cs")] = new Dictionary<string, object>
                {
                    ["New"] = new Dictionary<string, object>
                    {
                        ["Add()"] = new { Branches = new[] { Branch(1, reached), Branch(2, reached) } },
                    },
                },
            });
        File.WriteAllText(Path.Combine(data, "coverage.json"), JsonSerializer.Serialize(modules));
    }

    private static object Branch(int number, int reached) =>
        new { Line = 7, Offset = 3, EndOffset = 9, Path = number, Ordinal = number, Hits = number == reached ? 5 : 0 };

    private async Task<int> JudgeAsync(string said, string word = "--again")
    {
        Assert.SkipWhen(!HasJq(), "There is no jq here, with which the figures are read. On Debian: apt-get install jq");
        ProcessStartInfo start = new("bash")
        {
            ArgumentList = { Path.Combine(Repository.Root, "tests", "coverage"), "--again", word },
            RedirectStandardOutput = true,
            Environment = { ["SYNCOPATE_COVERAGE"] = _folder.Path, ["SYNCOPATE_FLOORS"] = Floors },
        };
        using Process run = Process.Start(start)!;
        string output = await run.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        await run.WaitForExitAsync(TestContext.Current.CancellationToken);
        Assert.Contains(said, output, StringComparison.Ordinal);
        return run.ExitCode;
    }

    private static bool HasJq() =>
        Environment.GetEnvironmentVariable("PATH")?.Split(':').Any(folder => File.Exists(Path.Combine(folder, "jq"))) == true;
}
