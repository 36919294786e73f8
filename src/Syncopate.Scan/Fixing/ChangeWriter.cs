using System.Text;

namespace Syncopate.Scan.Fixing;

/// <summary>Writes changed files: whole or not at all, in the encoding they have, with the byte order mark they have.</summary>
internal static class ChangeWriter
{
    private static readonly Encoding Utf8 = new UTF8Encoding(false, throwOnInvalidBytes: true);

    /// <summary>Writes all changes. Every file is written beside its place first, so that a full disk leaves all of them as they were.</summary>
    /// <param name="changes">What changes.</param>
    /// <returns>The files that were left alone because they are no longer what was read, a sentence each; if there is one, none is written.</returns>
    /// <exception cref="IOException">A file cannot be written.</exception>
    /// <exception cref="UnauthorizedAccessException">A file may not be written.</exception>
    public static IReadOnlyList<string> Write(IReadOnlyList<FileChange> changes)
    {
        List<string> refused = [];
        List<(string Path, byte[] Content)> files = [];
        foreach (FileChange change in changes)
        {
            byte[] bytes = File.ReadAllBytes(change.Path);
            if (Decode(bytes) is not { } read)
                refused.Add($"{change.Path} is not UTF-8 or UTF-16, and is not changed.");
            else if (read.Text != change.Before.ToString())
                refused.Add($"{change.Path} has changed since it was read; scan again.");
            else
                files.Add((change.Path, [.. bytes[..read.Mark], .. read.Encoding.GetBytes(change.After.ToString())]));
        }

        if (refused.Count == 0)
            WriteAll(files);
        return refused;
    }

    private static void WriteAll(IReadOnlyList<(string Path, byte[] Content)> files)
    {
        List<string> written = [];
        try
        {
            foreach ((string path, byte[] content) in files)
            {
                string part = path + ".syncopate";
                written.Add(part);
                File.WriteAllBytes(part, content);
                if (!OperatingSystem.IsWindows())
                    File.SetUnixFileMode(part, File.GetUnixFileMode(path));
            }

            foreach ((string path, _) in files)
                File.Move(path + ".syncopate", path, overwrite: true);
        }
        finally
        {
            foreach (string part in written.Where(File.Exists))
                File.Delete(part);
        }
    }

    private static (string Text, int Mark, Encoding Encoding)? Decode(byte[] bytes)
    {
        try
        {
            return bytes switch
            {
                [0xEF, 0xBB, 0xBF, ..] => (Utf8.GetString(bytes, 3, bytes.Length - 3), 3, Utf8),
                [0xFF, 0xFE, ..] => (Encoding.Unicode.GetString(bytes, 2, bytes.Length - 2), 2, Encoding.Unicode),
                [0xFE, 0xFF, ..] => (Encoding.BigEndianUnicode.GetString(bytes, 2, bytes.Length - 2), 2, Encoding.BigEndianUnicode),
                _ => (Utf8.GetString(bytes), 0, Utf8),
            };
        }
        catch (DecoderFallbackException)
        {
            return null;
        }
    }
}
