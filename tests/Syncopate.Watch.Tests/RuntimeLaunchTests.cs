using System.Text.Json.Nodes;
using Syncopate.EndToEnd.Tests;
using Syncopate.Journaling;
using Syncopate.Running.Servers;
using Xunit;

namespace Syncopate.Watch.Tests;

/// <summary>Programs of other versions of .NET that the real tool starts itself.</summary>
[Trait("Judges", "behaviour")]
public sealed class RuntimeLaunchTests(RuntimeKinds kinds)
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData("net8.0")]
    [InlineData("net9.0")]
    [InlineData("net11.0")]
    [InlineData("net11.0-ra")]
    public async Task A_program_is_watched_from_its_first_instruction(string kind)
    {
        using TemporaryFolder folder = new();
        string result = Path.Combine(folder.Path, "result");
        string address = Address();

        await using Tool tool = Tool.Start(
            "watch", "--launch", $"'{await kinds.BuiltAsync(kind)}' site --urls {address}", "--with", address + "/wait/sync", "-c", "20",
            "--duration", "10m", "--where", "--json", "--out", result);
        await tool.SeeAsync("Site.Answer");
        tool.Signal("INT");
        int code = await tool.ExitAsync();

        Assert.True(code == 130, tool.Error);
        Assert.Contains("Site.cs:21", folder.Read("result/report.md"), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("net8.0")]
    [InlineData("net9.0")]
    [InlineData("net11.0")]
    [InlineData("net11.0-ra")]
    public async Task A_site_is_loaded_and_its_runtime_told(string kind)
    {
        using TemporaryFolder folder = new();
        string result = Path.Combine(folder.Path, "result");
        string address = Address();

        (int code, string output, string error) = await Tool.RunAsync(
            "load", address + "/wait/async", "-c", "4", "-d", "2s", "--launch", $"'{await kinds.BuiltAsync(kind)}' site --urls {address}",
            "--json", "--out", result);

        Assert.True(code == 0, error);
        JsonNode report = JsonNode.Parse(output)!;
        Assert.InRange((long)report["threads"]!, 1, 1_000);
        Assert.InRange((double)report["cpuPerRequest"]!, 1e-4, 1_000);
        AssertRuns(kind, Assert.Single(JournalReader.Read(Path.Combine(result, "run.jsonl")).Records.OfType<ServerRuntime>()));
    }

    [Theory]
    [InlineData("net8.0", "net9.0")]
    [InlineData("net11.0", "net11.0-ra")]
    public async Task Two_sites_are_compared_and_their_runtimes_told(string a, string b)
    {
        using TemporaryFolder folder = new();
        string result = Path.Combine(folder.Path, "result");
        (string atA, string atB) = (Address(), Address());

        (int code, string output, string error) = await Tool.RunAsync(
            "compare", atA + "/wait/sync", atB + "/wait/async", "-c", "4", "--budget", "15s", "--json", "--out", result,
            "--launch-a", $"'{await kinds.BuiltAsync(a)}' site --urls {atA}",
            "--launch-b", $"'{await kinds.BuiltAsync(b)}' site --urls {atB}");

        Assert.True(code == 0, error);
        JournalReading journal = JournalReader.Read(Path.Combine(result, "run.jsonl"));
        ServerRuntime[] runtimes = [.. journal.Records.OfType<ServerRuntime>()];
        AssertRuns(a, Assert.Single(runtimes, runtime => runtime.Form == Form.A));
        AssertRuns(b, Assert.Single(runtimes, runtime => runtime.Form == Form.B));
    }

    [Fact]
    public async Task What_native_code_does_not_let_be_seen_is_said()
    {
        using TemporaryFolder folder = new();
        string address = Address();
        string launch = $"'{await kinds.BuiltAsync("native")}' site --urls {address}";

        (int watched, _, string error) = await Tool.RunAsync(
            "watch", "--launch", launch, "--with", address + "/wait/sync", "-c", "20", "--duration", "4s", "--where",
            "--out", Path.Combine(folder.Path, "watch"));
        (int loaded, _, string loadError) = await Tool.RunAsync(
            "load", address + "/wait/async", "-c", "4", "-d", "1s", "--launch", launch, "--out", Path.Combine(folder.Path, "load"));

        Assert.True((watched, loaded) == (0, 0), error + loadError);
        Assert.Contains(
            "and the places of blocked threads are not shown: the program was published as native code", error, StringComparison.Ordinal);
        string report = folder.Read("watch/report.md");
        Assert.Contains("neither trimmed nor Native AOT", report, StringComparison.Ordinal);
        Assert.DoesNotContain("queue             up to 0;", report, StringComparison.Ordinal);
        Assert.Contains("it lets no monitor in", folder.Read("load/report.md"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_program_without_start_up_hooks_is_said_to_run_no_agent()
    {
        using TemporaryFolder folder = new();
        // As a program that is published trimmed has it.
        string program = Path.Combine(folder.Path, "WatchedProgram.dll");
        File.Copy(Built.Dll("WatchedProgram"), program);
        JsonNode settings = JsonNode.Parse(
            await File.ReadAllTextAsync(Path.ChangeExtension(Built.Dll("WatchedProgram"), ".runtimeconfig.json"), Token))!;
        settings["runtimeOptions"]!["configProperties"]!["System.StartupHookProvider.IsSupported"] = false;
        await File.WriteAllTextAsync(Path.ChangeExtension(program, ".runtimeconfig.json"), settings.ToJsonString(), Token);

        (int code, _, string error) = await Tool.RunAsync(
            "watch", "--launch", $"dotnet '{program}' turning", "--duration", "8s", "--out", Path.Combine(folder.Path, "watch"));

        Assert.True(code == 0, error);
        string report = folder.Read("watch/report.md");
        Assert.Contains(
            "the process does not run the agent, as a program that is published trimmed does not", report, StringComparison.Ordinal);
        Assert.Contains("neither trimmed nor Native AOT", report, StringComparison.Ordinal);
    }

    private static void AssertRuns(string kind, ServerRuntime runtime)
    {
        bool isRuntimeAsync = kind.EndsWith("-ra", StringComparison.Ordinal);
        Assert.StartsWith($".NET {kind["net".Length..^(isRuntimeAsync ? 5 : 2)]}.", runtime.Runtime, StringComparison.Ordinal);
        Assert.Equal(isRuntimeAsync, runtime.RuntimeAsync > 0);
        Assert.True(isRuntimeAsync || runtime.StateMachines > 0);
    }

    private static string Address() => $"http://127.0.0.1:{FreePort.Find()}";
}
