namespace Syncopate.Texts;

/// <summary>The first letter of words, which changes with their place in a sentence.</summary>
internal static class FirstLetter
{
    /// <summary>The words at the start of a sentence.</summary>
    public static string Upper(string words) =>
        words.Length == 0 ? words : char.ToUpperInvariant(words[0]) + words[1..];

    /// <summary>The words within a sentence.</summary>
    public static string Lower(string words) =>
        words.Length == 0 ? words : char.ToLowerInvariant(words[0]) + words[1..];
}
