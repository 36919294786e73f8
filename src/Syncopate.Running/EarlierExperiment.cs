using Syncopate.Journaling;
using Syncopate.Judging;
using Syncopate.Units;

namespace Syncopate.Running;

/// <summary>What an earlier sitting of a run has of an experiment.</summary>
internal sealed class EarlierExperiment
{
    private readonly List<Slot[]> _rounds;

    /// <param name="experiment">As it is in the journal, with its looks, and with the load that a pilot has fixed.</param>
    /// <param name="slots">Its slots that count, in journal order.</param>
    /// <param name="probed">The forms that were looked at for where they block.</param>
    public EarlierExperiment(Experiment experiment, IReadOnlyList<Slot> slots, IReadOnlyList<Form> probed)
    {
        ArgumentNullException.ThrowIfNull(experiment);
        Experiment = experiment;
        // A round counts when all of it is there: of one that was cut, the rest would be measured at another time, by other processes.
        _rounds = [.. slots.Where(s => s.Round > 0).GroupBy(s => s.Round).OrderBy(r => r.Key)
            .TakeWhile((round, at) => round.Key == at + 1 && IsWhole([.. round])).Select(r => r.ToArray())];
        Slot[] profile = [.. slots.Where(s => s.Kind == SlotKind.Profile)];
        IsProfiled = Forms.All(form => Array.Exists(profile, s => s.Form == form));
        IsProbed = Forms.All(form => probed.Contains(form));
        Slots = [.. _rounds.SelectMany(r => r), .. IsProfiled ? profile : []];
    }

    /// <summary>The experiment.</summary>
    public Experiment Experiment { get; }

    /// <summary>Slots of its whole rounds, in their order, and those of the article's own load when none is missing.</summary>
    public IReadOnlyList<Slot> Slots { get; }

    /// <summary>How many rounds are whole.</summary>
    public int Rounds => _rounds.Count;

    /// <summary>The same as the judge sees them.</summary>
    public IReadOnlyList<Round> Complete => ExperimentJudge.CompleteRounds(Experiment, Slots);

    /// <summary>Whether the pair of the first form and the last has its verdict by them.</summary>
    public bool IsAnswered => Rounds > 0
        && ExperimentJudge.Judge(Experiment, Complete, FormPair.Of(Experiment.Workload)[0]).Outcome
            == LookOutcome.Decided;

    /// <summary>How long each of them took, in their order.</summary>
    public IEnumerable<TimeSpan> RoundLengths => _rounds.Select(round => Nanoseconds.ToTimeSpan(
        round.Max(s => s.StartedNanoseconds + s.DurationNanoseconds) - round.Min(s => s.StartedNanoseconds)));

    /// <summary>How many of the last ones were measured by the same processes.</summary>
    public int RoundsOnLast
    {
        get
        {
            int[] last = [.. _rounds.TakeLast(1).SelectMany(round => round).Select(s => s.Process)];
            return Enumerable.Reverse(_rounds)
                .TakeWhile(round => Array.Exists(round, s => last.Contains(s.Process)))
                .Count();
        }
    }

    /// <summary>When its first slot began, on the clock of the run; zero without one.</summary>
    public TimeSpan Began =>
        _rounds.Count == 0 ? TimeSpan.Zero : Nanoseconds.ToTimeSpan(_rounds[0].Min(s => s.StartedNanoseconds));

    /// <summary>Whether the article's own load is behind it.</summary>
    public bool IsProfiled { get; }

    /// <summary>Whether each form was looked at for where it blocks.</summary>
    public bool IsProbed { get; }

    private IEnumerable<Form> Forms => Experiment.Workload.Forms.Select(f => f.Form);

    /// <summary>Sees that a question is the one that was asked before: what follows would else be counted with rounds of another one.
    /// </summary>
    /// <param name="asked">The question, before its looks and its load are fixed.</param>
    /// <exception cref="TargetFailedException">It is another.</exception>
    public void Check(Experiment asked)
    {
        if (Written(asked).AsSpan().SequenceEqual(Written(Experiment)))
            return;
        throw new TargetFailedException(
            $"'{Experiment.Id}' is not what the journal describes: a target, a build or a rule has another name or another size now. "
            + "Rounds of the two are not counted together. Bring back what was measured, or begin anew without --resume.");
    }

    // Looks follow from the time there is, the load and its head from a pilot, and caveats from what runs on the machine.
    private byte[] Written(Experiment asked) => JournalCodec.Write(asked with
    {
        Looks = 1,
        Load = Experiment.Load,
        DiscardMilliseconds = 0,
        Caveats = [],
        HasOtherAnswers = false,
    });

    private bool IsWhole(Slot[] round) =>
        Forms.All(form => Array.Exists(round, s => s.Form == form && s.Kind == SlotKind.Measured))
            && (Experiment.NoiseForm is null || Array.Exists(round, s => s.Kind == SlotKind.Noise));
}
