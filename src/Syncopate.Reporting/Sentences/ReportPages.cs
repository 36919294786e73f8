using Syncopate.Reporting.Drawing;

namespace Syncopate.Reporting.Sentences;

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
        IEnumerable<string> forms = experiment.Forms.Where(f => f.Count > 0).Select(f => $"{f.Label.ToLowerInvariant()} {PageNumbers.Milliseconds(f.Mean)}, of it {Parts(f)}");
        var (database, whole) = (experiment.Forms.Sum(f => f.Counters.GetValueOrDefault("databaseMilliseconds")), experiment.Forms.Sum(f => f.Mean));
        return new($"Where the time goes, {experiment.Group?.Column}", $"In a browser: {string.Join("; ", forms)}. "
            + (database > whole / 2 ? "Most of it is the database." : $"The database is {PageNumbers.Percent(100 * database / whole)} of it, and that share is all that the form of the access can change."));
    }

    private static string Parts(FormReport form) =>
        string.Join(", ", PageSplit.Parts.Select(p => $"{p.Name} {PageNumbers.Percent(100 * form.Counters.GetValueOrDefault(p.Counter) / Math.Max(1e-9, form.Mean))}"));

    private static GroupReason Done(ExperimentReport experiment) => new($"{experiment.Title}: answer and end",
        string.Join(" ", experiment.Forms.Select(Done))
        + (experiment.Forms.All(f => f.Counters.GetValueOrDefault("workDone") >= f.Counters.GetValueOrDefault("workStarted")) ? " All that was started was done." : " Not all that was started was done when this was read."));

    // The server sees a request when it begins with it; how long it had waited for that, for a thread above all, is
    // what its sender waited beyond what the server knows of.
    private static string Done(FormReport form)
    {
        double worked = form.Counters["workDoneMilliseconds"];
        string answered = $"“{form.Label}” answered after {PageNumbers.Milliseconds(form.Mean)}, and the work was done ";
        if (!form.Counters.TryGetValue("answerHeldMilliseconds", out double held))
            return answered + $"{PageNumbers.Milliseconds(worked)} after the server began with the request.";
        double waited = Math.Max(0, form.Mean - held);
        return answered + $"about {PageNumbers.Milliseconds(waited + worked)} after it was asked for: {PageNumbers.Milliseconds(waited)} on the way to and from the server’s code, where requests wait for a thread, and {PageNumbers.Milliseconds(worked)} from there to its end.";
    }
}
