namespace Syncopate.Running;

/// <summary>A server could not be started, died or stopped answering. The message is complete: what, on what, found, next step.</summary>
public sealed class TargetFailedException : Exception
{
    /// <param name="message">A complete sentence for the user.</param>
    public TargetFailedException(string message)
        : base(message)
    {
    }
}
