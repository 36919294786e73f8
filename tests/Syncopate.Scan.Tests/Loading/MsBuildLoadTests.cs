using Microsoft.CodeAnalysis;
using Syncopate.Scan.Loading;
using Xunit;

namespace Syncopate.Scan.Tests.Loading;

[Trait("Judges", "behaviour")]
public sealed class MsBuildLoadTests
{
    private const string Library = """
        <Project Sdk="Microsoft.NET.Sdk">
          <PropertyGroup><TargetFramework>net10.0</TargetFramework><ImplicitUsings>enable</ImplicitUsings></PropertyGroup>
        </Project>
        """;

    private const string Application = """
        <Project Sdk="Microsoft.NET.Sdk.Web">
          <PropertyGroup><TargetFramework>net10.0</TargetFramework><ImplicitUsings>enable</ImplicitUsings></PropertyGroup>
          <ItemGroup><ProjectReference Include="../Data/Data.csproj" /></ItemGroup>
        </Project>
        """;

    private const string Solution = """<Solution><Project Path="Web/Web.csproj" /><Project Path="Data/Data.csproj" /></Solution>""";

    [Fact]
    public async Task A_project_binds_to_the_sources_of_the_one_it_refers_to()
    {
        using ScratchTree tree = Shop();

        LoadedSolution solution = await tree.LoadAsync("Shop.slnx", tree.ByMsBuild);

        Assert.Equal(["Data", "Web"], solution.Projects.Select(project => project.Name));
        Assert.Empty(solution.Project("Web").Errors());
        Assert.Equal(tree.Folder, solution.Root);
    }

    [Fact]
    public async Task The_tree_is_left_as_it_was()
    {
        using ScratchTree tree = Shop();
        tree.Write("Data/obj/kept.cache", "before");
        IReadOnlyList<string> before = tree.Snapshot();

        await tree.LoadAsync("Shop.slnx", tree.ByMsBuild);

        Assert.Equal(before, tree.Snapshot());
    }

    [Fact]
    public async Task The_tree_is_left_as_it_was_when_targets_of_the_repository_write()
    {
        using ScratchTree tree = Shop();
        tree.Write("Data/obj/kept.cache", "before");
        tree.Write("Data/Directory.Build.targets", """
            <Project>
              <Target Name="Writes" BeforeTargets="CoreCompile">
                <WriteLinesToFile File="$(MSBuildProjectDirectory)/obj/deep/new.txt" Lines="new" />
                <WriteLinesToFile File="$(MSBuildProjectDirectory)/obj/kept.cache" Lines="after" Overwrite="true" />
              </Target>
            </Project>
            """);
        IReadOnlyList<string> before = tree.Snapshot();

        await tree.LoadAsync("Shop.slnx", tree.ByMsBuild);

        Assert.Equal(before, tree.Snapshot());
    }

    [Fact]
    public async Task The_tree_is_left_as_it_was_when_the_limit_is_reached()
    {
        using ScratchTree tree = Shop();
        IReadOnlyList<string> before = tree.Snapshot();

        LoadedSolution solution = await tree.LoadAsync("Shop.slnx", tree.ByMsBuild with { Limit = TimeSpan.FromMilliseconds(1) });

        Assert.Equal(before, tree.Snapshot());
        Assert.Contains(solution.Notices, notice => notice.Contains("the time allowed", StringComparison.Ordinal));
        Assert.Empty(solution.Project("Web").Errors());
    }

    [Fact]
    public async Task A_project_that_cannot_be_evaluated_is_read_as_text_and_the_rest_by_MSBuild()
    {
        using ScratchTree tree = Shop();
        tree.Write("Data/Data.csproj",
            Library.Replace("</Project>", """<Import Project="missing.targets" /></Project>""", StringComparison.Ordinal));

        LoadedSolution solution = await tree.LoadAsync("Shop.slnx", tree.ByMsBuild);

        string notice = Assert.Single(solution.Notices, notice => notice.Contains("read as text", StringComparison.Ordinal));
        Assert.StartsWith("Data was read as text", notice, StringComparison.Ordinal);
        Assert.Empty(solution.Project("Web").Errors());
    }

