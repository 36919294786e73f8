using System.Text.Json;
using Syncopate.EndToEnd.Tests;
using Xunit;

namespace Syncopate.Packages.Tests;

/// <summary>A program that is published as one file: it starts itself again for each form, and there is no assembly on the disk
/// that a start-up hook could name.</summary>
/// <param name="feed">The packages.</param>
[Trait("Judges", "behaviour")]
public sealed class SingleFileTests(Feed feed)
{
    private const string Project = """
        <Project Sdk="Microsoft.NET.Sdk">
          <PropertyGroup>
            <OutputType>Exe</OutputType>
            <TargetFramework>net10.0</TargetFramework>
            <ImplicitUsings>enable</ImplicitUsings>
            <Nullable>enable</Nullable>
            <NuGetAudit>false</NuGetAudit>
            <PublishSingleFile>true</PublishSingleFile>
            <SelfContained>false</SelfContained>
          </PropertyGroup>
          <ItemGroup>
            <PackageReference Include="Syncopate" Version="0.2.0" />
          </ItemGroup>
        </Project>
        """;

    [Fact]
    public async Task A_program_in_one_file_compares_its_forms_each_in_a_watched_process_of_its_own()
    {
        string folder = feed.NewFolder("single-file");
        CancellationToken token = TestContext.Current.CancellationToken;
        await File.WriteAllTextAsync(Path.Combine(folder, "Customers.csproj"), Project, token);
        await File.WriteAllLinesAsync(Path.Combine(folder, "Program.cs"), Code(), token);

        await feed.RunAsync(folder, "dotnet", "publish", "--nologo", "-r", Feed.System, "-o", "published");
        string program = Path.Combine(folder, "published", "Customers");
        await feed.RunAsync(folder, program, "--budget", "30s", "--out", "out");

        Assert.Empty(Directory.GetFiles(Path.Combine(folder, "published"), "*.dll"));
        string report = await File.ReadAllTextAsync(Path.Combine(folder, "out", "report.json"), token);
        using JsonDocument document = JsonDocument.Parse(report);
        JsonElement[] forms = [.. document.RootElement.GetProperty("experiments")[0].GetProperty("forms").EnumerateArray()];
        Assert.Equal(["Sync", "Async"], forms.Select(form => form.GetProperty("label").GetString()));
        Assert.All(forms, form => Assert.True(form.GetProperty("threads").GetInt32() > 0));
    }

    /// <summary>The code of the readme, without what only <c>dotnet run</c> reads.</summary>
    private static IEnumerable<string> Code()
    {
        string readme = Path.Combine(Built.RepositoryRoot, "src", "Syncopate.Forms", "README.md");
        CodeBlock block = CodeBlock.In(readme, File.ReadAllLines(readme)).First(b => b.Language == "csharp");
        return block.Lines.Where(line => !line.StartsWith("#:", StringComparison.Ordinal));
    }
}
