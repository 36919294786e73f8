using Syncopate.Reporting.Drawing;

namespace Syncopate.Reporting.Sentences;

/// <summary>What a run is remembered by: the one experiment that its closing lines and its card are about.</summary>
internal static class ReportClosing
{
    /// <summary>The experiment with the largest gain; without a gain the first one decided, without a verdict the one
    /// that its rounds point to most clearly, else the first. Null where there is none.</summary>
    /// <param name="document">The report.</param>
    public static ExperimentReport? Best(ReportDocument document)
    {
        ArgumentNullException.ThrowIfNull(document);
        IReadOnlyList<ExperimentReport> all = PageSplit.Questions(document.Experiments);
        return all.Where(e => e.Verdict == Verdict.Gain).MaxBy(Lead)
            ?? all.FirstOrDefault(e => e.Verdict != Verdict.Undecided)
            ?? all.Where(e => e.Open?.PointsTo is not null).MaxBy(Lead)
            ?? (all.Count > 0 ? all[0] : null);
    }

    /// <summary>The code change that the experiment speaks for; empty where it speaks for none.</summary>
    /// <param name="experiment">The experiment.</param>
    public static string Change(ExperimentReport experiment)
    {
        ArgumentNullException.ThrowIfNull(experiment);
        Comparison? primary = experiment.Comparisons.FirstOrDefault(c => c.Primary);
        return primary is not null && (experiment.Winner ?? experiment.Open?.PointsTo) == primary.Candidate ? experiment.Change : "";
    }

    private static double Lead(ExperimentReport experiment) =>
        Math.Abs(Math.Log(experiment.Comparisons.FirstOrDefault(c => c.Primary)?.Ratio ?? 1));
}
