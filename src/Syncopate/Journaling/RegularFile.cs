namespace Syncopate.Journaling;

/// <summary>Sees that a file can be read to an end before it is opened: opening a pipe waits for a writer, who may never come, and a
/// device has no end.</summary>
internal static class RegularFile
{
    private const string NoRegularFile = "it is not a regular file, but for example a pipe or a device";

    /// <summary>What to say of a file that is none; null for one that can be read.</summary>
    /// <param name="path">A file, or a link to one.</param>
    /// <exception cref="IOException">It cannot be asked.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be asked.</exception>
    public static string? Refusal(string path)
    {
        FileInfo file = (FileInfo?)File.ResolveLinkTarget(path, returnFinalTarget: true) ?? new FileInfo(path);
        // Pipes, sockets and devices have no length, whatever comes out of them; a journal that was just begun has none either.
        if (!file.Exists || file.Length > 0)
            return null;
        if (file.FullName.StartsWith("/dev/", StringComparison.Ordinal)) // On Windows no full name begins like this.
            return NoRegularFile;
        return CanSeek(file) switch
        {
            true => null,
            false => NoRegularFile,
            null => "it is empty, or not a regular file: it cannot be opened for writing, which would tell",
        };
    }

    /// <summary>Whether it is there and can be read to an end.</summary>
    /// <param name="path">A file, or a link to one.</param>
    public static bool Is(string path)
    {
        try
        {
            return File.Exists(path) && Refusal(path) is null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return false; // It went meanwhile, or may not be asked; nor may it be read then.
        }
    }

    /// <summary>Sees that a file can be read to an end.</summary>
    /// <param name="path">A file, or a link to one.</param>
    /// <exception cref="IOException">It is not there, or cannot; the message says why.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be asked.</exception>
    public static void Check(string path)
    {
        if (Refusal(path) is { } refusal)
            throw new IOException($"{path} is not read: {refusal}.");
    }

    /// <summary>Null where that cannot be asked.</summary>
    private static bool? CanSeek(FileInfo file)
    {
        try
        {
            // For reading alone this would wait for somebody who writes.
            using FileStream stream = new(file.FullName, FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite | FileShare.Delete);
            return stream.CanSeek;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null; // It may be there for reading only. To open it so would wait for a pipe's writer, and an empty file says nothing.
        }
    }
}
