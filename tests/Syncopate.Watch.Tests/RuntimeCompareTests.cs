using Syncopate.EndToEnd.Tests;
using Syncopate.Journaling;
using Xunit;

namespace Syncopate.Watch.Tests;

/// <summary>One build on two installed versions of .NET, by the real tool.</summary>
[Trait("Judges", "behaviour")]
public sealed class RuntimeCompareTests(RuntimeKinds kinds) : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("syncopate-runtimes-").FullName;

    [Fact]
    public async Task One_build_runs_on_two_runtimes_and_the_report_says_on_which()
    {
        (JournalReading journal, string said) =
            await CompareAsync("--runtime-a", "10", "--runtime-b", "11", "--runtime-c", "11", "--runtime-async-c");

        Assert.DoesNotContain("building B", said, StringComparison.OrdinalIgnoreCase); // It is A's, on another runtime.
        Assert.Equal(
            [(Form.A, ".NET 10", 1, 0), (Form.B, ".NET 11", 1, 0), (Form.C, ".NET 11", 0, 1)],
            journal.Records.OfType<ServerRuntime>()
                .Select(r => (r.Form!.Value, r.Runtime[..7], r.StateMachines!.Value, r.RuntimeAsync!.Value)));
        // C differs from A in two things, but from B in one, which differs from A in one.
        Assert.DoesNotContain(journal.Records.OfType<Doubt>(), d => d.Code == "several-changes");
    }

    [Fact]
    public async Task Two_changes_at_once_are_a_doubt()
    {
        (JournalReading journal, _) = await CompareAsync("--runtime-b", "11", "--runtime-async-b");

        Doubt doubt = Assert.Single(journal.Records.OfType<Doubt>(), d => d.Code == "several-changes");
        Assert.StartsWith(
            "B differs from A in 2 things at once: runtime async and the runtime (.NET 11.", doubt.What, StringComparison.Ordinal);
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    private async Task<(JournalReading Journal, string Said)> CompareAsync(params string[] options)
    {
        // Restores the packages, or skips.
        await kinds.BuiltAsync("net11.0");
        string host = RuntimeRoot.Make(Directory.CreateDirectory(Path.Combine(_folder, "root")).FullName);
        string shop = Directory.CreateDirectory(Path.Combine(_folder, "shop")).FullName;
        await ShopSource.WriteAsync(shop, waitMilliseconds: 2);
        string run = Path.Combine(_folder, "run");
        string[] line = ["compare", "/orders", "--build-a", ".", .. options, "--users", "2", "--budget", "20s", "--out", run];

        await using Tool tool = Tool.StartBy(host, shop, line);
        int code = await tool.ExitAsync();

        Assert.True(code == 0, tool.Error);
        return (JournalReader.Read(Path.Combine(run, "run.jsonl")), tool.Error);
    }
}
