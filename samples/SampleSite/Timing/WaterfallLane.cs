namespace SampleSite.Timing;

/// <summary>One call in a <see cref="Waterfall"/>.</summary>
/// <param name="Name">What was called.</param>
/// <param name="Milliseconds">How long it took, or has taken so far.</param>
/// <param name="Left">Where the bar begins, as an SVG percentage.</param>
/// <param name="Width">How long the bar is, as an SVG percentage.</param>
/// <param name="Counts">Whether the page used the answer; the losers of a race are drawn pale.</param>
public sealed record WaterfallLane(string Name, double Milliseconds, string Left, string Width, bool Counts);
