using System.Diagnostics;
using System.IO.Compression;
using Xunit;

namespace Syncopate.Crud.Tests;

[Trait("Judges", "behaviour")]
public sealed class PackageTests
{
    [Fact]
    public async Task The_package_carries_the_library_its_documentation_and_the_generator()
    {
        DirectoryInfo folder = Directory.CreateTempSubdirectory("syncopate-package-");
        try
        {
            await PackAsync(folder.FullName);

            await using ZipArchive package = await ZipFile.OpenReadAsync(
                folder.GetFiles("Syncopate.Crud.*.nupkg").Single().FullName, TestContext.Current.CancellationToken);
            List<string> files = package.Entries.Select(entry => entry.FullName).ToList();
            Assert.Contains("lib/net10.0/Syncopate.Crud.dll", files);
            Assert.Contains("lib/net10.0/Syncopate.Crud.xml", files);
            Assert.Contains("analyzers/dotnet/cs/Syncopate.Crud.Generator.dll", files);
            Assert.Equal(2, files.Count(file => file.EndsWith(".dll", StringComparison.Ordinal)));
            Assert.Contains("README.md", files);
            using StreamReader description = new(
                await package.Entries.Single(entry => entry.Name == "Syncopate.Crud.nuspec").OpenAsync(
                    TestContext.Current.CancellationToken));
            string text = await description.ReadToEndAsync(TestContext.Current.CancellationToken);
            Assert.DoesNotContain("Microsoft.CodeAnalysis", text, StringComparison.Ordinal);
            Assert.Contains("<readme>README.md</readme>", text, StringComparison.Ordinal);
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    [Fact]
    public async Task The_package_for_ASP_NET_Core_carries_its_library_and_a_page_about_it()
    {
        DirectoryInfo folder = Directory.CreateTempSubdirectory("syncopate-package-");
        try
        {
            string output = await PackAsync(folder.FullName, "Syncopate.Crud.AspNetCore");

            await using ZipArchive package = await ZipFile.OpenReadAsync(
                folder.GetFiles("Syncopate.Crud.AspNetCore.*.nupkg").Single().FullName,
                TestContext.Current.CancellationToken);
            List<string> files = package.Entries.Select(entry => entry.FullName).ToList();
            Assert.Contains("lib/net10.0/Syncopate.Crud.AspNetCore.dll", files);
            Assert.Contains("README.md", files);
            Assert.DoesNotContain("warn", output, StringComparison.OrdinalIgnoreCase);
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    /// <summary>Packs what this test was built with.</summary>
    /// <returns>What was said to it.</returns>
    private static async Task<string> PackAsync(string folder, string project = "Syncopate.Crud")
    {
        string configuration = AppContext.BaseDirectory.Contains("debug", StringComparison.OrdinalIgnoreCase) ? "Debug" : "Release";
        using Process pack = Process.Start(new ProcessStartInfo(
            "dotnet", ["pack", Path.Combine(SourceTree.Root, "src", project), "-c", configuration, "--no-build", "-nologo", "-o", folder])
        {
            RedirectStandardOutput = true,
        }) ?? throw new InvalidOperationException("dotnet did not start.");

        string output = await pack.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        await pack.WaitForExitAsync(TestContext.Current.CancellationToken);
        Assert.True(pack.ExitCode == 0, output);
        return output;
    }
}