    [Fact]
    public async Task A_project_whose_SDK_is_not_here_is_read_as_text_even_when_others_refer_to_it()
    {
        using ScratchTree tree = Shop();
        tree.Write("Data/Data.csproj", Library.Replace("Microsoft.NET.Sdk", "No.Such.Sdk/1.2.3", StringComparison.Ordinal));

        LoadedSolution solution = await tree.LoadAsync("Shop.slnx", tree.ByMsBuild);

        Assert.Contains(
            "Data was read as text, without MSBuild: the SDK No.Such.Sdk that it names is not on this machine.", solution.Notices);
        Assert.Empty(solution.Project("Web").Errors());
    }

    [Fact]
    public async Task Of_several_frameworks_the_newest_is_taken()
    {
        using ScratchTree tree = Shop();
        tree.Write("Data/Data.csproj",
            Library.Replace("<TargetFramework>net10.0</TargetFramework>", "<TargetFrameworks>net9.0;net10.0</TargetFrameworks>",
                StringComparison.Ordinal));

        LoadedSolution solution = await tree.LoadAsync("Shop.slnx", tree.ByMsBuild);

        Assert.Equal("net10.0", solution.Project("Data").Framework);
        Assert.Empty(solution.Project("Web").Errors());
    }

    [Fact]
    public async Task A_project_alone_brings_those_it_refers_to_but_they_were_not_asked_for()
    {
        using ScratchTree tree = Shop();

        LoadedSolution solution = await tree.LoadAsync("Web/Web.csproj", tree.ByMsBuild);

        Assert.False(solution.Project("Data").IsAsked);
        Assert.True(solution.Project("Web").IsAsked);
        Assert.Empty(solution.Project("Web").Errors());
    }

    [Fact]
    public async Task Members_that_generators_write_are_there_and_marked()
    {
        using ScratchTree tree = Shop();
        tree.Write("Data/Words.cs", """
            using System.Text.RegularExpressions;
            namespace Data;
            public static partial class Words { [GeneratedRegex("a+")] public static partial Regex Many(); }
            """);

        LoadedProject project = (await tree.LoadAsync("Shop.slnx", tree.ByMsBuild)).Project("Data");

        SyntaxTree written = Assert.Single(project.Compilation.SyntaxTrees, source => source.FilePath.EndsWith(
            "Words.cs", StringComparison.Ordinal));
        Assert.DoesNotContain(written, project.Generated);
        // A compiler older than the generators of the SDK cannot load them, and says so.
        Assert.True(project.Errors().Count == 0 || RoslynIsOld());
        Assert.All(project.Compilation.SyntaxTrees.Where(source => source.FilePath.EndsWith(".g.cs", StringComparison.Ordinal)),
            source => Assert.Contains(source, project.Generated));
    }

    [Fact]
    public async Task Projects_that_refer_to_each_other_are_loaded_all_the_same()
    {
        using ScratchTree tree = Shop();
        tree.Write("Data/Data.csproj",
            Library.Replace("</Project>",
                """<ItemGroup><ProjectReference Include="../Web/Web.csproj" /></ItemGroup></Project>""", StringComparison.Ordinal));

        LoadedSolution solution = await tree.LoadAsync("Shop.slnx", tree.Plain);

        Assert.Equal(2, solution.Projects.Count);
        Assert.Single(solution.Notices, notice => notice.Contains("refer to each other", StringComparison.Ordinal));
    }

    private static bool RoslynIsOld() => typeof(SyntaxTree).Assembly.GetName().Version?.Major < 5;

    private static ScratchTree Shop() => new(
        ("Shop.slnx", Solution),
        ("Web/Web.csproj", Application),
        ("Web/Program.cs", "Console.WriteLine(new Data.Store().Count());"),
        ("Data/Data.csproj", Library),
        ("Data/Store.cs", "namespace Data; public sealed class Store { public int Count() => new List<int>().Count; }"));
}
