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
        // Pipes, sockets and devices have no length, whatever comes out of them.
        FileInfo file = (FileInfo?)File.ResolveLinkTarget(path, returnFinalTarget: true) ?? new FileInfo(path);
        return file.Exists && file.Length == 0
            ? "it is empty or no regular file, as pipes and devices are none"
            : null;
    }
}
