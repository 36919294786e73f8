using Syncopate.EndToEnd.Tests;
using Xunit;

namespace Syncopate.Packages.Tests;

/// <summary>A library is compared with its package of the version before.</summary>
/// <param name="feed">The packages.</param>
[Trait("Judges", "behaviour")]
public sealed class LastVersionTests(Feed feed)
{
    private const string Project = "src/Syncopate.Crud.AspNetCore";

    [Theory]
    [InlineData("", 0)]
    [InlineData("    public static void Count() { }", 1)]
    public async Task A_library_that_lacks_what_its_last_version_had_is_refused(string gone, int expected)
    {
        string last = feed.NewFolder($"last-{expected}");
        await PackLastAsync(last, gone);

        (int code, string output) = await feed.PackAsync("--built", Path.Combine(last, "new"), "--against", last, Project);

        Assert.True(expected == code, output);
        Assert.Equal(expected == 1, output.Contains("CP0002: Member 'void", StringComparison.Ordinal) && output.Contains(
            "ModelStateErrors.Count()", StringComparison.Ordinal));
        Assert.Equal(expected == 0, Directory.GetFiles(Path.Combine(last, "new"), "*.nupkg").Length > 0);
    }

    [Fact]
    public async Task A_folder_without_the_last_version_is_refused()
    {
        string empty = feed.NewFolder("last-none");

        (int code, string output) = await feed.PackAsync("--built", Path.Combine(empty, "new"), "--against", empty, Project);

        Assert.Equal(1, code);
        Assert.Contains($"There is no package of Syncopate in {empty}.", output, StringComparison.Ordinal);
    }

    // The code of today, with one member more.
    private async Task PackLastAsync(string folder, string gone)
    {
        foreach (string file in Directory.GetFiles(Path.Combine(Built.RepositoryRoot, Project), "*.cs"))
        {
            string code = await File.ReadAllTextAsync(file, TestContext.Current.CancellationToken);
            if (Path.GetFileName(file) == "ModelStateErrors.cs")
                code = code.Replace("\n{\n", $"\n{{\n{gone}\n", StringComparison.Ordinal);
            await File.WriteAllTextAsync(Path.Combine(folder, Path.GetFileName(file)), code, TestContext.Current.CancellationToken);
        }
        await File.WriteAllTextAsync(Path.Combine(folder, "Last.csproj"), """
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup>
                <TargetFramework>net10.0</TargetFramework>
                <ImplicitUsings>enable</ImplicitUsings>
                <Nullable>enable</Nullable>
                <AssemblyName>Syncopate.Crud.AspNetCore</AssemblyName>
                <Version>0.1.0</Version>
              </PropertyGroup>
              <ItemGroup>
                <FrameworkReference Include="Microsoft.AspNetCore.App" />
                <PackageReference Include="Syncopate.Crud" Version="0.2.0" />
              </ItemGroup>
            </Project>
            """, TestContext.Current.CancellationToken);
        await feed.RunAsync(folder, "dotnet", "pack", "-o", ".", "-v", "quiet", "--nologo");
    }
}
