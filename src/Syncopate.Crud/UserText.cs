namespace Syncopate.Crud;

/// <summary>What a user sent, in a sentence: never longer than a sentence can bear.</summary>
internal static class UserText
{
    private const int Longest = 60;

    public static string Shown(string? text) => text is null || text.Length <= Longest ? text ?? "" : $"{text[..Longest]}…";
}
