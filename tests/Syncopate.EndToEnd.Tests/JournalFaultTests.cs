using System.Text.RegularExpressions;
using Xunit;

namespace Syncopate.EndToEnd.Tests;

/// <summary>Rows R1, R3 and R4: the N-th system call of the writer fails or is its last, for each N of a short run.
/// With the folder there already, fsync 1 is the folder's, write 1 and fsync 2 are the header's, and write N + 1 and fsync N + 2 are
/// those of slot N.</summary>
[Trait("Judges", "laws")]
public sealed partial class JournalFaultTests : IDisposable
{
    private const int Slots = 3;
    private readonly string _folder = Directory.CreateTempSubdirectory("syncopate-fault-").FullName;

    public static TheoryData<string, int, string> FailingCalls => [.. Enumerable.Range(1, Slots + 1).SelectMany(slot => new (string, int, string)[]
    {
        ("fsync:error=EIO", slot + 2, "Syncing to disk (fsync) failed: Input/output error (error 5)."),
        ("pwrite64:error=ENOSPC", slot + 1, "No space left on device"),
    }).Concat(
    [
        ("fsync:error=ENOSPC", 4, "Syncing to disk (fsync) failed: No space left on device (error 28)."),
        ("fsync:error=EDQUOT", 4, "Syncing to disk (fsync) failed: Disk quota exceeded (error 122)."),
        ("pwrite64:error=EDQUOT", 3, "Disk quota exceeded"),
        ("pwrite64:error=EFBIG", 3, "failed: "),
        ("pwrite64:error=EPERM", 3, "denied"),
    ])];

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Theory, MemberData(nameof(FailingCalls))]
    public async Task A_call_that_fails_ends_the_run_and_is_never_tried_again(string fault, int call, string reason)
    {
        var (run, calls) = await InjectAsync($"{fault}:when={call}", Slots);

        int slot = fault.StartsWith("fsync", StringComparison.Ordinal) ? call - 2 : call - 1;
        string what = slot > Slots ? $"the RunEnd record before slot {slot}" : $"slot {slot}";
        Assert.Equal(1, run.ExitCode);
        Assert.StartsWith($"{Path.Combine(_folder, "run.jsonl")} is not durable since {what}. ", run.Error);
        Assert.Contains(reason, run.Error);
        Assert.Matches(FreeSpace(), run.Error);
        Assert.Single(run.Error.Trim().Split('\n'));
        Assert.Equal(slot - 1, run.Confirmed.Count);
        Assert.Empty(run.Check(_folder).Damage);
        Assert.EndsWith("(INJECTED)", calls[^1]);
    }

    [Fact]
    public async Task A_header_that_cannot_be_synced_ends_the_run_before_its_first_slot()
    {
        var (run, calls) = await InjectAsync("fsync:error=EIO:when=2", Slots);

        Assert.Equal(1, run.ExitCode);
        Assert.StartsWith($"{Path.Combine(_folder, "run.jsonl")} is not durable since the RunHeader record before slot 1. ", run.Error);
        Assert.EndsWith("(INJECTED)", calls[^1]);
    }

    [Fact]
    public async Task A_folder_that_cannot_be_synced_ends_the_run_before_it_starts()
    {
        var (run, calls) = await InjectAsync("fsync:error=EIO:when=1", Slots);

        Assert.Equal(1, run.ExitCode);
        Assert.StartsWith($"{Path.Combine(_folder, "run.jsonl")} cannot be created. Syncing the folder failed: Input/output error (error 5).", run.Error);
        Assert.EndsWith("(INJECTED)", calls[^1]);
    }

    [Theory, InlineData("fsync:error=EINVAL:when=1"), InlineData("fsync:error=EINTR:when=4")]
    public async Task A_folder_that_needs_no_sync_and_a_signal_before_one_are_no_failures(string fault)
    {
        var (run, _) = await InjectAsync(fault, Slots);

        Assert.Equal((0, ""), (run.ExitCode, run.Error));
        Assert.Equal(Slots, run.Confirmed.Count);
        Assert.Empty(run.Check(_folder).Damage);
    }

    [Theory]
    [InlineData("pwrite64", 1), InlineData("pwrite64", 2), InlineData("pwrite64", 3), InlineData("pwrite64", 4)]
    [InlineData("fsync", 1), InlineData("fsync", 2), InlineData("fsync", 3), InlineData("fsync", 4), InlineData("fsync", 5)]
    public async Task A_writer_killed_at_a_call_keeps_each_slot_it_has_confirmed(string name, int call)
    {
        var (run, _) = await InjectAsync($"{name}:signal=KILL:when={call}", Slots);

        Assert.Equal(128 + 9, run.ExitCode);
        Assert.Equal(Math.Max(0, call - (name == "fsync" ? 3 : 2)), run.Confirmed.Count);
        run.Check(_folder);
    }

    /// <summary>A killed process does not show what a power cut shows: its writes survive without any sync. The order
    /// of the calls does.</summary>
    [Fact]
    public async Task Each_record_is_one_write_and_one_sync()
    {
        var (run, calls) = await InjectAsync("fsync:error=EIO:when=99", Slots);

        IEnumerable<string> names = calls.Select(c => Call().Match(c).Groups[1].Value);
        Assert.Equal(0, run.ExitCode);
        Assert.Equal(["fsync", .. Enumerable.Repeat<string[]>(["pwrite64", "fsync"], Slots + 2).SelectMany(c => c)], names);
        Assert.All(calls, c => Assert.DoesNotContain("INJECTED", c));
    }

    private async Task<(JournalRun Run, string[] Calls)> InjectAsync(string fault, int slots)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux() && File.Exists("/usr/bin/strace"), "Needs strace, which makes a chosen system call fail.");
        string log = Path.Combine(_folder, "calls");
        string[] strace = ["strace", "-f", "-qq", "-o", log, "-e", "trace=pwrite64,fsync", "-e", "signal=none", "-e", $"inject={fault}"];
        JournalRun run = await JournalRun.CompleteAsync(_folder, slots, strace);
        return (run, [.. (await File.ReadAllLinesAsync(log)).Where(l => Call().IsMatch(l))]);
    }

    [GeneratedRegex(@"^\d+ +(pwrite64|fsync)\(")]
    private static partial Regex Call();

    [GeneratedRegex(@"Free there: [\d,]+ of [\d,]+ bytes\.")]
    private static partial Regex FreeSpace();
}
