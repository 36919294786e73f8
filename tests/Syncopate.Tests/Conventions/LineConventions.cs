using System.Collections.Frozen;
using Xunit;

namespace Syncopate.Tests.Conventions;

/// <summary>How long a line may be. What was longer before there was a rule is counted by project, and that count only falls.</summary>
public sealed class LineConventions
{
    private const int Columns = 140;
    private const int CodeColumns = 120;

    /// <summary>Lines that are still too long, by project. Who shortens one lowers the number; nobody raises it.</summary>
    private static readonly string[] StillTooLong =
    [
        "bench: 81",
        "bench/DataAccess: 14",
        "bench/acceptance: 88",
        "samples/AwaitCost: 12",
        "samples/FeedService: 13",
        "samples/SampleSite: 84",
        "src/Syncopate: 5",
        "src/Syncopate.Agent: 3",
        "src/Syncopate.Analyzers: 291",
        "src/Syncopate.Analyzers.CodeFixes: 8",
        "src/Syncopate.Crud: 5",
        "src/Syncopate.Crud.Generator: 1",
        "src/Syncopate.Load: 4",
        "src/Syncopate.Reporting: 101",
        "src/Syncopate.Running: 2",
        "src/Syncopate.Scan: 58",
        "src/Syncopate.Watch: 21",
        "src/Syncopate.WatchAgent: 12",
        "src/Syncopate.Weave: 15",
        "tests/Syncopate.Cli.Tests: 20",
        "tests/Syncopate.Crud.Tests: 33",
        "tests/Syncopate.EndToEnd.Tests: 108",
        "tests/Syncopate.Scan.Tests: 212",
        "tests/Syncopate.Site.Tests: 147",
        "tests/Syncopate.Tests: 48",
        "tests/Syncopate.Watch.Tests: 163",
        "tests/WatchedProgram: 7",
    ];

    /// <summary>Lines of code alone, without a text or a comment in them, that are over 120 columns, by project. These numbers only fall,
    /// too; a line that becomes shorter need not be counted at once.</summary>
    private static readonly FrozenDictionary<string, int> StillTooWide = new Dictionary<string, int>
    {
        ["bench"] = 51,
        ["bench/DataAccess"] = 15,
        ["bench/RuntimeAsync"] = 7,
        ["bench/acceptance"] = 68,
        ["bench/cluster"] = 23,
        ["bench/mutations"] = 10,
        ["docs/Syncopate.Docs"] = 9,
        ["samples/AwaitCost"] = 11,
        ["samples/FeedService"] = 18,
        ["samples/SampleSite"] = 119,
        ["samples/SyncShop"] = 1,
        ["src/Syncopate"] = 53,
        ["src/Syncopate.Agent"] = 4,
        ["src/Syncopate.Analyzers"] = 355,
        ["src/Syncopate.Analyzers.CodeFixes"] = 16,
        ["src/Syncopate.Cli"] = 142,
        ["src/Syncopate.Cluster"] = 94,
        ["src/Syncopate.Crud"] = 145,
        ["src/Syncopate.Crud.Generator"] = 21,
        ["src/Syncopate.Endpoints"] = 4,
        ["src/Syncopate.Experiments"] = 81,
        ["src/Syncopate.Forms"] = 30,
        ["src/Syncopate.Live"] = 31,
        ["src/Syncopate.Load"] = 70,
        ["src/Syncopate.Planning"] = 75,
        ["src/Syncopate.Reporting"] = 216,
        ["src/Syncopate.Running"] = 169,
        ["src/Syncopate.Scan"] = 196,
        ["src/Syncopate.Telemetry"] = 5,
        ["src/Syncopate.Watch"] = 213,
        ["src/Syncopate.WatchAgent"] = 24,
        ["src/Syncopate.Weave"] = 17,
        ["tests/JournalWriter"] = 1,
        ["tests/PlantedTests"] = 1,
        ["tests/Syncopate.Cli.Tests"] = 25,
        ["tests/Syncopate.Cluster.Tests"] = 47,
        ["tests/Syncopate.Crud.Tests"] = 204,
        ["tests/Syncopate.Docs.Tests"] = 2,
        ["tests/Syncopate.EndToEnd.Tests"] = 65,
        ["tests/Syncopate.Library.Tests"] = 8,
        ["tests/Syncopate.Live.Tests"] = 10,
        ["tests/Syncopate.Packages.Tests"] = 3,
        ["tests/Syncopate.Scan.Tests"] = 164,
        ["tests/Syncopate.Site.Tests"] = 65,
        ["tests/Syncopate.Tests"] = 483,
        ["tests/Syncopate.Watch.Tests"] = 218,
        ["tests/WatchedProgram"] = 3,
    }.ToFrozenDictionary();

    [Fact]
    public void No_project_has_more_wide_lines_of_code_than_it_had() => Assert.Empty(
        from project in Count(Repository.Sources, IsWideCode)
        where project.Count() > StillTooWide.GetValueOrDefault(project.Key)
        select $"{project.Key}: {project.Count()} lines of code are over {CodeColumns} columns, and there were "
            + $"{StillTooWide.GetValueOrDefault(project.Key)}.");

    [Theory]
    [InlineData("int x", CodeColumns, 0)]
    [InlineData("int x", CodeColumns + 1, 1)]
    [InlineData("string x = \"text\"", CodeColumns + 1, 0)]
    [InlineData("// Words", CodeColumns + 1, 0)]
    public void A_line_of_code_over_the_limit_is_counted(string begin, int columns, int lines) => Assert.Equal(
        lines,
        Count([new SourceFile("src/Syncopate/Planted.cs", begin.PadRight(columns, 'y'))], IsWideCode).Sum(project => project.Count()));

    [Fact]
    public void No_project_has_more_long_lines_than_it_had() => Assert.Equal(
        StillTooLong, Count(Repository.Sources, IsLong).Select(project => $"{project.Key}: {project.Count()}"));

    [Theory]
    [InlineData(Columns, 0)]
    [InlineData(Columns + 1, 1)]
    public void A_line_over_the_limit_is_counted(int columns, int lines) => Assert.Equal(
        lines,
        Count([new SourceFile("src/Syncopate/Planted.cs", new string('/', columns) + "\nclass Planted;")], IsLong)
            .Sum(project => project.Count()));

    private static bool IsLong(string line) => line.Length > Columns;

    private static bool IsWideCode(string line) =>
        line.Length > CodeColumns && !line.Contains('"', StringComparison.Ordinal) && !line.Contains("//", StringComparison.Ordinal);

    private static IEnumerable<IGrouping<string, string>> Count(IEnumerable<SourceFile> files, Func<string, bool> counts) => files
        .SelectMany(file => file.Lines.Where(counts).Select(_ => Project(file.Path)))
        .GroupBy(project => project)
        .OrderBy(project => project.Key, StringComparer.Ordinal);

    private static string Project(string path) => string.Join('/', path.Split('/')[..^1].Take(2));
}
