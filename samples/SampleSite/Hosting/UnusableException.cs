namespace SampleSite.Hosting;

/// <summary>Something outside the site cannot be used; the message says what, where, why and what to try. Holds no secret.</summary>
public sealed class UnusableException(string message) : Exception(message);
