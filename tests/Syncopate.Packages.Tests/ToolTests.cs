using System.Collections.Frozen;
using System.IO.Compression;
using System.Reflection.PortableExecutable;
using System.Xml.Linq;
using Xunit;

namespace Syncopate.Packages.Tests;

/// <summary>The tool: one package that names those of the systems, and of them the one that fits.</summary>
/// <param name="feed">The packages.</param>
[Trait("Judges", "behaviour")]
public sealed class ToolTests(Feed feed)
{
    // What a program of each system begins with: ELF, PE, Mach-O of 64 bits.
    private static readonly FrozenDictionary<string, string> Beginnings = new Dictionary<string, string>
    {
        ["linux"] = "7F454C46",
        ["win"] = "4D5A",
        ["osx"] = "CFFAEDFE",
        ["any"] = "4D5A",
    }.ToFrozenDictionary();

    /// <summary>The package of this machine's system, and the one of systems that have none.</summary>
    public static TheoryData<string> Systems => [Feed.System, "any"];

    /// <summary>All that were made.</summary>
    public static TheoryData<string> Made => [.. Feed.Systems];

    [Theory]
    [MemberData(nameof(Systems))]
    public async Task The_package_of_the_system_is_taken_and_measures_the_site_that_travels_with_it(string system)
    {
        string folder = feed.NewFolder($"tool-{system}");
        string program = await InstallAsync(folder, system);

        Assert.StartsWith("0.2.0", await feed.RunAsync(folder, program, "--version"), StringComparison.Ordinal);
        // Both ask the service of the feeds as well, a program of its own.
        string output = await feed.RunAsync(folder, program, "run", "dashboard", "external", "--quick", "--out", "out");

        string taken = Path.Combine(folder, "bin", ".store", "syncopate.tool", "0.2.0", $"syncopate.tool.{system}");
        Assert.True(Directory.Exists(taken), taken);
        Assert.Contains("Report: ", output, StringComparison.Ordinal);
        string[] lines = await File.ReadAllLinesAsync(
            Path.Combine(folder, "out", "run.jsonl"), TestContext.Current.CancellationToken);
        string[] slots = [.. lines.Where(line => line.Contains("\"type\":\"slot\"", StringComparison.Ordinal))];
        Assert.Contains(slots, slot => slot.Contains("\"experiment\":\"dashboard\"", StringComparison.Ordinal));
        Assert.Contains(slots, slot => slot.Contains("\"experiment\":\"external\"", StringComparison.Ordinal));
    }

    [Theory]
    [MemberData(nameof(Made))]
    public void All_samples_travel_with_the_tool(string system)
    {
        (IReadOnlyList<string> files, _) = feed.Open($"Syncopate.Tool.{system}");

        foreach (string sample in new[] { "AwaitCost", "AwaitCost.RuntimeAsync", "FeedService", "SampleSite" })
            Assert.Contains($"tools/net10.0/{system}/samples/{sample}/{sample}.dll", files);
    }

    [Theory]
    [InlineData("Syncopate.Cli.dll", true)]
    [InlineData("Spectre.Console.dll", true)]
    // They enter processes of others.
    [InlineData("Syncopate.Agent.dll", false)]
    [InlineData("Syncopate.WatchAgent.dll", false)]
    // It is what is measured: the same as from the clone.
    [InlineData("samples/SampleSite/SampleSite.dll", false)]
    public void The_tool_is_compiled_ahead_for_its_system_and_nothing_else(string file, bool ahead)
    {
        Assert.All(Feed.Systems, system => Assert.Equal(ahead && system != "any", IsCompiledAhead(system, file)));
    }

    [Theory]
    [MemberData(nameof(Made))]
    public void The_program_that_a_package_names_is_in_it_and_is_one_of_its_system(string system)
    {
        string package = $"Syncopate.Tool.{system}";
        XElement command = XDocument.Parse(feed.Read(package, "DotnetToolSettings.xml")).Descendants("Command").Single();
        string begins = Convert.ToHexString(Bytes(system, (string)command.Attribute("EntryPoint")!).AsSpan(0, 4));

        Assert.Equal("syncopate", (string?)command.Attribute("Name"));
        Assert.StartsWith(Beginnings[system.Split('-')[0]], begins, StringComparison.Ordinal);
        Assert.Contains($"\"{package}\"", feed.Read("Syncopate.Tool", "DotnetToolSettings.xml"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_tool_runs_without_being_installed()
    {
        string folder = feed.NewFolder("tool-exec");

        string output = await feed.RunAsync(folder, "dotnet", "tool", "exec", "Syncopate.Tool", "--yes", "--", "--version");

        Assert.Contains("0.2.0", output, StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Made))]
    public void The_tool_has_its_page_of_the_manual_beside_it(string system)
    {
        string page = feed.Read($"Syncopate.Tool.{system}", "syncopate.1");

        Assert.StartsWith(".TH SYNCOPATE 1 ", page, StringComparison.Ordinal);
        Assert.Contains(".SS syncopate compare", page, StringComparison.Ordinal);
    }

    // A machine that calls itself by a name for which there is no package takes the one for any.
    private async Task<string> InstallAsync(string folder, string system)
    {
        Dictionary<string, string> variables = [];
        if (system == "any")
            variables["DOTNET_RUNTIME_ID"] = "linux-riscv64";
        (int code, string output) = await feed.TryAsync(
            folder, variables, "dotnet", "tool", "install", "Syncopate.Tool", "--tool-path", "bin");
        Assert.True(code == 0, output);
        return Path.Combine(folder, "bin", "syncopate");
    }

    private bool IsCompiledAhead(string system, string file)
    {
        using PEReader reader = new([.. Bytes(system, file)]);
        return reader.PEHeaders.CorHeader!.ManagedNativeHeaderDirectory.Size > 0;
    }

    private byte[] Bytes(string system, string file)
    {
        using ZipArchive archive = ZipFile.OpenRead(feed.PathOf($"Syncopate.Tool.{system}"));
        using MemoryStream bytes = new();
        using (Stream packed = archive.GetEntry($"tools/net10.0/{system}/{file}")!.Open())
            packed.CopyTo(bytes);
        return bytes.ToArray();
    }
}
