using Syncopate.Journaling;

namespace Syncopate.Cli.Lines;

/// <summary>The files that options name for what is to be written.</summary>
internal static class OutputFile
{
    /// <summary>Sees that a file can be written, as far as that can be known before the work.</summary>
    /// <param name="option">The option that names it.</param>
    /// <param name="file">The file; null where the option is not given.</param>
    /// <param name="made">The folder that the work makes, with those above it; null where it makes none.</param>
    /// <exception cref="UnusableException">It cannot.</exception>
    public static void Check(string option, string? file, string? made = null)
    {
        if (file is null || (made is not null && IsIn(file, made)))
            return;
        try
        {
            WritableFile.Try(file);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or NotSupportedException)
        {
            throw new UnusableException($"{Refusal(option, file, e)} Nothing was done yet.");
        }
    }

    /// <summary>What to say of a file that cannot be written.</summary>
    /// <param name="option">The option that names it.</param>
    /// <param name="file">The file.</param>
    /// <param name="fault">What happened when it was tried.</param>
    public static string Refusal(string option, string file, Exception fault)
    {
        string folder = Path.GetDirectoryName(Path.GetFullPath(file)) ?? "/";
        string found = Directory.Exists(file) ? "it is a folder"
            : !Directory.Exists(folder) ? $"there is no folder '{folder}'"
            : fault.Message.TrimEnd('.');
        return $"Cannot write '{file}': {found}. Give {option} a file in a folder that is there and that you may write.";
    }

    // What is missing now is there once the work has made its own folder: "--out result --html result/page.html".
    private static bool IsIn(string file, string made) =>
        Path.GetDirectoryName(Path.GetFullPath(file)) is { } folder
        && !Directory.Exists(folder)
        && Ended(Path.GetFullPath(made)).StartsWith(Ended(folder), StringComparison.Ordinal);

    private static string Ended(string folder) =>
        Path.TrimEndingDirectorySeparator(folder) + Path.DirectorySeparatorChar;
}
