namespace SampleSite.Actions;

/// <summary>What a word count works on.</summary>
/// <param name="Milliseconds">How long it takes at least.</param>
/// <param name="Fails">Whether it fails in the middle, to see what becomes of that.</param>
public sealed record WordCountInput(int Milliseconds, bool Fails = false);
