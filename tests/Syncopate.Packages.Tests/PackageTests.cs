using System.Xml.Linq;
using Syncopate.EndToEnd.Tests;
using Xunit;
using YamlDotNet.RepresentationModel;

namespace Syncopate.Packages.Tests;

/// <summary>Each package, installed from a folder on an empty home and used as its readme says.</summary>
/// <param name="feed">The packages.</param>
[Trait("Judges", "behaviour")]
public sealed class PackageTests(Feed feed)
{
    [Theory]
    [InlineData("Syncopate.Tool")]
    [InlineData("Syncopate.Tool.any")]
    [InlineData("Syncopate")]
    [InlineData("Syncopate.AspNetCore")]
    [InlineData("Syncopate.Crud")]
    [InlineData("Syncopate.Crud.AspNetCore")]
    [InlineData("Syncopate.Analyzers")]
    [InlineData("Syncopate.Templates")]
    public void A_package_says_what_it_is_and_carries_its_readme_icon_and_licence(string package)
    {
        (IReadOnlyList<string> files, XElement description) = feed.Open(package);

        string? Said(string name) => description.Elements().FirstOrDefault(e => e.Name.LocalName == name)?.Value;
        Assert.Contains("README.md", files);
        Assert.Contains("icon.png", files);
        Assert.Equal("icon.png", Said("icon"));
        Assert.Equal("README.md", Said("readme"));
        Assert.Equal("MIT", Said("license"));
        Assert.True(Said("description")?.Length > 40, Said("description"));
        Assert.NotEqual("Package Description", Said("description"));
    }

    [Fact]
    public void The_library_brings_its_rooms_and_no_other_package()
    {
        (IReadOnlyList<string> files, XElement description) = feed.Open("Syncopate");

        Assert.DoesNotContain(description.Descendants(), e => e.Name.LocalName == "dependency");
        Assert.Equal(
            ["Agent", "Forms", "Load", "Planning", "Reporting", "Running", "dll"],
            files.Where(f => f.StartsWith("lib/", StringComparison.Ordinal) && f.EndsWith(".dll", StringComparison.Ordinal))
                .Select(f => Path.GetFileName(f).Split('.')[1]).Order(StringComparer.Ordinal));
    }

    [Theory]
    [InlineData("Syncopate.Tool", "")]
    [InlineData("Syncopate.Tool.any", "")]
    [InlineData("Syncopate.Crud", "Microsoft.EntityFrameworkCore Microsoft.EntityFrameworkCore.Relational")]
    [InlineData("Syncopate.Crud.AspNetCore", "Syncopate.Crud")]
    [InlineData("Syncopate.Analyzers", "")]
    [InlineData("Syncopate.Templates", "")]
    public void A_package_brings_what_its_user_needs_and_no_other(string package, string others)
    {
        (_, XElement description) = feed.Open(package);

        IEnumerable<string> brought = description.Descendants().Where(e => e.Name.LocalName == "dependency")
            .Select(e => (string)e.Attribute("id")!).Order(StringComparer.Ordinal);
        Assert.Equal(others, string.Join(' ', brought));
    }

    [Fact]
    public async Task The_library_compares_the_code_of_its_readme_from_a_single_file()
    {
        string output = await ComparedAsync("customers", "Syncopate.Forms");

        Assert.Contains("read a customer", output, StringComparison.Ordinal);
        Assert.Contains("calls/s", output, StringComparison.Ordinal);
    }

    [Fact]
    public void The_routes_bring_the_library_and_no_other_package()
    {
        (IReadOnlyList<string> files, XElement description) = feed.Open("Syncopate.AspNetCore");

        XElement dependency = Assert.Single(description.Descendants(), e => e.Name.LocalName == "dependency");
        Assert.Equal("Syncopate", (string?)dependency.Attribute("id"));
        Assert.Equal(["lib/net10.0/Syncopate.Endpoints.dll"], files.Where(f => f.EndsWith(".dll", StringComparison.Ordinal)));
    }

