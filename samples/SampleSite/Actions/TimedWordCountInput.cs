namespace SampleSite.Actions;

/// <summary>A word count that is measured.</summary>
/// <param name="Milliseconds">How long it takes at least.</param>
/// <param name="Arrived">Stopwatch timestamp at which the request arrived.</param>
/// <param name="Count">What <see cref="ActionTally.Start"/> gave.</param>
public sealed record TimedWordCountInput(int Milliseconds, long Arrived, int Count);
