namespace Syncopate.Reporting.Gates;

/// <summary>A result cannot be read, or not be compared with another. The message is complete: what, on what, found, next step.</summary>
/// <param name="message">A sentence for the user.</param>
/// <param name="innerException">What was found.</param>
internal sealed class UnusableResultException(string message, Exception innerException)
    : Exception(message, innerException);
