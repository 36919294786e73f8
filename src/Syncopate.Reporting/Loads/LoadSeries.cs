namespace Syncopate.Reporting.Loads;

/// <summary>A line of a chart.</summary>
/// <param name="Name">Short, as it stands at the line's end.</param>
/// <param name="Class">Its colour.</param>
/// <param name="Points">In time order; null where nothing was measured.</param>
/// <param name="IsFilled">Whether the area below it is shaded.</param>
internal sealed record LoadSeries(
    string Name, string Class, IReadOnlyList<(long AtNanoseconds, double? Value)> Points, bool IsFilled = false);
