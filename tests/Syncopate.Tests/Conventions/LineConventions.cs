using Xunit;

namespace Syncopate.Tests.Conventions;

/// <summary>How long a line may be. What was longer before there was a rule is counted by project, and that count only falls.</summary>
public sealed class LineConventions
{
    private const int Columns = 140;

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
        "src/Syncopate.Agent: 4",
        "src/Syncopate.Analyzers: 291",
        "src/Syncopate.Analyzers.CodeFixes: 8",
        "src/Syncopate.Crud: 6",
        "src/Syncopate.Crud.Generator: 1",
        "src/Syncopate.Load: 5",
        "src/Syncopate.Reporting: 105",
        "src/Syncopate.Running: 2",
        "src/Syncopate.Scan: 58",
        "src/Syncopate.Watch: 21",
        "src/Syncopate.WatchAgent: 12",
        "src/Syncopate.Weave: 16",
        "tests/Syncopate.Cli.Tests: 24",
        "tests/Syncopate.Crud.Tests: 33",
        "tests/Syncopate.EndToEnd.Tests: 112",
        "tests/Syncopate.Scan.Tests: 212",
        "tests/Syncopate.Site.Tests: 147",
        "tests/Syncopate.Tests: 50",
        "tests/Syncopate.Watch.Tests: 165",
        "tests/WatchedProgram: 7",
    ];

    [Fact]
    public void No_project_has_more_long_lines_than_it_had() => Assert.Equal(
        StillTooLong, Count(Repository.Sources).Select(project => $"{project.Key}: {project.Count()}"));

    [Theory]
    [InlineData(Columns, 0)]
    [InlineData(Columns + 1, 1)]
    public void A_line_over_the_limit_is_counted(int columns, int lines) => Assert.Equal(
        lines,
        Count([new SourceFile("src/Syncopate/Planted.cs", new string('/', columns) + "\nclass Planted;")]).Sum(project => project.Count()));

    private static IEnumerable<IGrouping<string, string>> Count(IEnumerable<SourceFile> files) => files
        .SelectMany(file => file.Lines.Where(line => line.Length > Columns).Select(_ => Project(file.Path)))
        .GroupBy(project => project)
        .OrderBy(project => project.Key, StringComparer.Ordinal);

    private static string Project(string path) => string.Join('/', path.Split('/')[..^1].Take(2));
}
