namespace Syncopate;

/// <summary>Forms could not be compared, or a limit was crossed. The message is complete: what, on what, found, next step.</summary>
public sealed class FormsException : Exception
{
    /// <param name="message">A complete sentence for the user.</param>
    /// <param name="innerException">What it rests on; null for nothing.</param>
    public FormsException(string message, Exception? innerException = null)
        : base(message, innerException)
    {
    }
}
