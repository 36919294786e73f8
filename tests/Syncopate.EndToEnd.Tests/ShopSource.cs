namespace Syncopate.EndToEnd.Tests;

/// <summary>The source of a small server with one page, for tests that build it.</summary>
internal static class ShopSource
{
    public const string Project = """
        <Project Sdk="Microsoft.NET.Sdk.Web">
          <PropertyGroup><TargetFramework>net10.0</TargetFramework><ImplicitUsings>enable</ImplicitUsings></PropertyGroup>
        </Project>
        """;

    /// <summary>Writes it into a folder, or over what is there.</summary>
    /// <param name="folder">Which is there already.</param>
    /// <param name="waitMilliseconds">Of the page.</param>
    public static async Task WriteAsync(string folder, int waitMilliseconds)
    {
        await File.WriteAllTextAsync(Path.Combine(folder, "Shop.csproj"), Project);
        await File.WriteAllTextAsync(Path.Combine(folder, "Program.cs"), $$"""
            var app = WebApplication.Create(args);
            app.MapGet("/orders", async () => { await Task.Delay({{waitMilliseconds}}); return "orders"; });
            app.Run();
            """);
    }
}
