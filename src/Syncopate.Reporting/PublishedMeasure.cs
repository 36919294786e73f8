using System.Collections.Frozen;

namespace Syncopate.Reporting;

/// <summary>What an article printed, in words.</summary>
/// <param name="Heading">In a table of published figures, such as "Mean latency, ms".</param>
/// <param name="Unit">Behind a figure, such as "ms".</param>
internal sealed record PublishedMeasure(string Heading, string Unit)
{
    // Those that reports draw beside today's figures.
    private static readonly FrozenDictionary<string, PublishedMeasure> Drawn = new Dictionary<string, PublishedMeasure>
    {
        ["mean"] = new("Mean latency, ms", "ms"),
        ["served"] = new("Responses in the run", "pages served per minute"),
        ["threadsFirst"] = new("Threads in use, first", "threads at first"),
        ["threadsLast"] = new("Threads in use, last", "threads at last"),
    }.ToFrozenDictionary(StringComparer.Ordinal);

    /// <summary>A measure by its name; null for one that nobody knows.</summary>
    /// <param name="measure">As in <see cref="PublishedFigure.Measure"/>.</param>
    /// <param name="own">Those of the experiment whose article it is.</param>
    public static PublishedMeasure? Of(string measure, IReadOnlyDictionary<string, PublishedMeasure> own) =>
        own.GetValueOrDefault(measure) ?? Drawn.GetValueOrDefault(measure);
}
