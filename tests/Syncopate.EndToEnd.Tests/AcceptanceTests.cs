using System.Diagnostics;
using System.Text.Json;
using Xunit;

namespace Syncopate.EndToEnd.Tests;

/// <summary>The short form of bench/acceptance, which in full takes hours: what cannot depend on how busy the machine is.</summary>
[Collection(nameof(Alone))]
[Trait("Judges", "time")]
public sealed class AcceptanceTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("syncopate-acceptance-");

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public async Task Servers_of_known_cost_are_compared_without_gross_error_and_reports_made_again_have_the_same_bytes()
    {
        CancellationToken token = TestContext.Current.CancellationToken;
        using Process script = Process.Start(new ProcessStartInfo("dotnet", [Built.Dll("Syncopate.Acceptance"), "short", "--out", _folder.FullName])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        })!;
        Task<string> output = script.StandardOutput.ReadToEndAsync(token);
        Task<string> error = script.StandardError.ReadToEndAsync(token);
        await script.WaitForExitAsync(token);

        Assert.True(script.ExitCode == 0, await output + await error);
        string[] lines = await File.ReadAllLinesAsync(Path.Combine(_folder.FullName, "results.jsonl"), token);
        Assert.Equal(2, lines.Length);
        Assert.All(lines, line => Assert.True(JsonDocument.Parse(line).RootElement.GetProperty("Identical").GetBoolean()));
    }

    [Fact]
    public async Task A_burner_burns_until_its_input_ends()
    {
        CancellationToken token = TestContext.Current.CancellationToken;
        using Process burner = Process.Start(new ProcessStartInfo("dotnet", [Built.Dll("Syncopate.Acceptance"), "burner"]) { RedirectStandardInput = true, RedirectStandardOutput = true })!;

        Assert.Equal("burning", await burner.StandardOutput.ReadLineAsync(token));
        burner.StandardInput.Close();
        await burner.WaitForExitAsync(token);
    }
}
