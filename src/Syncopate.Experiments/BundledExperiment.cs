using Syncopate.Measuring;

namespace Syncopate.Experiments;

/// <summary>One entry of <c>syncopate list</c>.</summary>
/// <param name="Id">Name on the command line.</param>
/// <param name="Summary">What it asks, in a few words.</param>
/// <param name="Source">The article it repeats.</param>
/// <param name="Plan">Makes the plan for a size of run.</param>
public sealed record BundledExperiment(string Id, string Summary, string Source, Func<RunMode, SampleServers, ExperimentPlan> Plan)
{
    /// <summary>What the article printed.</summary>
    public required IReadOnlyList<PublishedFigure> Published { get; init; }
}
