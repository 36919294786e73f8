using Syncopate.Journaling;
using Syncopate.Judging;
using Syncopate.Reporting.Drawing;
using Syncopate.Reporting.Measured;
using Syncopate.Reporting.Sentences;
using Syncopate.Units;

namespace Syncopate.Reporting.Runs;

/// <summary>Makes a report from a journal, and from nothing else: no clock, no machine, no chance. The same journal
/// gives the same report.</summary>
internal static class ReportBuilder
{
    /// <summary>Version of the report's schema.</summary>
    public const int Schema = 1;

    /// <summary>What stands for the machine where a journal does not report it.</summary>
    internal static readonly Machine UnknownMachine = new("unknown", "unknown", "unknown", 1, 0, null);

    /// <summary>Builds the report. A damaged or unfinished journal gives a partial report that says what is missing.</summary>
    /// <param name="reading">The journal of a run.</param>
    public static ReportDocument Build(JournalReading reading)
    {
        ArgumentNullException.ThrowIfNull(reading);
        return Build(new RunJournal(reading));
    }

    /// <summary>Builds the report of a journal that has been sorted.</summary>
    /// <param name="journal">The journal of a run.</param>
    internal static ReportDocument Build(RunJournal journal)
    {
        ReportNoise noise = ReportNoiseFloor.OfRun(journal.Experiments);
        List<string> missing = ReportMissing.Of(journal, journal.Experiments).ToList();
        Machine machine = MachineOf(journal);
        List<ExperimentReport> reports = [.. journal.Experiments.Select(e => Report(e, journal, noise))];
        // A picture of where time goes asks nothing, so no headline counts it.
        HashSet<string> asked = [.. PageSplit.Questions(reports).Select(e => e.Id)];
        List<MeasuredExperiment> questions = [.. journal.Experiments.Where(e => asked.Contains(e.Experiment.Id))];
        return new ReportDocument
        {
            Schema = Schema,
            Tool = new ReportTool("syncopate", journal.Header?.ToolVersion ?? "unknown"),
            Run = Run(journal),
            Machine = machine,
            Headline = ReportHeadline.Of(questions),
            Summary = ReportHeadline.Summary(questions),
            Noise = noise,
            Experiments = reports,
            Groups = ReportGroups.Of(reports, journal.Explanations),
            NotAsked = ReportNotAsked.Of(journal),
            Agents = [.. journal.Agents.Select(AgentText.Of)],
            Together = AgentText.Together(journal.Agents),
            Warnings =
            [
                .. journal.Doubts.Where(d => !IsAboutAnExperiment(d, journal) && !ReportNotAsked.Is(d)),
                .. AgentText.Doubts(journal.Agents),
                .. journal.Sittings.Slots.SelectMany(sitting => ReportDoubts.ClockJumps(sitting)),
                .. ReportDoubts.Interruptions(journal.Sittings),
            ],
            Partial = missing.Count > 0,
            Missing = missing,
        };
    }

    private static Machine MachineOf(RunJournal journal) => journal.Header?.Machine ?? UnknownMachine;

    private static ReportRun Run(RunJournal journal)
    {
        RunHeader? header = journal.Header;
        long last = journal.Slots.Select(s => s.StartedNanoseconds + s.DurationNanoseconds).DefaultIfEmpty(0).Max();
        return new ReportRun(
            header?.Mode ?? "unknown",
            header?.Seed ?? 0,
            header?.Command ?? "",
            header?.StartedUtc ?? DateTimeOffset.UnixEpoch,
            Nanoseconds.ToSeconds(Math.Max(last, journal.End?.ElapsedNanoseconds ?? 0)),
            RunEnding.Name(journal.End?.Outcome));
    }

    /// <summary>A doubt about a table is a warning of the run: it concerns more than one of its experiments.</summary>
    private static bool IsAboutAnExperiment(Doubt doubt, RunJournal journal) =>
        journal.Experiments.Any(e => e.Experiment.Id == doubt.Experiment);

    private static ExperimentReport Report(MeasuredExperiment measured, RunJournal journal, ReportNoise noise)
    {
        Machine machine = MachineOf(journal);
        int cores = Wording.IsKnown(machine) ? machine.Cores : 0;
        Experiment experiment = measured.Experiment;
        List<Slot> slots = measured.Rounds.SelectMany(r => r.Slots).Where(s => s.Kind == SlotKind.Measured).ToList();
        ExperimentReport report = new()
        {
            Id = experiment.Id,
            Group = experiment.Group,
            Piece = experiment.PieceWord,
            Title = experiment.Title,
            Question = experiment.Question,
            Source = experiment.Source,
            UseCase = experiment.Workload.UseCaseName,
            Traits = experiment.Workload.Traits,
            Picture = measured.Own.Picture,
            Split = measured.Own.Split,
            Load = experiment.Load,
            LoadSentence = ReportLoad.Sentence(experiment),
            WaitMilliseconds = experiment.WaitMilliseconds,
            PublishedWaitMilliseconds = experiment.PublishedWaitMilliseconds,
            MarginPercent = experiment.MarginPercent,
            Discarded = slots.Sum(s => s.Discarded),
            Rounds = measured.Rounds.Count,
            Forms = [.. measured.Forms.Select(f => f.Figures with { Runtime = journal.RuntimeOf(experiment.Id, f.Form.Form) })],
            Comparisons = measured.Comparisons,
            Verdict = measured.Primary.Verdict,
            Winner = Winner(measured.Primary),
            Open = ReportOpen.Of(measured, ReportNext.Of(journal, measured)),
            Sentence = ReportSentence.Of(measured),
            Why = ReportWhy.Of(measured, cores),
            Change = experiment.Change,
            Advice = ReportAdvice.Today(measured),
            Recommendation = ReportAdvice.Of(measured),
            Published = experiment.Published,
            Measures = measured.Own.Measures,
            Caveats = experiment.Caveats,
            Noise = ReportNoiseFloor.Of(measured, noise),
            LoadAdequacy = ReportLoad.Adequacy(measured),
            InFlightShare = slots.Select(s => s.InFlightShare).DefaultIfEmpty(0).Min(),
            Conditions = ReportConditions.Of([.. measured.Rounds.SelectMany(r => r.Slots)], cores),
            Doubts = [.. journal.Doubts.Where(d => d.Experiment == experiment.Id), .. ReportDoubts.Of(measured)],
            Profile = [.. measured.Profile.Select(f => f.Figures)],
            ProfileSentence = measured.Profile.Count > 0 && experiment.Profile is { } profile
                ? $"The article’s own protocol: {ReportLoad.Words(profile, experiment.PieceWord)}."
                : "",
            Cost = ReportCallCost.Of(measured),
            Pictures = ReportPictures.Of(measured),
            Shift = ShiftFunction.Between(measured.Baseline.Latencies, measured.Candidate.Latencies),
        };
        return report with { Outcome = Wording.Outcome(report) };
    }

    private static Form? Winner(Comparison primary) => primary.Verdict switch
    {
        Verdict.Gain => primary.Candidate,
        Verdict.Loss => primary.Baseline,
        _ => null,
    };
}
