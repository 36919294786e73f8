namespace Syncopate.Running;

/// <summary>A target may not be asked in this way, such as a host that was not allowed. The message is complete: what to ask
/// instead.</summary>
internal sealed class TargetNotAllowedException : Exception
{
    /// <param name="message">A complete sentence for the user.</param>
    public TargetNotAllowedException(string message)
        : base(message)
    {
    }
}
