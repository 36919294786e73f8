using System.Collections.Frozen;
using Syncopate.Reporting.Measured;

namespace Syncopate.Experiments.Bundled;

/// <summary>All experiments that ship with the tool, in the order in which a run takes them.</summary>
internal static class BundledExperiments
{
    /// <summary>The question that most people have comes first. Each has servers of its own, or shares them with its
    /// like, so that the order is no part of the answer.</summary>
    public static IReadOnlyList<BundledExperiment> All { get; } =
    [
        IoBound.Entry,
        Delay.Entry,
        Dashboard.Entry,
        External.Entry,
        FirstWins.Entry,
        CpuBound.Entry,
        EntityFramework.Entry,
        EntityFrameworkWeb.Entry,
        LongRunning.Entry,
        Starvation.Entry,
        TightLoop.Entry,
        FirstCall.Entry,
    ];

    /// <summary>What reports say in words of their own: of these, and of plans that are measured.</summary>
    internal static Explanations Explanations { get; } = Explain(All);

    /// <summary>Those that a run takes when none is named: all that fit into its time.</summary>
    public static IReadOnlyList<BundledExperiment> In(RunMode mode) => [.. All.Where(e => e.PartOf <= mode)];

    /// <summary>What the reports of some experiments say in words of their own.</summary>
    internal static Explanations Explain(IEnumerable<BundledExperiment> experiments) => new(
        experiments.Select(e => (e.Id, e.Explanation))
            .Concat(PlanValidation.EveryId.Select(id => (Id: id, PlanValidation.Explanation)))
            .ToFrozenDictionary(e => e.Id, e => e.Explanation, StringComparer.Ordinal));
}
