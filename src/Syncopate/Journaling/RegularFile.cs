namespace Syncopate.Journaling;

/// <summary>Sees that a file can be read to an end before it is opened: opening a pipe waits for a writer, who may never come, and a
/// device has no end.</summary>
internal static class RegularFile
{
    /// <summary>What to say of a file that is none; null for one that can be read.</summary>
    /// <param name="path">A file, or a link to one.</param>
    /// <exception cref="IOException">It cannot be asked.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be asked.</exception>
    public static string? Refusal(string path)
    {
        FileInfo file = (FileInfo?)File.ResolveLinkTarget(path, returnFinalTarget: true) ?? new FileInfo(path);
        // Pipes, sockets and devices have no length, whatever comes out of them; a journal that was just begun has none either.
        return file is { Exists: true, Length: 0 } && (IsDevice(file) || !CanSeek(file))
            ? "it is no regular file, as pipes and devices are none"
            : null;
    }

    private static bool IsDevice(FileInfo file) =>
        !OperatingSystem.IsWindows() && file.FullName.StartsWith("/dev/", StringComparison.Ordinal);

    private static bool CanSeek(FileInfo file)
    {
        try
        {
            // For reading alone this would wait for somebody who writes.
            using FileStream stream = new(file.FullName, FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite | FileShare.Delete);
            return stream.CanSeek;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return true; // It may be there for reading only: a pipe among such files would be waited for.
        }
    }
}