    [Fact]
    public async Task The_routes_of_its_readme_are_compared_from_a_single_file()
    {
        string output = await ComparedAsync("routes", "Syncopate.Endpoints");

        Assert.Contains("/sync against /async", output, StringComparison.Ordinal);
        Assert.Contains("requests/s", output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Crud_writes_projections_in_the_build_of_who_takes_it()
    {
        string folder = feed.NewFolder("crud");
        await File.WriteAllTextAsync(Path.Combine(folder, "App.csproj"), """
            <Project Sdk="Microsoft.NET.Sdk.Web">
              <PropertyGroup>
                <TargetFramework>net10.0</TargetFramework>
                <ImplicitUsings>enable</ImplicitUsings>
                <Nullable>enable</Nullable>
                <NuGetAudit>false</NuGetAudit>
              </PropertyGroup>
              <ItemGroup>
                <PackageReference Include="Syncopate.Crud" Version="0.2.0" />
                <PackageReference Include="Syncopate.Crud.AspNetCore" Version="0.2.0" />
              </ItemGroup>
            </Project>
            """, TestContext.Current.CancellationToken);
        await File.WriteAllTextAsync(Path.Combine(folder, "Program.cs"), """
            using Syncopate.Crud;
            using Syncopate.Crud.AspNetCore;

            Console.WriteLine(TagRow.Projection);
            Console.WriteLine(typeof(ModelStateErrors).Assembly.GetName().Name);

            public sealed class Tag { public int Id { get; set; } public string Name { get; set; } = ""; }

            [ProjectsFrom<Tag>]
            public sealed partial record TagRow(int Id, string Name);
            """, TestContext.Current.CancellationToken);

        string output = await feed.RunAsync(folder, "dotnet", "run", "--nologo");

        Assert.Contains("new TagRow(", output, StringComparison.Ordinal);
        Assert.Contains("Syncopate.Crud.AspNetCore", output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Crud_tells_in_the_build_of_who_takes_it_what_fits_nothing()
    {
        string folder = feed.NewFolder("crud-misused");
        await File.WriteAllTextAsync(Path.Combine(folder, "App.csproj"), """
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup>
                <TargetFramework>net10.0</TargetFramework>
                <EmitCompilerGeneratedFiles>true</EmitCompilerGeneratedFiles>
              </PropertyGroup>
              <ItemGroup>
                <PackageReference Include="Syncopate.Crud" Version="0.2.0" />
              </ItemGroup>
            </Project>
            """, TestContext.Current.CancellationToken);
        await File.WriteAllTextAsync(Path.Combine(folder, "Tags.cs"), """
            using Syncopate.Crud;

            public sealed class Tag { public int Id { get; set; } }

            [ProjectsFrom<Tag>]
            public sealed partial record TagRow(int Id) { public string Colour { get; set; } }

            [ProjectsFrom<Tag>]
            public sealed record TagSeen(int Id);
            """, TestContext.Current.CancellationToken);

        (int code, string output) = await feed.TryAsync(folder, new Dictionary<string, string>(), "dotnet", "build", "--nologo");

        Assert.NotEqual(0, code);
        Assert.Contains("Tags.cs(6,", output, StringComparison.Ordinal);
        Assert.Contains("warning SYNC1002", output, StringComparison.Ordinal);
        Assert.Contains("Tags.cs(9,", output, StringComparison.Ordinal);
        Assert.Contains("error SYNC1001", output, StringComparison.Ordinal);
        Assert.NotEmpty(Directory.GetFiles(Path.Combine(folder, "obj"), "*TagRow*.g.cs", SearchOption.AllDirectories));
    }

    [Fact]
    public async Task The_template_makes_a_comparison_that_runs_and_its_workflow()
    {
        string folder = feed.NewFolder("template");
        await feed.RunAsync(folder, "dotnet", "new", "install", feed.PathOf("Syncopate.Templates"));
        await feed.RunAsync(folder, "dotnet", "new", "syncopate", "--name", "Readings", "--output", ".");

        string workflow = await File.ReadAllTextAsync(Path.Combine(folder, ".github", "workflows", "compare.yml"),
            TestContext.Current.CancellationToken);
        string line = LineOf(workflow);
        Assert.Equal("dotnet run Readings.cs -- --budget 60s --out result --card", line);
        string output = await feed.RunAsync(folder, "bash", "-c", line.Replace("60s", "30s", StringComparison.Ordinal));

        Assert.Contains("read what others wrote", output, StringComparison.Ordinal);
        Assert.Contains("calls/s", output, StringComparison.Ordinal);
        Assert.True(File.Exists(Path.Combine(folder, "result", "report.html")));
        Assert.True(File.Exists(Path.Combine(folder, "result", "card.svg")));
    }

    /// <summary>What the one job of a workflow runs, read as a runner reads it.</summary>
    private static string LineOf(string workflow)
    {
        YamlStream stream = [];
        stream.Load(new StringReader(workflow));
        YamlMappingNode jobs = (YamlMappingNode)Assert.Single(stream.Documents).RootNode["jobs"];
        YamlNode steps = Assert.Single(jobs.Children).Value["steps"];
        return Assert.Single(((YamlSequenceNode)steps).Cast<YamlMappingNode>(), step => step.Children.ContainsKey("run"))["run"].ToString();
    }

    /// <summary>Runs the code of a readme as a program of one file, which compares and writes a report.</summary>
    private async Task<string> ComparedAsync(string name, string project)
    {
        string folder = feed.NewFolder(name);
        string readme = Path.Combine("src", project, "README.md");
        string[] lines = await File.ReadAllLinesAsync(
            Path.Combine(Built.RepositoryRoot, readme), TestContext.Current.CancellationToken);
        CodeBlock block = CodeBlock.In(readme, lines).First(b => b.Language == "csharp");
        await File.WriteAllLinesAsync(Path.Combine(folder, name + ".cs"), block.Lines, TestContext.Current.CancellationToken);
        string output = await feed.RunAsync(folder, "dotnet", "run", name + ".cs", "--", "--budget", "30s", "--out", "out");
        Assert.True(File.Exists(Path.Combine(folder, "out", "report.html")));
        return output;
    }
}
