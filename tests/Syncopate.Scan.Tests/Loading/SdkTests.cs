using Syncopate.Scan.Loading.Sdks;
using Xunit;

namespace Syncopate.Scan.Tests.Loading;

public sealed class SdkTests
{
    private static readonly string Host = OperatingSystem.IsWindows() ? "dotnet.exe" : "dotnet";

    [Fact]
    public void The_newest_SDK_that_this_runtime_can_load_is_taken()
    {
        using ScratchTree tree = new(
            (Host, ""), ("sdk/9.0.300/MSBuild.dll", ""), ("sdk/10.0.100/MSBuild.dll", ""),
            ("sdk/10.0.99/MSBuild.dll", ""), ("sdk/11.0.100/MSBuild.dll", ""));

        Assert.Equal("10.0.100", Path.GetFileName(DotnetSdk.FindNewest([tree.Folder], newestMajor: 10)?.Folder));
    }

    [Fact]
    public void Without_an_SDK_there_is_none()
    {
        using ScratchTree tree = new((Host, ""), ("shared/Microsoft.NETCore.App/10.0.0/System.Runtime.dll", ""));

        Assert.Null(DotnetSdk.FindNewest([tree.Folder], newestMajor: 10));
        Assert.Equal($"no .NET SDK was found in {tree.Folder}. Install an SDK of .NET 10, or name the folder of one in DOTNET_ROOT, to see "
            + "what packages and generators add", DotnetSdk.WhyNone([tree.Folder], newestMajor: 10));
    }

    [Fact]
    public void An_SDK_for_a_later_runtime_is_named_as_what_is_there()
    {
        using ScratchTree tree = new((Host, ""), ("sdk/11.0.100/MSBuild.dll", ""));

        string why = DotnetSdk.WhyNone([tree.Folder], newestMajor: 10);

        Assert.StartsWith("the tool runs on .NET 10, and only later SDKs were found: " + Path.Combine(tree.Folder, "sdk", "11.0.100"), why);
    }

    [Fact]
    public void Without_any_compiler_the_target_and_the_folders_that_were_searched_are_named()
    {
        using ScratchTree empty = new();

        string? why = RoslynOfSdk.Choose(null, empty.Folder).Refusal("Shop.slnx");

        Assert.NotNull(why);
        Assert.Contains("Cannot scan 'Shop.slnx'", why, StringComparison.Ordinal);
        Assert.Contains(DotnetSdk.Roots()[0], why, StringComparison.Ordinal);
    }

    [Fact]
    public void The_compiler_is_that_of_the_SDK_or_else_the_bundled_one()
    {
        DotnetSdk? sdk = DotnetSdk.FindNewest();
        using ScratchTree empty = new();

        Assert.NotNull(sdk);
        Assert.Equal(sdk.RoslynFolder, RoslynOfSdk.Choose(sdk, empty.Folder).Folder);
        RoslynOfSdk bundled = RoslynOfSdk.Choose(null, sdk.RoslynFolder);
        Assert.Equal((sdk.RoslynFolder, true), (bundled.Folder, bundled.IsBundled));
        Assert.Null(RoslynOfSdk.Choose(null, empty.Folder).Folder);
    }
}
