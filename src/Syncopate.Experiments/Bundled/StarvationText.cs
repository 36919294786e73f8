using Syncopate.Reporting;
using Syncopate.Reporting.Sentences;

namespace Syncopate.Experiments.Bundled;

/// <summary>What a table of pools that run short says: how many threads each way of waiting took, and how long users waited.</summary>
internal static class StarvationText
{
    /// <summary>One reason for each row and pool, with what the pool did in words of the experiment.</summary>
    public static IReadOnlyList<GroupReason> Reasons(IReadOnlyList<ExperimentReport> members) =>
        [.. members.Where(e => e.Forms.All(f => f.Count > 0)).Select(e =>
            new GroupReason(e.Title, string.Join(" ", [.. e.Forms.Select(f => Describe(e, f)), Verdict(e)])))];

    /// <summary>The one figure and what it means: the largest gain that has a verdict, else the largest that the rounds point to.</summary>
    public static (string Figure, string Meaning) Key(IReadOnlyList<ExperimentReport> members) =>
        Largest(members, p => p.Verdict == Syncopate.Verdict.Gain) is { } decided
            ? (decided.Figure, $"lower latency with await, {decided.Title}")
        : Largest(members, p => p.PointsTo == p.Candidate) is { } open
            ? (open.Figure, $"lower latency with await so far, {open.Title}: not decided")
        : (FigureText.Missing, "no gain is decided");

    private static (string Figure, string Title)? Largest(IReadOnlyList<ExperimentReport> members, Func<Comparison, bool> counts) => members
        .Select(e => (e.Title, Pair: ReportGroups.AsyncAgainstSync(e)))
        .Where(e => e.Pair is { Ratio: > 0 } && counts(e.Pair))
        .OrderBy(e => e.Pair?.Ratio)
        .Select(e => ((string Figure, string Title)?)(FigureText.Factor(1 / (e.Pair?.Ratio ?? 1)), e.Title))
        .FirstOrDefault();

    private static string Describe(ExperimentReport experiment, FormReport form)
    {
        FormPicture? picture = experiment.Pictures.FirstOrDefault(p => p.Form == form.Form);
        string threads = picture is { Pool.Count: > 0 } && form.Threads is { } most
            ? $"{Wording.Plural(picture.Pool[0].Threads, "thread")} at first and {FigureText.Count(most)} at most"
            : "threads that were not counted";
        return $"{form.Label}: {FigureText.Milliseconds(form.Mean)} on average, {FigureText.Milliseconds(form.Max)} at the longest, "
            + $"with {threads}{(form.QueueLength is { } queue ? $" and {Wording.Plural(queue, "item")} queued" : "")}.";
    }

    private static string Verdict(ExperimentReport experiment) => experiment.Verdict == Syncopate.Verdict.Undecided
        ? $"No verdict after {Wording.Plural(experiment.Rounds, "round")}."
        : $"Await against it: {Wording.Name(experiment.Verdict)}.";
}
