using Syncopate.Reporting.Measured;
using Syncopate.Texts;

namespace Syncopate.Reporting.Sentences;

/// <summary>Where the forms blocked their threads, in sentences.</summary>
internal static class ReportProbes
{
    // Below this, blocking is no reason for anything.
    private const double LeastThreads = 0.5;

    // Below this, it is nothing.
    private const double LeastTold = 0.05;

    /// <summary>One sentence for each form that was looked at.</summary>
    public static IEnumerable<string> Of(MeasuredExperiment measured) =>
        measured.Probes.Select(probe => Sentence(measured.Name(probe.Form), probe.Sites));

    private static string Sentence(string form, BlockedSites sites)
    {
        if (sites.Threads == 0)
            return $"{FirstLetter.Upper(form)} had no pool thread when it was sampled.";
        double blocked = sites.Sites.Sum(s => s.BlockedMilliseconds) / sites.WindowMilliseconds;
        string none = $"{FirstLetter.Upper(form)} blocked none of its {Wording.Plural(sites.Threads, "pool thread")}";
        if (sites.Sites is not [var worst, ..] || blocked < LeastTold)
            return $"{none}.";
        if (blocked < LeastThreads)
        {
            return sites.Threads == 1
                ? $"{FirstLetter.Upper(form)} blocked its only pool thread {Amount(blocked, sites)}, most in {worst.Describe()}."
                : $"{none} for half of the time or longer: {Amount(blocked, sites)} of them on average, most in {worst.Describe()}.";
        }

        double there = worst.BlockedMilliseconds / sites.WindowMilliseconds;
        string route = worst.Route is { } known && known != worst.Place ? $", serving {known}" : "";
        string blockedThere = sites.Threads == 1
            ? $"its only pool thread was blocked {Amount(there, sites)}"
            : $"on average {Amount(there, sites)} of {Wording.Plural(sites.Threads, "pool thread")} were blocked";
        string others = blocked - there >= LeastThreads ? $", and {Amount(blocked - there, sites)} at other places" : "";
        return $"With {form}, {blockedThere} in {worst.Describe()}{route}{others}{(worst.IsSyncOverAsync ? ": sync over async" : "")}.";
    }

    /// <summary>Threads at a time; of a single one, which is no average of several, the share of the time.</summary>
    private static string Amount(double threads, BlockedSites sites) =>
        // A wait that the window cut is told as long as it was: no more stood blocked than there are.
        sites.Threads == 1 ? $"{FigureText.Percent(100 * Math.Min(1, threads))} of the time"
            : FigureText.Significant(Math.Min(sites.Threads, threads), 2);
}
