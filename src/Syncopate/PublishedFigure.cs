namespace Syncopate;

/// <summary>A figure that an article printed, kept as it was printed.</summary>
/// <param name="Form">The form it was printed for.</param>
/// <param name="Measure">What was measured: "mean" (ms), "served" (answers in the run), "threadsFirst", "threadsLast", "toFirstAwait" (ms), "methods".</param>
/// <param name="Value">The figure, or the lower end of a printed range.</param>
/// <param name="UpperValue">The upper end of a printed range; null for a single figure.</param>
/// <param name="Where">Source, year and machine, for the footnote.</param>
public sealed record PublishedFigure(Form Form, string Measure, double Value, double? UpperValue, string Where)
{
    /// <summary>The row of the article's table that it stands in; null when there is but one.</summary>
    public string? Row { get; init; }

    /// <summary>True when the article printed "over" the figure.</summary>
    public bool IsOver { get; init; }
}
