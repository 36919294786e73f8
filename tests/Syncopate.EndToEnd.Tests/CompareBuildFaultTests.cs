using Xunit;

namespace Syncopate.EndToEnd.Tests;

/// <summary>Builds that cannot be compared. Nothing is measured, so others may run beside them; what can be compared is in
/// <see cref="CompareBuildTests"/>.</summary>
[Trait("Judges", "behaviour")]
public sealed class CompareBuildFaultTests
{
    private const string Program = """
        var app = WebApplication.Create(args);
        app.MapGet("/orders", () => "orders");
        app.Run();
        """;

    [Theory]
    [InlineData("Misspelt changed nothing in it: check the name, as MSBuild takes any", "--properties-b", "Misspelt=true")]
    [InlineData("Give the second another source, a path of its own, --runtime-async-b", "--build-b", ".")]
    [InlineData("--runtime-async-b had no effect on .: its own assemblies have no async method", "--runtime-async-b")]
    [InlineData("Cannot run B on .NET 3: Microsoft.NETCore.App 3 is not installed", "--runtime-b", "3")]
    [InlineData("error NETSDK1045", "--properties-b", "TargetFramework=net99.0")]
    public async Task Two_builds_that_are_one_are_no_comparison(string message, params string[] options)
    {
        using RunFolder shop = new();
        using RunFolder run = new();
        await File.WriteAllTextAsync(Path.Combine(shop.Path, "Shop.csproj"), ShopSource.Project, TestContext.Current.CancellationToken);
        await File.WriteAllTextAsync(Path.Combine(shop.Path, "Program.cs"), Program, TestContext.Current.CancellationToken);

        await using Tool tool = Tool.StartIn(shop.Path, ["compare", "/orders", "--build-a", ".", .. options, "--out", run.Path]);
        int code = await tool.ExitAsync();

        Assert.Equal(4, code);
        Assert.Contains(message, tool.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", tool.Error, StringComparison.Ordinal);
        Assert.Empty(run.Slots);
    }
}
