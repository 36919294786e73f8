using Syncopate.Scan.Loading;
using Xunit;

namespace Syncopate.Scan.Tests.Loading;

public sealed class PlainLoadTests
{
    [Fact]
    public async Task Sources_are_taken_by_pattern_less_what_is_removed_and_what_was_built()
    {
        using ScratchTree tree = new(
            ("A/A.csproj", """
                <Project Sdk="Microsoft.NET.Sdk">
                  <PropertyGroup><TargetFramework>net10.0</TargetFramework></PropertyGroup>
                  <ItemGroup><Compile Remove="Old/**/*.cs" /><Compile Include="../Shared/*.cs" Link="Shared.cs" /></ItemGroup>
                </Project>
                """),
            ("A/One.cs", "class One;"),
            ("A/Old/Deep/Two.cs", "class Two;"),
            ("A/obj/Three.cs", "class Three;"),
            ("A/bin/Four.cs", "class Four;"),
            ("Shared/Five.cs", "class Five;"),
            ("A/Inner/Inner.csproj", "<Project Sdk=\"Microsoft.NET.Sdk\" />"),
            ("A/Inner/Six.cs", "class Six;"));

        LoadedProject project = (await tree.LoadAsync("A/A.csproj", tree.Plain)).Project("A");

        IEnumerable<string> paths = project.Compilation.SyntaxTrees.Except(project.Generated).Select(source => source.FilePath);
        Assert.Equal(["Five.cs", "One.cs"], paths.Select(path => Path.GetFileName(path)).Order());
        Assert.Empty(project.Errors());
    }

    [Fact]
    public async Task An_old_project_lists_its_sources_and_binds_to_signatures_of_its_packages()
    {
        using ScratchTree tree = new(
            ("Old.csproj", """
                <Project ToolsVersion="12.0" xmlns="http://schemas.microsoft.com/developer/msbuild/2003">
                  <PropertyGroup><TargetFrameworkVersion>v4.5.1</TargetFrameworkVersion><OutputType>Library</OutputType></PropertyGroup>
                  <ItemGroup><Compile Include="Controllers\HomeController.cs" /></ItemGroup>
                </Project>
                """),
            ("packages.config", """
                <packages>
                  <package id="EntityFramework" version="6.1.3" />
                  <package id="Microsoft.AspNet.Mvc" version="5.2.3" />
                </packages>
                """),
            ("Unlisted.cs", "this is no C#"),
            ("Controllers/HomeController.cs", """
                using System.Data.Entity;
                using System.Linq;
                using System.Web.Mvc;
                public class Post { public int Id { get; set; } }
                public class Blog : DbContext { public DbSet<Post> Posts { get; set; } }
                public class HomeController : Controller
                {
                    [HttpPost]
                    public ActionResult Index(Blog blog) { blog.SaveChanges(); return View(blog.Posts.Include(p => p.Id).ToList()); }
                }
                """));

        LoadedProject project = (await tree.LoadAsync("Old.csproj", tree.Plain)).Project("Old");

        Assert.Empty(project.Errors());
        Assert.Equal("net451", project.Framework);
        Assert.False(project.IsRestored);
    }

