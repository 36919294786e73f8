namespace Syncopate.Running;

/// <summary>A server could not be started, died or stopped answering. The message is complete: what, on what, found, next step.</summary>
internal sealed class TargetFailedException : Exception
{
    /// <param name="message">A complete sentence for the user.</param>
    public TargetFailedException(string message)
        : base(message)
    {
    }

    /// <summary>True when nothing is wrong with the target, but the time was over before one round was finished.</summary>
    public bool IsOutOfTime { get; init; }

    /// <summary>True when another program holds the port that the server was to listen at.</summary>
    public bool IsPortTaken { get; init; }
}
