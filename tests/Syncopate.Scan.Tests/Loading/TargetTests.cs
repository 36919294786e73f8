using System.Diagnostics;
using Syncopate.Scan.Loading;
using Syncopate.Scan.Loading.Recipes;
using Syncopate.Scan.Loading.Targets;
using Xunit;

namespace Syncopate.Scan.Tests.Loading;

public sealed class TargetTests
{
    private const string Project = "<Project Sdk=\"Microsoft.NET.Sdk\" />";

    [Fact]
    public void A_path_that_is_not_there_is_refused() =>
        Assert.Contains("no such file or folder", Assert.Throws<ScanFailedException>(
            () => ScanTarget.Find("/no/such/path.sln")).Message, StringComparison.Ordinal);

    [Fact]
    public void A_solution_without_projects_of_this_language_is_refused()
    {
        using ScratchTree tree = new(("A.slnx", """<Solution><Project Path="A/A.fsproj" /></Solution>"""));

        string message = Assert.Throws<ScanFailedException>(() => ScanTarget.Find(tree.At("A.slnx"))).Message;

        Assert.Contains("1 project, none of C#", message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_solution_that_is_none_is_refused()
    {
        using ScratchTree tree = new(("A.slnx", "not xml"));

        Assert.Contains("Cannot read the solution", Assert.Throws<ScanFailedException>(
            () => ScanTarget.Find(tree.At("A.slnx"))).Message, StringComparison.Ordinal);
    }

    /// <summary>To read one waits for a writer who never comes.</summary>
    [Fact]
    public async Task A_pipe_with_the_name_of_a_source_is_none()
    {
        if (!OperatingSystem.IsLinux())
            return;
        using ScratchTree tree = new(("A.cs", "class A;"), ("Empty.cs", ""));
        using (Process make = Process.Start("mkfifo", tree.At("Pipe.cs")))
            await make.WaitForExitAsync(TestContext.Current.CancellationToken);

        Assert.Equal([tree.At("A.cs"), tree.At("Empty.cs")], SourceFolders.Files(tree.Folder, ".cs"));
    }

    [Fact]
    public void A_folder_without_sources_is_refused()
    {
        using ScratchTree tree = new(("readme.md", ""));

        Assert.Contains("no .cs file", Assert.Throws<ScanFailedException>(() => ScanTarget.Find(tree.Folder)).Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public void A_folder_whose_solution_has_nothing_of_this_language_says_which_solution()
    {
        using ScratchTree tree = new(("A.slnx", """<Solution><Project Path="A/A.fsproj" /></Solution>"""));

        Assert.Contains("'A.slnx' lists no project of C# that is there", Assert.Throws<ScanFailedException>(
            () => ScanTarget.Find(tree.Folder)).Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_folder_of_sources_without_a_project_is_one_project()
    {
        using ScratchTree tree = new(("a/A.cs", "public class A;"), ("b/B.cs", "class B : A;"));

        LoadedSolution solution = await tree.LoadAsync("", tree.Plain);

        Assert.Empty(Assert.Single(solution.Projects).Errors());
        Assert.Contains(solution.Notices, notice => notice.Contains("has no project", StringComparison.Ordinal));
    }

    [Fact]
    public void Of_a_folder_all_projects_are_taken_and_the_properties_of_the_solution_with_most_of_them()
    {
        using ScratchTree tree = new(
            ("A.slnx", """<Solution><Project Path="A/A.csproj" /></Solution>"""),
            ("deep/B.slnx", """<Solution><Project Path="../A/A.csproj" /><Project Path="B.csproj" /></Solution>"""),
            ("A/A.csproj", Project), ("deep/B.csproj", Project), ("unlisted/C.csproj", Project));

        ScanTarget target = ScanTarget.Find(tree.Folder);

        Assert.Equal(tree.At("deep/B.slnx"), target.Solution);
        Assert.Equal([tree.At("A/A.csproj"), tree.At("deep/B.csproj"), tree.At("unlisted/C.csproj")], target.Projects.Order(StringComparer.Ordinal));
    }

    [Fact]
    public void Old_solutions_and_filters_list_their_projects()
    {
        using ScratchTree tree = new(
            ("A.sln", """
                Project("{2150E333-8FDC-42A3-9474-1A3956D46DE8}") = "src", "src", "{C9BFDDC4-5671-47A3-B57D-197C2A51FA8A}"
                Project("{9A19103F-16F7-4668-BE54-9A1E7A4F7556}") = "A", "src\A\A.csproj", "{13367B7A-E91C-47EE-BA5E-C50664D65767}"
                Project("{9A19103F-16F7-4668-BE54-9A1E7A4F7556}") = "B", "src\B\B.csproj", "{13367B7A-E91C-47EE-BA5E-C50664D65768}"
                """),
            ("f/B.slnf", """{ "solution": { "path": "..\\A.sln", "projects": [ "src\\B\\B.csproj" ] } }"""),
            ("src/A/A.csproj", Project), ("src/B/B.csproj", Project));

        Assert.Equal([tree.At("src/A/A.csproj"), tree.At("src/B/B.csproj")], ScanTarget.Find(tree.At("A.sln")).Projects);
        Assert.Equal([tree.At("src/B/B.csproj")], ScanTarget.Find(tree.At("f/B.slnf")).Projects);
        Assert.Equal(tree.Folder, ScanTarget.Find(tree.At("f/B.slnf")).Root);
    }

    [Theory]
    [InlineData("net10.0", "net9.0")]
    [InlineData("net5.0", "netcoreapp3.1")]
    [InlineData("netcoreapp2.1", "netstandard2.1")]
    [InlineData("netstandard2.0", "net48")]
    [InlineData("net472", "net45")]
    [InlineData("net48", "net472")]
    public void Newer_frameworks_rank_above_older_ones(string newer, string older) =>
        Assert.True(NewestFramework.Rank(newer) > NewestFramework.Rank(older));
}