    [Fact]
    public async Task Properties_and_versions_come_from_the_files_above_too()
    {
        using ScratchTree tree = new(
            ("Directory.Build.props", """
                <Project>
                  <PropertyGroup>
                    <TargetFramework>net10.0</TargetFramework><Nullable>enable</Nullable><ImplicitUsings>enable</ImplicitUsings>
                  </PropertyGroup>
                </Project>
                """),
            ("Directory.Packages.props",
                """<Project><ItemGroup><PackageVersion Include="xunit" Version="2.9.0" /></ItemGroup></Project>"""),
            ("T/T.csproj", """<Project Sdk="Microsoft.NET.Sdk"><ItemGroup><PackageReference Include="xunit" /></ItemGroup></Project>"""),
            ("T/C.cs", "class C { List<string?> M() => []; }"));

        LoadedSolution solution = await tree.LoadAsync("T/T.csproj", tree.Plain);

        LoadedProject project = solution.Project("T");
        Assert.Equal("net10.0", project.Framework);
        Assert.True(project.IsTest);
        Assert.False(project.IsRestored);
        Assert.Empty(project.Errors());
        Assert.Contains(solution.Notices, notice => notice.Contains("the package xunit is not on", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_project_that_refers_to_itself_is_told_so()
    {
        using ScratchTree tree = new(
            ("A.csproj", """<Project Sdk="Microsoft.NET.Sdk"><ItemGroup><ProjectReference Include="A.csproj" /></ItemGroup></Project>"""),
            ("C.cs", "class C;"));

        LoadedSolution solution = await tree.LoadAsync("A.csproj", tree.Plain);

        Assert.Contains("A refers to itself. Remove the reference.", solution.Notices);
        Assert.DoesNotContain(solution.Notices, notice => notice.Contains("each other", StringComparison.Ordinal));
    }

    /// <summary>They are most of the lines of an old application, and no code calls them.</summary>
    [Fact]
    public async Task Models_beside_migrations_are_left_out_and_other_designed_files_are_not()
    {
        const string model = "// <auto-generated />\n[DbContext(typeof(C))] ";
        using ScratchTree tree = new(
            ("A.csproj", """<Project Sdk="Microsoft.NET.Sdk" />"""),
            ("C.cs", "class C;"),
            ("Migrations/1_One.cs", "partial class One;"),
            ("Migrations/1_One.Designer.cs", model + "[Migration(\"1_One\")] partial class One;"),
            ("Migrations/ShopModelSnapshot.cs", model + "partial class ShopModelSnapshot : ModelSnapshot;"),
            ("Form.Designer.cs", "// <auto-generated />\npartial class Form;"),
            ("Own.Designer.cs", "[DbContext(typeof(C))] [Migration(\"1_One\")] partial class Own;"),
            ("OwnModelSnapshot.cs", "class OwnModelSnapshot : ModelSnapshot;"));

        LoadedProject project = (await tree.LoadAsync("A.csproj", tree.Plain)).Project("A");

        IEnumerable<string> names = project.Compilation.SyntaxTrees.Select(one => Path.GetFileName(one.FilePath))
            .Where(name => !name.EndsWith(".g.cs", StringComparison.Ordinal));
        Assert.Equal(
            ["1_One.cs", "C.cs", "Form.Designer.cs", "Own.Designer.cs", "OwnModelSnapshot.cs"], names.Order(StringComparer.Ordinal));
    }

    [Fact]
    public async Task Packages_of_the_cache_are_taken_only_when_the_project_names_them()
    {
        using ScratchTree tree = new(
            ("P/P.csproj", """
                <Project Sdk="Microsoft.NET.Sdk">
                  <PropertyGroup><TargetFramework>net10.0</TargetFramework></PropertyGroup>
                  <ItemGroup><PackageReference Include="Named" Version="1.0.0" /></ItemGroup>
                </Project>
                """),
            ("P/C.cs", "class C;"),
            ("cache/named/1.0.0/named.nuspec", """
                <package><metadata><dependencies>
                  <group targetFramework="net8.0"><dependency id="Needed" version="2.0.0" /></group>
                </dependencies></metadata></package>
                """));
        string some = typeof(ScanResult).Assembly.Location;
        string[] cached =
            ["named/1.0.0/lib/net8.0/Named.dll", "needed/2.1.0/lib/netstandard2.0/Needed.dll", "other/1.0.0/lib/net8.0/Other.dll"];
        foreach (string path in cached.Select(file => $"cache/{file}"))
        {
            Directory.CreateDirectory(Path.GetDirectoryName(tree.At(path))!);
            File.Copy(some, tree.At(path));
        }

        LoadedProject project = (await tree.LoadAsync("P/P.csproj", tree.Plain with { PackageFolder = tree.At("cache") })).Project("P");

        IEnumerable<string?> files = project.Compilation.References.Select(reference => Path.GetFileName(reference.Display));
        Assert.Equal(["Named.dll", "Needed.dll"], files.Where(file => file is "Named.dll" or "Needed.dll" or "Other.dll").Order());
        Assert.True(project.IsRestored);
    }

    [Theory]
    [InlineData("net472", "NETFRAMEWORK")]
    [InlineData("netstandard2.1", "NETSTANDARD2_1")]
    [InlineData("netcoreapp3.1", "NETCOREAPP3_1")]
    [InlineData("net8.0", "NET8_0_OR_GREATER")]
    public async Task Sources_are_told_which_framework_they_are_compiled_for(string framework, string symbol)
    {
        using ScratchTree tree = new(
            ("A.csproj",
                """<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><TargetFramework>""" + framework
                    + "</TargetFramework></PropertyGroup></Project>"),
            ("C.cs", "class C;"));

        LoadedProject project = (await tree.LoadAsync("A.csproj", tree.Plain)).Project("A");

        Assert.Contains(symbol, project.Compilation.SyntaxTrees.First().Options.PreprocessorSymbolNames);
    }
}
