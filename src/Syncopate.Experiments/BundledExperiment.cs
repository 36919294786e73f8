using Syncopate.Reporting.Measured;
using Syncopate.Running.Rounds;

namespace Syncopate.Experiments;

/// <summary>One entry of <c>syncopate list</c>.</summary>
/// <param name="Id">Name on the command line.</param>
/// <param name="Summary">What it asks, in a few words.</param>
/// <param name="Source">The article it repeats.</param>
/// <param name="Plans">Makes the plans for a size of run: one, or one for each cell of a table.</param>
internal sealed record BundledExperiment(
    string Id, string Summary, string Source, Func<RunMode, SampleServers, IReadOnlyList<ExperimentPlan>> Plans)
{
    /// <summary>An entry with one plan.</summary>
    public BundledExperiment(string id, string summary, string source, Func<RunMode, SampleServers, ExperimentPlan> plan)
        : this(id, summary, source, (mode, servers) => [plan(mode, servers)])
    {
    }

    /// <summary>What the article printed.</summary>
    public required IReadOnlyList<PublishedFigure> Published { get; init; }

    /// <summary>The smallest run without names that takes it; larger ones do too.</summary>
    public RunMode PartOf { get; init; } = RunMode.Quick;

    /// <summary>Whether it asks for a few percent of processor time, which a quick run cannot tell from what other programs take.</summary>
    public bool NeedsIdleMachine { get; init; }

    /// <summary>Whether it is measured on every database that is here.</summary>
    public bool UsesDatabases { get; init; }

    /// <summary>Whether it is measured on every newer .NET that is installed, too.</summary>
    public bool ComparesRuntimes { get; init; }

    /// <summary>Whether a part of it needs a browser.</summary>
    public bool UsesBrowser { get; init; }

    /// <summary>False when what it measures happens within one process, so that nobody sends it anything.</summary>
    public bool SendsLoad { get; init; } = true;

    /// <summary>What its report says in words of its own: why, what to do, what was published, headline, picture, key figure. Where it
    /// says nothing, the general sentences stand.</summary>
    internal Explanation Explanation { get; init; } = Explanation.None;

    /// <summary>Whether it calls the feed service.</summary>
    public bool UsesFeeds { get; init; }
}
