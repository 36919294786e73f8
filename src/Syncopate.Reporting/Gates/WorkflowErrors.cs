namespace Syncopate.Reporting.Gates;

/// <summary>Failed checks as workflow commands of GitHub's runner, which shows them at the head of a job.</summary>
internal static class WorkflowErrors
{
    // The runner shows ten annotations of a kind a step and drops the rest without a word.
    private const int Most = 10;

    /// <summary>One <c>::error</c> line a failed check, at most ten; the tenth then says how many more there are.</summary>
    public static IEnumerable<string> Of(GateReport report)
    {
        ArgumentNullException.ThrowIfNull(report);
        List<GateCheck> failed = report.Checks.Where(c => c.Outcome == GateOutcome.Failed).ToList();
        int shown = failed.Count <= Most ? failed.Count : Most - 1;
        foreach (GateCheck check in failed.Take(shown))
            yield return $"::error title={Property(check.Name)}::{Message(check.Sentence)}";
        if (failed.Count > shown)
        {
            yield return "::error title=syncopate "
                + $"gate::{Message(FormattableString.Invariant($"{failed.Count - shown} more checks failed; the job summary has them all."))}";
        }
        else if (failed.Count == 0 && !report.Passed)
        {
            yield return $"::error title=syncopate gate::{Message(report.Sentence)}";
        }
    }

    /// <summary>A line end would end the command and start another, which could be one that sets variables.</summary>
    private static string Message(string text) => GateText.Plain(text)
        .Replace("%", "%25", StringComparison.Ordinal)
        .Replace("\r", "%0D", StringComparison.Ordinal)
        .Replace("\n", "%0A", StringComparison.Ordinal);

    private static string Property(string text) =>
        Message(text).Replace(":", "%3A", StringComparison.Ordinal).Replace(",", "%2C", StringComparison.Ordinal);
}
