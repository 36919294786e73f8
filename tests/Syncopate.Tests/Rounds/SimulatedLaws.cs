using Syncopate.Judging;
using Syncopate.Reporting;
using Syncopate.Statistics;

namespace Syncopate.Tests.Rounds;

/// <summary>What must hold of every run, whatever befell it.</summary>
internal static class SimulatedLaws
{
    /// <summary>One sentence for each that does not hold.</summary>
    public static IEnumerable<string> Broken(SimulatedOutcome outcome) =>
        [.. outcome.Broken, .. Order(outcome), .. Lots(outcome), .. Losses(outcome), .. Verdicts(outcome), .. Ends(outcome)];

    /// <summary>The journal is one of a run: its parts stand in the order in which they happened.</summary>
    private static IEnumerable<string> Order(SimulatedOutcome outcome)
    {
        IReadOnlyList<JournalRecord> records = outcome.Reading.Records;
        if (outcome.Full is null && records is not [RunHeader, .., RunEnd])
            yield return "the journal does not begin with a header and end with an end";
        if (outcome.Full is null && outcome.Reading.Damage.Count > 0)
            yield return $"the journal is damaged: {outcome.Reading.Damage[0].Found}";
        if (records.OfType<RunEnd>().Count() > 1 || outcome.Experiments.DistinctBy(e => e.Id).Count() < outcome.Experiments.Count)
            yield return "the journal has an end or a description twice";
        HashSet<string> described = [];
        Slot? before = null;
        foreach (JournalRecord record in records)
        {
            if (record is Experiment experiment)
                described.Add(experiment.Id);
            if (record is not Slot slot)
                continue;
            if (!described.Contains(slot.Experiment))
                yield return "a slot stands before the description of its experiment";
            if (before is not null && slot.StartedNanoseconds < before.StartedNanoseconds + before.DurationNanoseconds)
                yield return $"round {slot.Round}, position {slot.Position} began before the slot before it was over";
            before = slot;
        }
    }

    /// <summary>Each round has the order for which lots were drawn, and only the last one of a broken run is incomplete.</summary>
    private static IEnumerable<string> Lots(SimulatedOutcome outcome)
    {
        foreach (Experiment experiment in outcome.Experiments)
        {
            IEnumerable<Slot> slots = outcome.Slots.Where(s => s.Experiment == experiment.Id && s.Round > 0);
            List<IGrouping<int, Slot>> rounds = [.. slots.GroupBy(s => s.Round)];
            for (int i = 0; i < rounds.Count; i++)
            {
                (Form, SlotKind)[] drawn = [.. Drawn(outcome.World.Seed, experiment, rounds[i].Key)];
                (Form, SlotKind)[] found = [.. rounds[i].Select(s => (s.Form, s.Kind))];
                bool isInPlace = rounds[i].Select(s => s.Position).SequenceEqual(Enumerable.Range(1, found.Length));
                if (rounds[i].Key != i + 1 || !isInPlace || !drawn.Take(found.Length).SequenceEqual(found))
                    yield return $"{experiment.Id}: round {rounds[i].Key} is not in the order of its lots";
                if (found.Length < drawn.Length && (i < rounds.Count - 1 || IsWhole(outcome)))
                    yield return $"{experiment.Id}: round {rounds[i].Key} is incomplete";
            }
        }
    }

    /// <summary>Every load of a round that was driven to its end is in the journal, but for one whose record the end prevented.</summary>
    private static IEnumerable<string> Losses(SimulatedOutcome outcome)
    {
        int lost = outcome.World.FinishedLoads - outcome.Slots.Count(s => s.Round > 0);
        if (lost < 0 || lost > (IsWhole(outcome) ? 0 : 1))
            yield return $"{lost} finished slots are not in the journal";
    }

    /// <summary>What was reported while it ran is what the journal says when it is read again.</summary>
    private static IEnumerable<string> Verdicts(SimulatedOutcome outcome)
    {
        foreach (ExperimentReport report in outcome.Report.Experiments)
        {
            Experiment experiment = outcome.Experiments.First(e => e.Id == report.Id);
            IReadOnlyList<Round> rounds = ExperimentJudge.CompleteRounds(experiment, outcome.Slots);
            Decision again = ExperimentJudge.Judge(experiment, rounds, FormPair.Of(experiment.Workload)[0]);
            if (again.Verdict != report.Verdict)
                yield return $"{report.Id}: the report says {report.Verdict}, the judge {again.Verdict}";
            Decision? told = outcome.Decided.Where(d => d.Experiment == report.Id).Select(d => d.Decision).FirstOrDefault();
            // Failed requests make all of a comparison invalid, whenever they come.
            bool isSame = told is null || again.Basis == DecisionBasis.Invalid
                || (told.Verdict, told.Rounds, told.Ratio) == (again.Verdict, again.Rounds, again.Ratio);
            if (!isSame)
                yield return $"{report.Id}: it was told {told}, and the journal says {again}";
            bool isJudged = outcome.Told.Any(t => t.Experiment == report.Id && t.Standing?.Round == rounds.Count);
            if (told is null && again.Outcome == LookOutcome.Decided && isJudged)
                yield return $"{report.Id}: the journal says {again.Verdict}, and nobody was told";
        }
    }

    /// <summary>The report is partial when, and only when, something is missing, and says what.</summary>
    private static IEnumerable<string> Ends(SimulatedOutcome outcome)
    {
        ReportDocument report = outcome.Report;
        if (outcome.End is not { Outcome: RunOutcome.Finished } && (!report.Partial || report.Missing.Count == 0))
            yield return "a run that was broken off has a report that misses nothing";
        string expected = outcome.End?.Outcome switch
        {
            RunOutcome.Finished => "finished",
            RunOutcome.Cancelled => "cancelled",
            RunOutcome.TargetFailed => "targetFailed",
            _ => "killed",
        };
        if (report.Run.Outcome != expected)
            yield return $"the run is {expected}, and the report says {report.Run.Outcome}";
    }

    /// <summary>Whether nothing broke it off.</summary>
    private static bool IsWhole(SimulatedOutcome outcome) =>
        outcome.End is { Outcome: RunOutcome.Finished } && outcome.DoubtOf("cut-short") is null;

    private static IEnumerable<(Form, SlotKind)> Drawn(ulong seed, Experiment experiment, int round)
    {
        List<(Form, SlotKind)> slots = [.. experiment.Workload.Forms.Select(f => (f.Form, SlotKind.Measured))];
        if (experiment.NoiseForm is { } noise)
            slots.Add((noise, SlotKind.Noise));
        return RoundOrder.Draw(seed, experiment.Id, round, slots.Count).Select(i => slots[i]);
    }
}
