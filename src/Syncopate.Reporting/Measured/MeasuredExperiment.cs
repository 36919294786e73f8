using Syncopate.Judging;

namespace Syncopate.Reporting.Measured;

/// <summary>An experiment with what the journal holds about it: the one place from which its figures, verdicts and
/// sentences are made.</summary>
internal sealed class MeasuredExperiment
{
    private readonly Dictionary<Slot, DecodedSlot> _slots;

    /// <param name="experiment">The experiment as the journal describes it.</param>
    /// <param name="slots">Its slots in journal order; all histograms have one layout.</param>
    public MeasuredExperiment(Experiment experiment, IReadOnlyList<DecodedSlot> slots)
    {
        Experiment = experiment;
        _slots = slots.ToDictionary<DecodedSlot, Slot>(s => s.Slot, ReferenceEqualityComparer.Instance);
        Slots = [.. slots.Select(s => s.Slot)];
        Rounds = ExperimentJudge.CompleteRounds(experiment, Slots);
        // Never null: the rounds are complete.
        Forms = [.. experiment.Workload.Forms.Select(f => new MeasuredForm(f, [.. Rounds.Select(r => _slots[r.MeasuredSlot(f.Form)!])]))];
        Profile = [.. ProfileForms()];
        foreach (DecodedSlot slot in slots)
            slot.Release();
        Noise = NoiseBy(Metric.Mean);
        Comparisons = ReportComparisons.Of(this);
    }

    /// <summary>The question, its workload and its rules.</summary>
    public Experiment Experiment { get; }

    /// <summary>What it says of its figures in words of its own.</summary>
    public Explanation Own { get; init; } = Explanation.None;

    /// <summary>All its slots, in journal order.</summary>
    public IReadOnlyList<Slot> Slots { get; }

    /// <summary>Where its forms blocked their threads; empty when nobody looked.</summary>
    public IReadOnlyList<FormProbe> Probes { get; init; } = [];

    /// <summary>Its complete rounds; all figures and verdicts come from these.</summary>
    public IReadOnlyList<Round> Rounds { get; }

    /// <summary>Each form over the measured slots of the complete rounds, the baseline first.</summary>
    public IReadOnlyList<MeasuredForm> Forms { get; }

    /// <summary>Each form under the article's own protocol; empty when none was driven.</summary>
    public IReadOnlyList<MeasuredForm> Profile { get; }

    /// <summary>All comparisons, the primary one first.</summary>
    public IReadOnlyList<Comparison> Comparisons { get; }

    /// <summary>How far the noise form's mean latency differs from itself over the complete rounds; null when it was not
    /// measured.</summary>
    public NoiseFloor? Noise { get; }

    /// <summary>The same by the metric that answers the question.</summary>
    public NoiseFloor? PrimaryNoise => Experiment.PrimaryMetric == Metric.Mean ? Noise : NoiseBy(Experiment.PrimaryMetric);

    /// <summary>The comparison that answers the question.</summary>
    public Comparison Primary => Comparisons[0];

    /// <summary>The form compared with in the primary comparison.</summary>
    public MeasuredForm Baseline => this[Primary.Baseline];

    /// <summary>The form judged by the primary comparison.</summary>
    public MeasuredForm Candidate => this[Primary.Candidate];

    /// <summary>The figures of a form.</summary>
    public MeasuredForm this[Form form] => Forms.First(f => f.Form.Form == form);

    /// <summary>The metric of one of its slots.</summary>
    public double? Value(Slot slot, Metric metric) => _slots[slot].Value(metric);

    /// <summary>What a sentence calls a form: "async", or its label in quotation marks where that is more than a word;
    /// and a target of the user's by its letter.</summary>
    public string Name(Form form)
    {
        if (form is Form.A or Form.B or Form.C)
            return form.ToString();
        string label = this[form].Form.Label;
        return label.Contains(' ', StringComparison.Ordinal) ? $"“{label}”" : label.ToLowerInvariant();
    }

    private NoiseFloor? NoiseBy(Metric metric) => NoiseFloor.From(
        [.. Rounds.Select(r => ExperimentJudge.NoiseLogRatio(Experiment, r, s => Value(s, metric))).OfType<double>()]);

    private IEnumerable<MeasuredForm> ProfileForms() =>
        from form in Experiment.Workload.Forms
        let slots = Slots.Where(s => s.Kind == SlotKind.Profile && s.Form == form.Form).Select(s => _slots[s]).ToList()
        where slots.Count > 0
        select new MeasuredForm(form, slots);
}
