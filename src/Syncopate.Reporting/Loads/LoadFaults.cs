using Syncopate.Load;
using Syncopate.Texts;

namespace Syncopate.Reporting.Loads;

/// <summary>Why a load that was driven to its end is not simply done: a sentence for whoever asked for it, null where there is no such
/// reason.</summary>
internal static class LoadFaults
{
    /// <summary>Conditions under which the load fails that came true, or that could not be judged.</summary>
    public static string? OfConditions(LoadReport report)
    {
        ArgumentNullException.ThrowIfNull(report);
        LoadThreshold[] failed = [.. report.Thresholds.Where(condition => !condition.Passed)];
        // What was not measured did not come true; that it would not have is not known.
        string how = Array.TrueForAll(failed, condition => condition.IsJudged) ? "came true"
            : Array.Exists(failed, condition => condition.IsJudged) ? "came true or could not be judged"
            : "could not be judged";
        return failed.Length == 0 ? null
            : $"{FigureText.Count(failed.Length)} of {Wording.Plural(report.Thresholds.Count, "condition")} of --fail-if {how}: "
                + $"{string.Join("; ", failed.Select(condition => condition.Sentence))}.";
    }

    /// <summary>Each agent that was lost: a smaller load must not pass for the one that was asked for.</summary>
    public static string? OfAgents(LoadReport report)
    {
        ArgumentNullException.ThrowIfNull(report);
        string[] lost =
        [
            .. from agent in report.Agents
               where agent.Missing is not null
               select $"Agent '{agent.Name}' is missing from a part of the load: {agent.Missing?.TrimEnd('.')}. ",
        ];
        return lost.Length == 0 ? null
            : string.Concat(lost) + "What the others measured is kept; to have all of it, run again.";
    }

    /// <summary>Not one good answer. Conditions that hold say nothing of a server that answered nothing: 404 in no time at all would pass
    /// for a fast page.</summary>
    public static string? OfAnswers(LoadReport report)
    {
        ArgumentNullException.ThrowIfNull(report);
        if (report.Figures is not { Count: 0, Errors: > 0 })
            return null;
        LoadErrors first = report.ErrorsByKind[0];
        string how = 2 * first.Count > report.Figures.Errors ? "most failed with" : "the most frequent failure";
        return $"No request to {report.Target.Url} succeeded; {how}: {first.Kind}. {Hint(first.Kind)} "
            + $"Try one request: curl -i {Method(report.Target)}{ShellWord.Quoted(report.Target.Url)}";
    }

    // Without it another request would be tried than the one that failed. A scenario has no method of its own.
    private static string Method(LoadDescription target) => target switch
    {
        { Steps: not null } or { Method: "GET" } => "",
        { Method: "HEAD" } => "-I ",
        { RequestBodyBytes: > 0 } => $"-X {ShellWord.Quoted(target.Method)} --data-binary @FILE ",
        _ => $"-X {ShellWord.Quoted(target.Method)} ",
    };

    private static string Hint(string finding) => finding is Findings.BadHeader or Findings.NulInHeader or Findings.LengthAndChunked
        or Findings.TwoContentLengths or Findings.SurplusBytes or Findings.BadContentLength
        ? "Clients disagree on such an answer: HttpClient, as scenarios and https use it, lets some of them pass (docs/load.md)."
        : "Is the address right?";
}
