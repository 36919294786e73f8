namespace Syncopate.Experiments;

/// <summary>All experiments that ship with the tool, in the order in which a run takes them.</summary>
public static class BundledExperiments
{
    /// <summary>The calm ones first: an experiment that grows a thread pool must not come before one that asks about processor time.</summary>
    public static IReadOnlyList<BundledExperiment> All { get; } =
    [
        EntityFramework.Entry,
        TightLoop.Entry,
        FirstCall.Entry,
        EntityFrameworkWeb.Entry,
        CpuBound.Entry,
        Dashboard.Entry,
        External.Entry,
        FirstWins.Entry,
        LongRunning.Entry,
        Delay.Entry,
        IoBound.Entry,
        Starvation.Entry,
    ];

    /// <summary>Those that a run takes when none is named: all that fit into its time.</summary>
    public static IReadOnlyList<BundledExperiment> In(RunMode mode) => [.. All.Where(e => e.PartOf <= mode)];
}
