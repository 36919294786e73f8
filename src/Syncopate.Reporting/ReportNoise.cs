namespace Syncopate.Reporting;

/// <summary>The noise floor: the largest difference a form may show against itself.</summary>
/// <param name="FloorPercent">The end of the interval that lies furthest from no difference, in percent; null when it was not measured.</param>
/// <param name="Ratio">Second slot over first of the same form; null when not measured.</param>
/// <param name="Low">Lower end of its interval.</param>
/// <param name="High">Upper end of its interval.</param>
/// <param name="Rounds">Rounds it rests on.</param>
/// <param name="Form">The form measured against itself.</param>
/// <param name="Sentence">The same in words.</param>
public sealed record ReportNoise(double? FloorPercent, double? Ratio, double? Low, double? High, int Rounds, Form? Form, string Sentence);
