using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;
using static System.FormattableString;

namespace Syncopate.Journaling;

/// <summary>A file whose every append is on the disk, or has failed, when the call returns. One thread at a time.</summary>
/// <remarks>It calls <c>fsync</c> itself, because on Unix the runtime reports success for a failed one:
/// <c>SystemNative_FSync</c> returns the truth value 1 where
/// <c>RandomAccess.FlushToDisk</c> checks for a negative number (found in .NET 10.0 by letting the third sync fail).</remarks>
internal sealed partial class DurableFile : IDisposable
{
    private const int InterruptedError = 4;
    private const int InvalidArgumentError = 22;
    private readonly SafeFileHandle _file;
    private long _length;

    /// <summary>Creates the file, and its folder when that is missing, and syncs each folder that got a new entry.</summary>
    /// <param name="folder">Full path of the folder.</param>
    /// <param name="name">A name that no file in it has yet.</param>
    /// <exception cref="IOException">The file exists, cannot be created, or its entry cannot be synced.</exception>
    /// <exception cref="UnauthorizedAccessException">A folder may not be written to.</exception>
    public DurableFile(string folder, string name)
    {
        CreateFolder(folder);
        _file = File.OpenHandle(Path.Combine(folder, name), FileMode.CreateNew, FileAccess.Write, FileShare.Read);
        SyncFolder(folder);
    }

    private DurableFile(SafeFileHandle file, long length) => (_file, _length) = (file, length);

    /// <summary>Opens a file that is there, to append after some of its bytes. What follows them is cut off, and a last line without a
    /// line end gets one.</summary>
    /// <param name="path">Full path of the file.</param>
    /// <param name="length">Bytes that are kept; at most those it has.</param>
    /// <exception cref="IOException">It is not there, or cannot be opened, cut or synced.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be written to.</exception>
    public static DurableFile Reopen(string path, long length)
    {
        DurableFile reopened = new(File.OpenHandle(path, FileMode.Open, FileAccess.ReadWrite, FileShare.Read), length);
        try
        {
            RandomAccess.SetLength(reopened._file, length);
            Sync(reopened._file);
            byte[] end = new byte[1];
            if (length > 0 && RandomAccess.Read(reopened._file, end, length - 1) == 1 && end[0] != '\n')
                reopened.Append("\n"u8);
            return reopened;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            reopened.Dispose();
            throw;
        }
    }

    /// <summary>Writes the bytes with one call, then syncs the file. After a failure the end of the file is unknown:
    /// append no more.</summary>
    /// <exception cref="IOException">The write or the sync failed; the message says which, and the system's reason.</exception>
    public void Append(ReadOnlySpan<byte> bytes)
    {
        try
        {
            RandomAccess.Write(_file, bytes, _length);
        }
        // The runtime also turns a refused write into the second, and one beyond the largest file (EFBIG) into the third.
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentOutOfRangeException)
        {
            throw new IOException(Invariant($"Writing {bytes.Length:N0} bytes at byte {_length:N0} failed: {e.Message.TrimEnd('.')}."), e);
        }

        Sync(_file);
        _length += bytes.Length;
    }

    /// <inheritdoc/>
    public void Dispose() => _file.Dispose();

    private static void CreateFolder(string folder)
    {
        if (Directory.Exists(folder) || Path.GetDirectoryName(folder) is not { } parent)
            return;
        CreateFolder(parent);
        Directory.CreateDirectory(folder);
        SyncFolder(parent);
    }

    /// <summary>Puts on the disk which files a folder has.</summary>
    /// <exception cref="IOException">It cannot be opened, or not be synced.</exception>
    internal static void SyncFolder(string folder)
    {
        // NTFS logs its own entries, and a folder there cannot be synced by itself.
        if (OperatingSystem.IsWindows())
            return;
        using SafeFileHandle handle = Open(folder, OperatingSystem.IsMacOS() ? 0x100_0000 : 0x8_0000); // O_RDONLY | O_CLOEXEC
        if (handle.IsInvalid)
            throw Failure("Opening the folder to sync it", Marshal.GetLastPInvokeError());
        // EINVAL: this file system keeps folders in a way that needs no sync (PostgreSQL accepts the same).
        if (SyncError(handle) is var error and not (0 or InvalidArgumentError))
            throw Failure("Syncing the folder", error);
    }

    /// <summary>Puts on the disk what was written to a file.</summary>
    /// <exception cref="IOException">That failed.</exception>
    internal static void Sync(SafeFileHandle file)
    {
        if (OperatingSystem.IsWindows())
            RandomAccess.FlushToDisk(file); // FlushFileBuffers, whose failure the runtime does report
        else if (SyncError(file) is var error and not 0)
            throw Failure("Syncing to disk (fsync)", error);
    }

    private static int SyncError(SafeFileHandle handle)
    {
        while (true)
        {
            // On macOS fsync leaves the data in the drive's cache; F_FULLFSYNC (51) empties that too.
            if ((OperatingSystem.IsMacOS() ? FileControl(handle, 51) : FileSync(handle)) == 0)
                return 0;
            // A signal came before the sync began: no data was given up, unlike after any other error.
            if (Marshal.GetLastPInvokeError() is var error and not InterruptedError)
                return error;
        }
    }

    private static IOException Failure(string attempt, int error) =>
        new(Invariant($"{attempt} failed: {Marshal.GetPInvokeErrorMessage(error)} (error {error})."));

    [LibraryImport("libc", EntryPoint = "fsync", SetLastError = true)]
    private static partial int FileSync(SafeFileHandle file);

    [LibraryImport("libc", EntryPoint = "fcntl", SetLastError = true)]
    private static partial int FileControl(SafeFileHandle file, int command);

    [LibraryImport("libc", EntryPoint = "open", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial SafeFileHandle Open(string path, int flags);
}
