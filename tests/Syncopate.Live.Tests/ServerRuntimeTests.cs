using System.Globalization;
using System.Text.Json;
using Xunit;

namespace Syncopate.Live.Tests;

/// <summary>How the runtime compiles in the server, and in what it starts.</summary>
[Trait("Judges", "behaviour")]
public sealed class ServerRuntimeTests
{
    private const string Setting = "DOTNET_TieredPGO=0";

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    /// <summary>More than four fifths of the server's processor time went into compiling methods once more, beside what it had started to
    /// measure; and a run is to measure as it does when a terminal starts it.</summary>
    [Fact(Timeout = 180_000)]
    public async Task A_server_compiles_no_profiles_and_a_run_that_it_starts_is_compiled_as_any_other()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Only there does a process begin anew with other variables.");
        bool isChosen = Environment.GetEnvironmentVariables().Keys.Cast<string>()
            .Any(key => key.StartsWith("DOTNET_T", StringComparison.OrdinalIgnoreCase));
        Assert.SkipWhen(isChosen, "Whoever runs the tests has chosen how the runtime compiles.");
        await using Served served = await Served.StartAsync(results: 0);
        using HttpClient client = await served.ClientAsync();
        using HttpResponseMessage begun = await Served.PostAsync(client, "/race/start", ("what", "delay"), ("users", "5"));
        string name = Uri.UnescapeDataString((begun.Headers.Location?.OriginalString ?? "").Split("result=")[1]);

        string[] own = await VariablesAsync(served.ProcessId);
        string[] started = await VariablesAsync(await ProcessAsync(Path.Combine(served.Root, name, "live.jsonl")));

        Assert.Contains(Setting, own);
        Assert.Contains("SYNCOPATE_LIVE=1", started);
        Assert.DoesNotContain(started, variable => variable.StartsWith("DOTNET_T", StringComparison.Ordinal)
            || variable.StartsWith("SYNCOPATE_SETTLED", StringComparison.Ordinal));
    }

    private static async Task<string[]> VariablesAsync(int processId)
    {
        string path = string.Create(CultureInfo.InvariantCulture, $"/proc/{processId}/environ");
        return (await File.ReadAllTextAsync(path, Token)).Split('\0');
    }

    /// <summary>The process that writes a result, by the first line of what it tells.</summary>
    private static async Task<int> ProcessAsync(string feed)
    {
        await using FileStream file = new(feed, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        using StreamReader lines = new(file);
        using JsonDocument first = JsonDocument.Parse(await lines.ReadLineAsync(Token) ?? "");
        return first.RootElement.GetProperty("pid").GetInt32();
    }
}
