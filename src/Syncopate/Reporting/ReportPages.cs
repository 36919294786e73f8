namespace Syncopate.Reporting;

/// <summary>What tables of pages and long actions say, from their figures.</summary>
internal static class ReportPages
{
    /// <summary>Each comparison in a sentence, where the time of a page goes, and when background work was done.</summary>
    /// <param name="members">Experiments of one table.</param>
    public static IReadOnlyList<GroupReason> Reasons(IReadOnlyList<ExperimentReport> members) =>
    [
        .. members.Where(e => !PageSplit.Is(e)).Select(e => new GroupReason(e.Title, e.Sentence)),
        .. members.Where(PageSplit.Is).Select(Split),
        .. members.Where(e => e.Forms.All(f => f.Counters.ContainsKey("workDoneMilliseconds"))).Select(Done),
    ];

    private static GroupReason Split(ExperimentReport experiment)
    {
        var forms = experiment.Forms.Where(f => f.Count > 0).Select(f => $"{f.Label.ToLowerInvariant()} {PageNumbers.Milliseconds(f.Mean)}, of it {Parts(f)}");
        var (database, whole) = (experiment.Forms.Sum(f => f.Counters.GetValueOrDefault("databaseMilliseconds")), experiment.Forms.Sum(f => f.Mean));
        return new($"Where the time goes, {experiment.Group?.Column}", $"In a browser: {string.Join("; ", forms)}. "
            + (database > whole / 2 ? "Most of it is the database." : $"The database is {PageNumbers.Percent(100 * database / whole)} of it, and that share is all that the form of the access can change."));
    }

    private static string Parts(FormReport form) =>
        string.Join(", ", PageSplit.Parts.Select(p => $"{p.Name} {PageNumbers.Percent(100 * form.Counters.GetValueOrDefault(p.Counter) / Math.Max(1e-9, form.Mean))}"));

    private static GroupReason Done(ExperimentReport experiment) => new($"{experiment.Title}: answer and end",
        string.Join(" ", experiment.Forms.Select(f => $"“{f.Label}” answered after {PageNumbers.Milliseconds(f.Mean)}, and the work was done {PageNumbers.Milliseconds(f.Counters["workDoneMilliseconds"])} after it was asked for."))
        + (experiment.Forms.All(f => f.Counters.GetValueOrDefault("workDone") >= f.Counters.GetValueOrDefault("workStarted")) ? " All that was started was done." : " Not all that was started was done when this was read."));
}
