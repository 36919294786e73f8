namespace Syncopate.Scan;

/// <summary>What was to be scanned, a baseline or evidence cannot be read at all. The message is complete: what was tried, on what, found,
/// next step.</summary>
internal sealed class ScanFailedException : Exception
{
    /// <param name="message">A complete sentence for the user.</param>
    public ScanFailedException(string message)
        : base(message)
    {
    }

    /// <param name="message">A complete sentence for the user.</param>
    /// <param name="cause">What caused it.</param>
    public ScanFailedException(string message, Exception cause)
        : base(message, cause)
    {
    }
}
