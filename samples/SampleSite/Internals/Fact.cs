namespace SampleSite.Internals;

/// <summary>One thing to know about the process.</summary>
/// <param name="Name">What.</param>
/// <param name="Value">How much, with its unit.</param>
public sealed record Fact(string Name, string Value);
