using Syncopate.Histograms;
using Syncopate.Journaling;

namespace Syncopate.Reporting.Measured;

/// <summary>A journal sorted into what a report needs. Records that contradict each other are set aside with a
/// sentence, never used.</summary>
internal sealed class RunJournal
{
    private readonly List<string> _unreadable = [];

    /// <param name="reading">The journal as read.</param>
    /// <param name="explanations">What experiments say in words of their own; null for nothing.</param>
    public RunJournal(JournalReading reading, Explanations? explanations = null)
    {
        Explanations = explanations ?? Explanations.None;
        Header = reading.Records.OfType<RunHeader>().FirstOrDefault();
        End = reading.Records.OfType<RunEnd>().LastOrDefault();
        Doubts = [.. reading.Records.OfType<Doubt>().Distinct()];
        Slots = [.. reading.Records.OfType<Slot>()];
        Sittings = RunSittings.Of(reading.Records);
        Agents = reading.Records.OfType<GeneratorUse>().LastOrDefault()?.Agents ?? [];
        Probes = [.. reading.Records.OfType<FormProbe>()];
        Runtimes = reading.Records.OfType<ServerRuntime>().ToLookup(r => (r.Experiment, r.Form));
        Damage = reading.Damage;
        List<Experiment> described = reading.Records.OfType<Experiment>().DistinctBy(e => e.Id).Where(IsSound)
            .Select(e => e with { HasOtherAnswers = Doubts.Any(d => d.Code == Doubt.OtherAnswers && d.Experiment == e.Id) }).ToList();
        Described = described.Select(e => e.Id).ToHashSet(StringComparer.Ordinal);
        Experiments = [.. described.Select(e => Measured(e)).OfType<MeasuredExperiment>()];
        foreach (IGrouping<string, Slot> orphans in Slots.GroupBy(s => s.Experiment).Where(g => !Described.Contains(g.Key)))
        {
            _unreadable.Add(
                $"{orphans.Key}: its description cannot be read, so {Wording.Plural(orphans.Count(), "slot")} cannot be judged.");
        }
    }

    /// <summary>What experiments say in words of their own.</summary>
    public Explanations Explanations { get; }

    /// <summary>The first record; null when it cannot be read.</summary>
    public RunHeader? Header { get; }

    /// <summary>The end of its last sitting; null when the tool died in it.</summary>
    public RunEnd? End { get; }

    /// <summary>Doubts that were raised while measuring, each once.</summary>
    public IReadOnlyList<Doubt> Doubts { get; }

    /// <summary>All slots, in journal order.</summary>
    public IReadOnlyList<Slot> Slots { get; }

    /// <summary>The sittings in which it was measured.</summary>
    public RunSittings Sittings { get; }

    /// <summary>What each of several machines sent, by name; empty for a load from one process.</summary>
    public IReadOnlyList<AgentPart> Agents { get; }

    /// <summary>Where forms blocked their threads; empty when nobody looked.</summary>
    private IReadOnlyList<FormProbe> Probes { get; }

    /// <summary>What the servers of an experiment's forms ran on.</summary>
    private ILookup<(string? Experiment, Form? Form), ServerRuntime> Runtimes { get; }

    /// <summary>What the server of a form ran on; null where nobody reported it.</summary>
    public FormRuntime? RuntimeOf(string experiment, Form form) =>
        Runtimes[(experiment, form)].LastOrDefault() is { } told ? FormRuntime.Of(told) : null;

    /// <summary>The experiments that have at least one slot, in the order in which they ran.</summary>
    public IReadOnlyList<MeasuredExperiment> Experiments { get; }

    /// <summary>Ids of the experiments that the journal describes.</summary>
    public IReadOnlySet<string> Described { get; }

    /// <summary>Ids of the experiments that were asked for.</summary>
    public IReadOnlyList<string> Asked => Header?.Experiments ?? [];

    /// <summary>What is in the file and no record.</summary>
    public IReadOnlyList<JournalDamage> Damage { get; }

    /// <summary>One sentence for each record that is whole and still cannot be used.</summary>
    public IReadOnlyList<string> Unreadable => _unreadable;

    private bool IsSound(Experiment experiment)
    {
        bool sound = HasSoundRules(experiment);
        if (!sound)
            _unreadable.Add($"{experiment.Id}: its rules contradict each other, so it cannot be judged.");
        return sound;
    }

    /// <summary>Whether an experiment can be judged: in a journal from elsewhere its rules may contradict each other.</summary>
    internal static bool HasSoundRules(Experiment experiment)
    {
        Form[] forms = [.. experiment.Workload.Forms.Select(f => f.Form)];
        return forms.Length >= 2 && forms.Distinct().Count() == forms.Length
            && experiment.Looks is >= 1 and <= Looks.Most
            && experiment.MarginPercent > 0
            && experiment.Confidence is (Looks.Confidence or Looks.HighConfidence)
            && IsPlain(experiment.Id) && (experiment.Group is null || IsPlain(experiment.Group.Id));
    }

    /// <summary>An id becomes the name of a file and of a place in the page.</summary>
    internal static bool IsPlain(string id) => id.Length > 0 && id.All(c => char.IsAsciiLetterLower(c) || char.IsAsciiDigit(c) || c == '-');

    private MeasuredExperiment? Measured(Experiment experiment)
    {
        List<DecodedSlot> slots = new();
        foreach (Slot slot in Slots.Where(s => s.Experiment == experiment.Id && s.Kind != SlotKind.WarmUp))
        {
            if (Decoded(slot) is { } decoded && (slots.Count == 0 || slots[0].Layout == decoded.Layout))
            {
                slots.Add(decoded);
            }
            else
            {
                _unreadable.Add($"{experiment.Id}: the histogram of round {FigureText.Count(slot.Round)}, {Wording.Name(slot.Form)}, "
                    + "cannot be read; the slot is left out.");
            }
        }

        return slots.Count == 0 ? null : new MeasuredExperiment(experiment, slots)
        {
            Own = Explanations.Of(experiment),
            Probes = [.. Probes.Where(p => p.Experiment == experiment.Id)],
        };
    }

    private static DecodedSlot? Decoded(Slot slot)
    {
        try
        {
            return new DecodedSlot(slot) is var decoded && decoded.Recorded == slot.Count ? decoded : null;
        }
        catch (HistogramFormatException)
        {
            return null;
        }
    }
}
