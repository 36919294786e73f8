using Xunit;

namespace Syncopate.Tests.Conventions;

/// <summary>Who looks for the place of something reads ARCHITECTURE.md first: it says of each project, and of each folder in one, what it
/// is for. Who uses whom is drawn and held by <see cref="ArrowConventions"/>.</summary>
public sealed class ArchitectureConventions
{
    private const string Product = "Syncopate";

    /// <summary>A folder for each family of commands, and pages of its own in docs/.</summary>
    private static readonly string[] WithoutFolders = ["Cli", "Crud", "Crud.Generator", "Crud.AspNetCore"];

    [Fact]
    public void Every_project_has_a_row_that_names_its_folders() =>
        Assert.Empty(Unnamed(Repository.Paths, Repository.Read("ARCHITECTURE.md")));

    [Theory]
    [InlineData("src/Syncopate.New/Planted.cs", "New")]
    [InlineData("src/Syncopate.Load/New/Planted.cs", "Load/New")]
    [InlineData("src/Syncopate/New/Deep/Planted.cs", "Syncopate/New")]
    public void A_place_that_it_does_not_name_is_reported(string path, string place) =>
        Assert.Equal([place], Unnamed([path], "| `Syncopate` | the vocabulary |\n| `Load` | HTTP load (`Loops/`) |"));

    [Theory]
    [InlineData("src/Syncopate.Load/Loops/Planted.cs")]
    [InlineData("src/Syncopate.Load/Planted.cs")]
    [InlineData("src/Syncopate.Cli/New/Planted.cs")]
    [InlineData("src/Syncopate.Crud.Generator/New/Planted.cs")]
    [InlineData("tests/Syncopate.Tests/New/Planted.cs")]
    public void A_place_that_it_names_is_not(string path) => Assert.Empty(
        Unnamed([path], "| `Load` | HTTP load (`Loops/`) |\n| `Crud`, `Crud.Generator` | rows |\n| `Cli` | the tool |"));

    private static IEnumerable<string> Unnamed(IEnumerable<string> paths, string page)
    {
        string[] lines = page.Split('\n');
        foreach (IGrouping<string, string[]> project in paths
            .Where(path => path.StartsWith("src/", StringComparison.Ordinal) && path.EndsWith(".cs", StringComparison.Ordinal))
            .Select(path => path.Split('/'))
            .GroupBy(path => path[1]))
        {
            string name = project.Key == Product ? Product : project.Key[(Product.Length + 1)..];
            string? row = lines.FirstOrDefault(line =>
                line.StartsWith("| `", StringComparison.Ordinal) && line.Split('|')[1].Contains($"`{name}`", StringComparison.Ordinal));
            if (row is null)
                yield return name;
            if (row is null || WithoutFolders.Contains(name))
                continue;
            foreach (string folder in project.Where(path => path.Length > 3).Select(path => path[2]).Distinct())
            {
                if (!row.Contains($"`{folder}/`", StringComparison.Ordinal))
                    yield return $"{name}/{folder}";
            }
        }
    }
}
