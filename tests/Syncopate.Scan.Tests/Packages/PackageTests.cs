using System.Diagnostics;
using System.IO.Compression;
using System.Text.Json;
using Syncopate.Crud.Tests;
using Xunit;

namespace Syncopate.Scan.Tests.Packages;

/// <summary>The package as a user has it: packed into a folder, taken from there by a project that knows nothing else.</summary>
[Trait("Judges", "behaviour")]
public sealed class PackageTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("syncopate-package-");

    [Fact]
    public async Task A_project_that_takes_the_package_is_told_in_its_build()
    {
        string feed = Path.Combine(_folder.FullName, "feed");
        string configuration = Path.GetFileName(Path.TrimEndingDirectorySeparator(AppContext.BaseDirectory));
        await DotnetAsync(SourceTree.Root, "pack", "src/Syncopate.Analyzers.CodeFixes", "--no-build", "--nologo", "-c", configuration, "-o", feed);
        string package = Assert.Single(Directory.GetFiles(feed, "*.nupkg"));
        using (ZipArchive content = await ZipFile.OpenReadAsync(package, TestContext.Current.CancellationToken))
        {
            IEnumerable<string> names = content.Entries.Select(entry => entry.FullName);
            Assert.Contains("analyzers/dotnet/cs/Syncopate.Analyzers.dll", names);
            Assert.Contains("analyzers/dotnet/cs/Syncopate.Analyzers.CodeFixes.dll", names);
            Assert.DoesNotContain(names, name => name.StartsWith("lib/", StringComparison.Ordinal));
        }

        string project = WriteProject();
        string output = await DotnetAsync(
            project, "build", "--nologo", "-p:RestoreSources=" + feed, "-p:ErrorLog=out.sarif%2Cversion=2.1", "-nodeReuse:false");

        Assert.Contains("warning SYNC2002", output, StringComparison.Ordinal);
        using JsonDocument sarif = JsonDocument.Parse(await File.ReadAllTextAsync(Path.Combine(project, "out.sarif"), TestContext.Current.CancellationToken));
        Assert.Contains(
            sarif.RootElement.GetProperty("runs")[0].GetProperty("results").EnumerateArray(),
            result => result.GetProperty("ruleId").GetString() == "SYNC2002");
    }

    public void Dispose() => _folder.Delete(recursive: true);

    private string WriteProject()
    {
        string folder = _folder.CreateSubdirectory("project").FullName;
        File.WriteAllText(Path.Combine(folder, "Project.csproj"), """
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup>
                <TargetFramework>net10.0</TargetFramework>
                <ImplicitUsings>enable</ImplicitUsings>
                <NuGetAudit>false</NuGetAudit>
              </PropertyGroup>
              <ItemGroup>
                <PackageReference Include="Syncopate.Analyzers" Version="0.2.0" PrivateAssets="all" />
              </ItemGroup>
            </Project>
            """);
        File.WriteAllText(Path.Combine(folder, "Code.cs"), """
            public static class Code
            {
                public static async Task<string> ReadAsync()
                {
                    await Task.Yield();
                    return File.ReadAllText("a");
                }
            }
            """);
        return folder;
    }

    private async Task<string> DotnetAsync(string folder, params string[] arguments)
    {
        ProcessStartInfo start = new("dotnet", arguments) { WorkingDirectory = folder, RedirectStandardOutput = true };
        // The package is not to be found anywhere but in the folder.
        if (folder != SourceTree.Root)
            start.Environment["NUGET_PACKAGES"] = Path.Combine(_folder.FullName, "packages");
        start.Environment["MSBUILDDISABLENODEREUSE"] = "1";
        using Process process = Process.Start(start)!;
        string output = await process.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);
        Assert.True(process.ExitCode == 0, output);
        return output;
    }
}
