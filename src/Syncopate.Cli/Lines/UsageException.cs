namespace Syncopate.Cli.Lines;

/// <summary>The command line cannot be carried out as written; the message says what to write instead.</summary>
internal sealed class UsageException : Exception
{
    public UsageException(string message)
        : base(message)
    {
    }

    /// <summary>What a library says of an argument, without the name that the argument has in code.</summary>
    public static string Sentence(Exception exception) => exception.Message.Split(" (Parameter '")[0];
}
