namespace Syncopate.Reporting.Drawing;

/// <summary>One condition of a fair comparison.</summary>
/// <param name="Met">Whether this run met it.</param>
/// <param name="Title">The condition, or what is wrong, in a few words.</param>
/// <param name="Text">The figures behind it.</param>
internal sealed record PageCondition(bool Met, string Title, string Text);
