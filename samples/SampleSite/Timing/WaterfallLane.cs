namespace SampleSite.Timing;

/// <summary>One call in a <see cref="Waterfall"/>.</summary>
/// <param name="Name">What was called.</param>
/// <param name="Value">How long it took, in words.</param>
/// <param name="Left">Where the bar begins, as an SVG percentage.</param>
/// <param name="Width">How long the bar is, as an SVG percentage.</param>
/// <param name="IsUsed">Whether the page used the answer; the losers of a race are drawn pale.</param>
public sealed record WaterfallLane(string Name, string Value, string Left, string Width, bool IsUsed);
