using Microsoft.Win32.SafeHandles;
using Syncopate.Journaling;
using Syncopate.Watch.Tests;
using Xunit;

namespace Syncopate.Tests.Measuring;

/// <summary>What is done of a sync that the system refuses: only a folder that needs none is let pass.</summary>
public sealed class DurableFileTests
{
    [Fact]
    public void A_folder_that_cannot_be_opened_is_not_synced()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "No folder is synced there.");
        using TemporaryFolder folder = new();

        IOException failure = Assert.Throws<IOException>(() => DurableFile.SyncFolder(Path.Combine(folder.Path, "none")));

        Assert.StartsWith("Opening the folder to sync it failed: ", failure.Message, StringComparison.Ordinal);
        Assert.EndsWith("(error 2).", failure.Message, StringComparison.Ordinal); // ENOENT.
    }

    /// <summary>The folders of procfs can be opened, and are on no disk.</summary>
    [Fact]
    public void A_folder_that_needs_no_sync_is_no_failure_and_a_file_that_cannot_be_synced_is_one()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "It has the file system that this needs.");
        using SafeFileHandle file = File.OpenHandle("/proc/version");

        DurableFile.SyncFolder("/proc");
        IOException failure = Assert.Throws<IOException>(() => DurableFile.Sync(file));

        Assert.StartsWith("Syncing to disk (fsync) failed: ", failure.Message, StringComparison.Ordinal);
        Assert.EndsWith("(error 22).", failure.Message, StringComparison.Ordinal); // EINVAL.
    }

    [Fact]
    public void What_was_appended_is_in_the_file_in_its_order()
    {
        using TemporaryFolder folder = new();
        string made = Path.Combine(folder.Path, "a", "b");
        using DurableFile file = new(made, "file");

        file.Append("one "u8);
        file.Append("two"u8);

        using FileStream read = new(
            Path.Combine(made, "file"), FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        using StreamReader text = new(read);
        Assert.Equal("one two", text.ReadToEnd());
        Assert.Throws<IOException>(() => new DurableFile(made, "file"));
    }
}
