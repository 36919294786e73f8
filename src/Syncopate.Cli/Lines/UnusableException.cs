namespace Syncopate.Cli.Lines;

/// <summary>A folder, file or port that the command needs cannot be used; the message says what to do.</summary>
internal sealed class UnusableException : Exception
{
    public UnusableException(string message)
        : base(message)
    {
    }
}
