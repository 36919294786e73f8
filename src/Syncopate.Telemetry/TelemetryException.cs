namespace Syncopate.Telemetry;

/// <summary>Figures cannot go where they were to; the message says what, on what, and what to do.</summary>
internal sealed class TelemetryException : Exception
{
    /// <summary>Without a word.</summary>
    public TelemetryException()
    {
    }

    /// <param name="message">What, on what, and what to do.</param>
    public TelemetryException(string message)
        : base(message)
    {
    }

    /// <param name="message">What, on what, and what to do.</param>
    /// <param name="innerException">Its cause.</param>
    public TelemetryException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}
