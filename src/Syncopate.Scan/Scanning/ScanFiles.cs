using System.Text;
using Syncopate.Journaling;

namespace Syncopate.Scan.Scanning;

/// <summary>The files that a scan writes. They are tried before the scan: who waits for minutes must not learn then that a folder is
/// missing.</summary>
internal static class ScanFiles
{
    /// <summary>Proves that the target is there and that what is to be written can be.</summary>
    /// <exception cref="ScanFailedException">It cannot.</exception>
    public static void Check(RequestedScan scan)
    {
        string target = scan.Options.Target;
        if (!File.Exists(target) && !Directory.Exists(target))
            throw new ScanFailedException($"There is no '{target}' to scan. Give a solution, a project or a folder that is there.");
        if (scan.Sarif is { } sarif)
            Try(sarif);
        if (scan is { WritesBaseline: true, Baseline: { } baseline })
            Try(baseline);
        if (scan.Folder is { } folder)
            InFolder(folder, () => Directory.CreateDirectory(folder));
    }

    /// <exception cref="ScanFailedException">The file cannot be written.</exception>
    public static void Write(string file, string text) =>
        Do(file, () => File.WriteAllBytes(file, Encoding.UTF8.GetBytes(text)));

    /// <exception cref="ScanFailedException">The folder cannot be written.</exception>
    public static void InFolder(string folder, Action write)
    {
        try
        {
            write();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new ScanFailedException($"Cannot write '{folder}': {e.Message.TrimEnd('.')}. Use --out DIR with a folder that you "
                + "may write.", e);
        }
    }

    private static void Try(string file) => Do(file, () => WritableFile.Try(file));

    private static void Do(string file, Action write)
    {
        try
        {
            write();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or NotSupportedException)
        {
            string why = Directory.Exists(file) ? "it is a folder" : e.Message.TrimEnd('.');
            throw new ScanFailedException(
                $"Cannot write '{file}': {why}. Name a file in a folder that is there and that you may write.", e);
        }
    }
}
