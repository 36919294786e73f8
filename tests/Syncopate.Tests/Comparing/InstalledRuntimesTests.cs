using System.Text.Json.Nodes;
using Syncopate.Running;
using Syncopate.Running.Comparing;
using Xunit;

namespace Syncopate.Tests.Comparing;

/// <summary>Which of the installed versions a build is made to run on.</summary>
public sealed class InstalledRuntimesTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("syncopate-runtimes-").FullName;
    private readonly InstalledRuntimes _installed = new("dotnet", InstalledRuntimes.Parse(
    [
        "Microsoft.AspNetCore.App 10.0.12 [/usr/share/my dotnet/shared/Microsoft.AspNetCore.App]",
        "Microsoft.NETCore.App 8.0.31 [/x]",
        "Microsoft.NETCore.App 10.0.9 [/x]",
        "Microsoft.NETCore.App 10.0.12 [/usr/share/my dotnet/shared/Microsoft.NETCore.App]",
        "Microsoft.NETCore.App 11.0.0-rc.2.25502.107 [/x]",
        "",
    ]));

    [Theory]
    [InlineData("10", "10.0.12")]
    [InlineData("10.0", "10.0.12")]
    [InlineData("10.0.9", "10.0.9")]
    [InlineData("11", "11.0.0-rc.2.25502.107")]
    public void The_newest_version_that_begins_so_is_taken(string wanted, string version)
    {
        Assert.Equal(version, _installed.Pin(Form.B, Build("""{"name":"Microsoft.NETCore.App","version":"10.0.0"}"""), wanted, Pinned));
        Assert.Equal(version, Read("framework")["version"]?.GetValue<string>());
    }

    [Fact]
    public void The_settings_of_the_build_stay_and_all_else_is_kept()
    {
        BuildOutput build = Build("""{"name":"Microsoft.NETCore.App","version":"8.0.0"}""");
        string before = File.ReadAllText(build.SettingsPath);

        _installed.Pin(Form.B, build, "10", Pinned);

        Assert.Equal(before, File.ReadAllText(build.SettingsPath));
        Assert.Equal("true", Read("configProperties")["System.GC.Server"]?.ToJsonString());
    }

    [Theory]
    [InlineData("9", "10.0.0", "Cannot run B on .NET 9: Microsoft.NETCore.App 9 is not installed beside 'dotnet', which has 8.0.31,")]
    [InlineData("1", "10.0.0", "Microsoft.NETCore.App 1 is not installed")]
    [InlineData("8", "10.0.0", "it is built for Microsoft.NETCore.App 10.0.0, and a program does not run on an older .NET")]
    public void What_cannot_be_is_refused_with_what_is_there(string wanted, string builtFor, string message)
    {
        string framework = $$"""{"name":"Microsoft.NETCore.App","version":"{{builtFor}}"}""";

        Assert.Contains(
            message,
            Assert.Throws<TargetFailedException>(() => _installed.Pin(Form.B, Build(framework), wanted, Pinned)).Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public void The_newest_of_each_newer_version_that_serves_pages_is_listed()
    {
        List<string> lines = ["Microsoft.NETCore.App 11.0.4 [/x]", "Microsoft.NETCore.App 13.0.0 [/x]"];
        foreach (string version in (string[])["10.0.12", "11.0.0", "11.0.3", "12.0.0-rc.1"])
            lines.AddRange([$"Microsoft.AspNetCore.App {version} [/x]", $"Microsoft.NETCore.App {version} [/x]"]);
        InstalledRuntimes installed = new("dotnet", InstalledRuntimes.Parse(lines));

        Assert.Equal(["11.0.3", "12.0.0-rc.1"], installed.From(11));
        Assert.Equal(["12.0.0-rc.1"], installed.From(12));
    }

    [Fact]
    public void Every_framework_of_the_program_must_be_there()
    {
        BuildOutput build = Settings("""
            {"frameworks":[{"name":"Microsoft.NETCore.App","version":"10.0.0"},{"name":"Microsoft.AspNetCore.App","version":"10.0.0"}]}
            """);

        Assert.Equal("10.0.12", _installed.Pin(Form.A, build, "10", Pinned));
        Assert.Contains("Microsoft.AspNetCore.App 11 is not installed beside 'dotnet', which has 10.0.12.",
            Assert.Throws<TargetFailedException>(() => _installed.Pin(Form.A, build, "11", Pinned)).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_program_with_a_runtime_of_its_own_is_refused() => Assert.Contains("SelfContained=false",
        Assert.Throws<TargetFailedException>(() => _installed.Pin(
            Form.A, Settings("""{"includedFrameworks":[{"name":"Microsoft.NETCore.App","version":"10.0.12"}]}"""), "10", Pinned)).Message,
        StringComparison.Ordinal);

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    private string Pinned => Path.Combine(_folder, "pinned.json");

    private JsonNode Read(string name) => JsonNode.Parse(File.ReadAllText(Pinned))!["runtimeOptions"]![name]!;

    private BuildOutput Build(string framework) =>
        Settings($$$"""{"framework":{{{framework}}},"configProperties":{"System.GC.Server":true}}""");

    private BuildOutput Settings(string options)
    {
        BuildOutput build = new(Path.Combine(_folder, "Shop.dll"));
        File.WriteAllText(build.SettingsPath, $$"""{"runtimeOptions":{{options}}}""");
        return build;
    }
}
