namespace Syncopate.Texts;

/// <summary>What a library says of an argument, as a user reads it.</summary>
internal static class ArgumentSentence
{
    /// <summary>The message without the name that the argument has in code.</summary>
    public static string Of(Exception exception) => exception.Message.Split(" (Parameter '")[0];
}
