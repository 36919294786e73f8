namespace Syncopate.Scan.Pages;

/// <summary>The lines of the scanned files, each file read once. One thread at a time.</summary>
/// <param name="root">What places are relative to.</param>
internal sealed class SourceText(string root)
{
    private const int MostBytes = 8 * 1024 * 1024;

    private readonly Dictionary<string, IReadOnlyList<string>?> _files = new(StringComparer.Ordinal);

    /// <summary>The lines of a file without their ends; null when it cannot be read now.</summary>
    public IReadOnlyList<string>? Lines(string file)
    {
        if (!_files.TryGetValue(file, out IReadOnlyList<string>? lines))
            _files[file] = lines = Read(Path.Combine(root, file));
        return lines;
    }

    private static string[]? Read(string path)
    {
        try
        {
            return new FileInfo(path) is { Exists: true, Length: <= MostBytes } ? [.. Split(File.ReadAllText(path))] : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            return null; // The page then shows the text of the call alone.
        }
    }

    // As the compiler counts lines, which takes some more characters for an end than a reader of text does.
    private static IEnumerable<string> Split(string text)
    {
        int start = 0;
        for (int i = 0; i < text.Length; i++)
        {
            if (text[i] is not ('\n' or '\r' or '\u0085' or '\u2028' or '\u2029'))
                continue;
            yield return text[start..i];
            if (text[i] == '\r' && i + 1 < text.Length && text[i + 1] == '\n')
                i++;
            start = i + 1;
        }

        yield return text[start..];
    }
}
