namespace Syncopate.Reporting;

/// <summary>What a table of pools that run short says: how many threads each way of waiting took, and how long users waited.</summary>
internal static class ReportStarvation
{
    /// <summary>One reason for each row and pool, with what the pool did in words of the experiment.</summary>
    public static IReadOnlyList<GroupReason> Reasons(IReadOnlyList<ExperimentReport> members) =>
        [.. members.Where(e => e.Forms.All(f => f.Count > 0)).Select(e => new GroupReason(e.Title, string.Join(" ", [.. e.Forms.Select(f => Told(e, f)), Verdict(e)])))];

    /// <summary>The one figure and what it means: the largest gain that has a verdict.</summary>
    public static (string Figure, string Meaning) Key(IReadOnlyList<ExperimentReport> members)
    {
        var best = members
            .Select(e => (e.Title, Pair: ReportGroups.AsyncAgainstSync(e)))
            .Where(e => e.Pair is { Verdict: Syncopate.Verdict.Gain, Ratio: > 0 })
            .OrderBy(e => e.Pair?.Ratio)
            .FirstOrDefault();
        return best.Pair?.Ratio is { } ratio
            ? (PageNumbers.Factor(1 / ratio), $"faster answers with await, {best.Title}")
            : ("?", members.Max(e => e.Rounds) == 1 ? "one round of each: a picture, no verdict" : "no gain is decided");
    }

    private static string Told(ExperimentReport experiment, FormReport form)
    {
        var picture = experiment.Pictures.FirstOrDefault(p => p.Form == form.Form);
        var threads = picture is { Pool.Count: > 0 }
            ? $"{PageWords.Plural(picture.Pool[0].Threads, "thread")} at first and {PageNumbers.Count(form.Threads ?? 0)} at most"
            : "threads that were not counted";
        return $"{form.Label}: {PageNumbers.Milliseconds(form.Mean)} on average, {PageNumbers.Milliseconds(form.Max)} at the longest, with {threads}{(form.QueueLength is { } queue ? $" and {PageWords.Plural(queue, "item")} queued" : "")}.";
    }

    private static string Verdict(ExperimentReport experiment) => experiment.Verdict switch
    {
        Syncopate.Verdict.Undecided => $"One look at {PageWords.Plural(experiment.Rounds, "round")}, no verdict.",
        var verdict => $"Await against it: {PageWords.Name(verdict)}.",
    };
}
