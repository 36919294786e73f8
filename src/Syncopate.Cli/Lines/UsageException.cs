namespace Syncopate.Cli.Lines;

/// <summary>The command line cannot be carried out as written; the message says what to write instead.</summary>
internal sealed class UsageException : Exception
{
    public UsageException(string message)
        : base(message)
    {
    }
}
