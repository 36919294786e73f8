namespace Syncopate.Cluster;

/// <summary>Several machines cannot work together, or no longer. The message is complete: what, on what, found, allowed, next
/// step.</summary>
/// <param name="message">A sentence for the user; holds no secret.</param>
internal sealed class ClusterException(string message) : Exception(message);
