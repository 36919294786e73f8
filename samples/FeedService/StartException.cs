namespace FeedService;

/// <summary>A reason not to start that the user can remove; the message says how.</summary>
internal sealed class StartException(int exitCode, string message) : Exception(message)
{
    public const int WrongUsage = 2;
    public const int CannotUse = 4;

    public int ExitCode => exitCode;
}
