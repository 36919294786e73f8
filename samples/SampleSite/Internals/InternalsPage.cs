namespace SampleSite.Internals;

/// <summary>What the page about the inside of the site shows.</summary>
/// <param name="Groups">Facts under their headings.</param>
/// <param name="Proof">What has just been measured of the provider; null when nobody asked.</param>
public sealed record InternalsPage(IReadOnlyList<(string Title, IReadOnlyList<Fact> Facts)> Groups, ProviderProof? Proof);
