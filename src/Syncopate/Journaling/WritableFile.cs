namespace Syncopate.Journaling;

/// <summary>Sees that a file can be written before the work begins whose result goes into it: who waits for minutes must not learn then
/// that its folder is missing.</summary>
internal static class WritableFile
{
    /// <summary>Opens a file for writing, without cutting it short, and leaves nothing behind. Nothing is known, and nothing tried, of a
    /// link and of what is empty: it may be a pipe, whose reader would take the trial for all there is.</summary>
    /// <param name="path">The file; it need not be there.</param>
    /// <exception cref="IOException">It cannot be written.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be written, or is a folder.</exception>
    public static void Try(string path)
    {
        FileInfo file = new(path);
        if (file.LinkTarget is not null || file is { Exists: true, Length: 0 })
            return;
        bool isNew = !file.Exists;
        using (new FileStream(path, FileMode.OpenOrCreate, FileAccess.Write))
        {
        }

        if (isNew)
            File.Delete(path);
    }
}
