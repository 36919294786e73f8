using Syncopate.Journaling;

namespace Syncopate.Cli.Lines;

/// <summary>The files that options name for what is to be written.</summary>
internal static class OutputFile
{
    /// <summary>Sees that a file can be written, as far as that can be known before the work.</summary>
    /// <param name="option">The option that names it.</param>
    /// <param name="file">The file; null where the option is not given.</param>
    /// <exception cref="UnusableException">It cannot.</exception>
    public static void Check(string option, string? file)
    {
        if (file is null)
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
}
