using Syncopate.Reporting.Measured;
using Syncopate.Texts;

namespace Syncopate.Reporting.Sentences;

/// <summary>Where the forms blocked their threads, in sentences.</summary>
internal static class ReportProbes
{
    // Below this, blocking is no reason for anything.
    private const double LeastThreads = 0.5;

    /// <summary>One sentence for each form that was looked at.</summary>
    public static IEnumerable<string> Of(MeasuredExperiment measured) =>
        measured.Probes.Select(probe => Sentence(measured.Name(probe.Form), probe.Sites));

    private static string Sentence(string form, BlockedSites sites)
    {
        double blocked = sites.Sites.Sum(s => s.BlockedMilliseconds) / sites.WindowMilliseconds;
        if (sites.Sites is not [var worst, ..] || blocked < LeastThreads)
            return $"{FirstLetter.Upper(form)} blocked none of its {Wording.Plural(sites.Threads, "pool thread")}.";
        double there = worst.BlockedMilliseconds / sites.WindowMilliseconds;
        string route = worst.Route is { } known && known != worst.Place ? $", serving {known}" : "";
        return $"With {form}, on average {FigureText.Significant(there, 2)} of {Wording.Plural(sites.Threads, "pool thread")} "
            + $"{(sites.Threads == 1 ? "was" : "were")} blocked in {worst.Describe()}{route}{Others(blocked - there)}"
            + $"{(worst.IsSyncOverAsync ? ": sync over async" : "")}.";
    }

    private static string Others(double threads) =>
        threads >= LeastThreads ? $", and {FigureText.Significant(threads, 2)} at other places" : "";
}
