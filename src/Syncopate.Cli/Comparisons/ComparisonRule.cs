namespace Syncopate.Cli.Comparisons;

/// <summary>The rules of a comparison as the line gives them.</summary>
/// <param name="Budget">Time for everything.</param>
/// <param name="MarginPercent">Difference below which targets count as equal.</param>
/// <param name="Floor">Absolute difference below which a ratio is irrelevant.</param>
/// <param name="Confidence">0.95 or 0.99.</param>
/// <param name="AllowsDifferent">Whether targets may answer differently.</param>
/// <param name="IsPrecise">Whether servers are replaced more often.</param>
internal sealed record ComparisonRule(TimeSpan Budget, double MarginPercent, TimeSpan Floor, double Confidence, bool AllowsDifferent, bool IsPrecise);
