using Syncopate.Reporting.Measured;

namespace Syncopate.Reporting.Sentences;

/// <summary>Gathers the questions that were not asked: on purpose, which is no failure, or because the time was over.
/// Each is reported once.</summary>
internal static class ReportNotAsked
{
    private const string OnPurpose = "not-asked";
    private const string WithoutTime = "no-time";

    /// <summary>Whether a doubt says that a question was not asked, for whichever of the two reasons.</summary>
    public static bool Is(Doubt doubt) => doubt is { Code: OnPurpose or WithoutTime, Experiment: not null };

    /// <summary>What was not asked; null when everything was.</summary>
    public static NotAsked? Of(RunJournal journal)
    {
        List<Doubt> doubts = Of(journal, OnPurpose);
        return doubts.Count == 0 ? null : new(Ids(doubts), $"Skipped in a {journal.Header?.Mode ?? "short"} run: {Describe(doubts)}");
    }

    /// <summary>What the time did not suffice for, in one sentence; null when it sufficed for everything.</summary>
    public static string? Missed(RunJournal journal) =>
        Of(journal, WithoutTime) is { Count: > 0 } doubts ? $"No time was left for {Describe(doubts)}" : null;

    /// <summary>Whether an id is among those that were not asked.</summary>
    public static bool Contains(RunJournal journal, string id) => journal.Doubts.Any(d => Is(d) && d.Experiment == id);

    private static List<Doubt> Of(RunJournal journal, string code) => [.. journal.Doubts.Where(d => Is(d) && d.Code == code)];

    private static List<string> Ids(List<Doubt> doubts) =>
        [.. doubts.Select(d => d.Experiment).OfType<string>().Distinct(StringComparer.Ordinal)];

    private static string Describe(List<Doubt> doubts)
    {
        IEnumerable<string> tries = doubts.Select(d => d.Try).Where(t => t.Length > 0).Distinct(StringComparer.Ordinal);
        return $"{string.Join(", ", Ids(doubts))}. {string.Join(' ', tries)}".TrimEnd();
    }
}
