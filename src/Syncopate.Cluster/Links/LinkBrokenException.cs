namespace Syncopate.Cluster.Links;

/// <summary>The connection to what coordinates was lost, or never came about. What was asked for may have been done or not: it can be
/// asked for again.</summary>
/// <param name="message">Why, in words; holds no secret.</param>
/// <param name="innerException">What the connection said; null when there is nothing.</param>
internal sealed class LinkBrokenException(string message, Exception? innerException = null) : Exception(message, innerException);
