using System.Runtime.Versioning;
using Xunit;

namespace Syncopate.EndToEnd.Tests;

/// <summary>Row R4: disks that are really full, limited or read-only. Mounts live in a namespace of the writer's own
/// and end with it.</summary>
[Trait("Judges", "laws")]
public sealed class JournalDiskTests : IDisposable
{
    private const string NeedsRoot = "Needs root on Linux, to mount a small file system.";
    private readonly string _folder = Directory.CreateTempSubdirectory("syncopate-disk-").FullName;

    private static bool CanMount => OperatingSystem.IsLinux() && Environment.IsPrivilegedProcess;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public async Task A_full_disk_keeps_every_earlier_slot_and_names_file_and_free_space()
    {
        Assert.SkipUnless(CanMount, NeedsRoot);
        string mount = Directory.CreateDirectory(Path.Combine(_folder, "mount")).FullName;

        // What was written is copied out before the namespace, and the mount with it, goes away.
        JournalRun run = await JournalRun.CompleteAsync(mount, 1_000, ["unshare", "-m", "sh", "-c",
            """mount -t tmpfs -o size=1m none "$1" && shift && { "$@"; code=$?; cp "$3/run.jsonl" "$3/.."; exit $code; }""", "sh", mount]);

        Assert.Equal(1, run.ExitCode);
        Assert.StartsWith($"{mount}/run.jsonl is not durable since slot {run.Confirmed.Count + 1}. Writing ", run.Error);
        Assert.Contains("No space left on device", run.Error);
        Assert.Contains(" Free there: 0 of 1,048,576 bytes. ", run.Error);
        Assert.Single(run.Error.Trim().Split('\n'));
        Assert.Equal(1_048_576, new FileInfo(Path.Combine(_folder, "run.jsonl")).Length);
        Journaling.JournalReading reading = run.Check(_folder);
        Assert.Equal(run.Confirmed.Count, reading.Records.OfType<Slot>().Count());
        Assert.StartsWith("a record cut off: ", Assert.Single(reading.Damage).Found);
    }

    [Fact]
    public async Task A_write_that_is_cut_short_keeps_every_earlier_slot()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Needs a limit on the length of a file.");

        // The limit counts blocks of 512 bytes, and would also cut the runtime's own mapping of code, which W^X keeps in a file.
        JournalRun run = await JournalRun.CompleteAsync(_folder, 1_000, ["sh", "-c", "trap '' XFSZ; ulimit -f 100; DOTNET_EnableWriteXorExecute=0 exec \"$@\"", "sh"]);

        Assert.Equal(1, run.ExitCode);
        Assert.StartsWith($"{Path.Combine(_folder, "run.jsonl")} is not durable since slot 3. Writing ", run.Error);
        Assert.Single(run.Error.Trim().Split('\n'));
        Assert.Equal(51_200, new FileInfo(Path.Combine(_folder, "run.jsonl")).Length);
        Assert.StartsWith("a record cut off: ", Assert.Single(run.Check(_folder).Damage).Found);
    }

    [Fact]
    public async Task A_read_only_disk_ends_the_run_before_it_starts()
    {
        Assert.SkipUnless(CanMount, NeedsRoot);

        JournalRun run = await JournalRun.CompleteAsync(_folder, 1, ["unshare", "-m", "sh", "-c", """mount -t tmpfs -o ro none "$1" && shift && exec "$@" """, "sh", _folder]);

        Assert.Equal(1, run.ExitCode);
        Assert.Equal(
            $"{_folder}/run.jsonl cannot be created. Read-only file system : '{_folder}/run.jsonl'. Choose a folder that can be written to.",
            run.Error.Trim());
    }

    [Fact, UnsupportedOSPlatform("windows")]
    public async Task A_folder_that_may_not_be_written_to_ends_the_run_before_it_starts()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows() || Environment.IsPrivilegedProcess, "Root may write anywhere, and Windows has no such mode.");
        File.SetUnixFileMode(_folder, UnixFileMode.UserRead | UnixFileMode.UserExecute);

        JournalRun run = await JournalRun.CompleteAsync(_folder, 1, []);

        Assert.Equal(1, run.ExitCode);
        Assert.StartsWith($"{_folder}/run.jsonl cannot be created. Access to the path '{_folder}/run.jsonl' is denied.", run.Error);
        File.SetUnixFileMode(_folder, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
    }
}
