namespace Syncopate.Crud;

/// <summary>What a user sent, in a sentence: never longer than a sentence can bear.</summary>
internal static class UserText
{
    private const int Longest = 60;

    public static string Shown(string? text) => text is null || text.Length <= Longest ? text ?? "" : $"{text[..LengthOf(text)]}…";

    /// <summary>Never half of a character that has two parts.</summary>
    private static int LengthOf(string text) => char.IsHighSurrogate(text[Longest - 1]) ? Longest - 1 : Longest;
}
