namespace Syncopate.Texts;

/// <summary>A word of a command line that a user may type again.</summary>
internal static class ShellWord
{
    /// <summary>The word as a shell takes it for one.</summary>
    public static string Quoted(string word) => word.Length > 0
            && word.All(c => char.IsAsciiLetterOrDigit(c) || "@%_+=:,./-".Contains(c, StringComparison.Ordinal))
        ? word
        : $"'{word.Replace("'", "'\\''", StringComparison.Ordinal)}'";
}
