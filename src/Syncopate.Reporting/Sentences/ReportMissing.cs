using Syncopate.Journaling;
using Syncopate.Reporting.Measured;

namespace Syncopate.Reporting.Sentences;

/// <summary>What was asked for and is not there, one sentence each.</summary>
internal static class ReportMissing
{
    /// <summary>Everything that makes a report partial; empty for a whole one.</summary>
    public static IEnumerable<string> Of(RunJournal journal, IReadOnlyList<MeasuredExperiment> experiments)
    {
        if (journal.Header is null)
            yield return "The journal has no readable header: machine, seed and command are unknown.";
        if (journal.End is null)
            yield return "The run did not finish: the tool was killed or the machine stopped.";
        else if (journal.End.Outcome != RunOutcome.Finished)
            yield return RunEnding.Cause(journal.End);

        foreach (string id in journal.Asked.Where(
            id => experiments.All(e => e.Experiment.Id != id && e.Experiment.Group?.Id != id) && !ReportNotAsked.Contains(journal, id)))
        {
            yield return journal.Described.Contains(id) ? $"{id}: not a single slot was measured." : $"{id}: not measured.";
        }

        foreach (string id in journal.Described.Except(journal.Asked)
            .Where(id => experiments.All(e => e.Experiment.Id != id) && !ReportNotAsked.Contains(journal, id)))
        {
            yield return $"{id}: not a single slot was measured.";
        }

        if (ReportNotAsked.Missed(journal) is { } missed)
            yield return missed;
        foreach (MeasuredExperiment measured in experiments)
        {
            foreach (string sentence in Rounds(measured))
                yield return sentence;
        }

        foreach (string sentence in journal.Unreadable)
            yield return sentence;
        foreach (JournalDamage damage in journal.Damage)
            yield return Passed(damage);
    }

    private static IEnumerable<string> Rounds(MeasuredExperiment measured)
    {
        HashSet<int> complete = measured.Rounds.Select(r => r.Number).ToHashSet();
        List<int> incomplete = measured.Slots.Where(s => s.Round > 0 && s.Kind == SlotKind.Measured)
            .Select(s => s.Round)
            .Distinct()
            .Where(r => !complete.Contains(r))
            .Order()
            .ToList();
        if (complete.Count == 0)
        {
            yield return $"{measured.Experiment.Id}: no round is complete.";
        }
        else if (incomplete.Count > 0)
        {
            yield return $"{measured.Experiment.Id}: {(incomplete.Count == 1 ? "round" : "rounds")} "
                + $"{string.Join(", ", incomplete.Select(r => FigureText.Count(r)))} incomplete and left out.";
        }
    }

    private static string Passed(JournalDamage damage) =>
        $"run.jsonl is damaged at byte {FigureText.Count(damage.Offset)}, {Wording.Plural(damage.Length, "byte")} skipped: "
            + $"{damage.Found}";
}
