using Syncopate.Journaling;
using Syncopate.Units;

namespace Syncopate.Running;

/// <summary>What the journal of an interrupted run says that was done: where a run that goes on begins.</summary>
internal sealed class EarlierSitting
{
    private readonly IReadOnlyList<JournalRecord> _records;
    private readonly DateTimeOffset _interrupted;

    /// <param name="records">Every record of the journal, in file order, the header first.</param>
    public EarlierSitting(IReadOnlyList<JournalRecord> records)
    {
        ArgumentNullException.ThrowIfNull(records);
        _records = JournalSittings.Joined(records);
        End = _records.OfType<RunEnd>().LastOrDefault();
        (DateTimeOffset began, TimeSpan start) = (DateTimeOffset.MinValue, TimeSpan.Zero);
        foreach (JournalRecord record in records)
        {
            TimeSpan elapsed = ElapsedAt(record);
            if (record is RunHeader or RunResumed)
                (began, start) = ((record as RunHeader)?.StartedUtc ?? ((RunResumed)record).ResumedUtc, elapsed);
            if (elapsed > Elapsed)
                Elapsed = elapsed;
            // An end has no time of day of its own: it follows from that at which its sitting began.
            DateTimeOffset wall = record is Slot measured
                ? measured.StartedUtc + Nanoseconds.ToTimeSpan(measured.DurationNanoseconds)
                : record is RunEnd ? began + (elapsed - start) : began;
            if (wall > _interrupted)
                _interrupted = wall;
            Processes = Math.Max(Processes, (record as Slot)?.Process ?? 0);
        }

        if (!_records.Any(record => record is Experiment))
            Elapsed = TimeSpan.Zero; // Nothing of it is kept, so that it begins with all of its time.
        HasSlotsSinceResumed = records.Reverse().TakeWhile(r => r is not RunResumed).Any(r => r is Slot);
    }

    /// <summary>How the last sitting ended; null when the tool was killed.</summary>
    public RunEnd? End { get; }

    /// <summary>Whether the last sitting has measured anything.</summary>
    public bool HasSlotsSinceResumed { get; }

    /// <summary>Slots of all sittings.</summary>
    public IReadOnlyList<Slot> Slots => [.. _records.OfType<Slot>()];

    /// <summary>The header, and the experiments that are described.</summary>
    public IReadOnlyList<JournalRecord> Described => [.. _records.Where(r => r is RunHeader or Experiment)];

    /// <summary>The highest ordinal of a process that has a slot; 0 for none.</summary>
    public int Processes { get; }

    /// <summary>Time of the run at its last sign; zero where it was interrupted before its first experiment.</summary>
    public TimeSpan Elapsed { get; }

    /// <summary>Id of the experiment that was under way; null before the first.</summary>
    public string? UnderWay => _records.Select(ExperimentOf).LastOrDefault(id => id is not null);

    /// <summary>Whether there is a doubt of a kind about an experiment.</summary>
    public bool HasDoubt(string code, string experiment) =>
        _records.OfType<Doubt>().Any(d => d.Code == code && d.Experiment == experiment);

    /// <summary>What is there of an experiment; null when it is not described, and so has no slot.</summary>
    public EarlierExperiment? Of(string id)
    {
        Experiment? experiment = _records.OfType<Experiment>().FirstOrDefault(e => e.Id == id);
        return experiment is null
            ? null
            : new EarlierExperiment(
                experiment,
                [.. _records.OfType<Slot>().Where(s => s.Experiment == id)],
                [.. _records.OfType<FormProbe>().Where(p => p.Experiment == id).Select(p => p.Form)]);
    }

    /// <summary>The record that stands before all of the next sitting.</summary>
    public RunResumed Resumed(DateTimeOffset now) => new(now, _interrupted, Elapsed, End?.Outcome);

    private static string? ExperimentOf(JournalRecord record) => record switch
    {
        Experiment experiment => experiment.Id,
        Slot slot => slot.Experiment,
        FormProbe probe => probe.Experiment,
        _ => null,
    };

    /// <summary>Time of the run that a record speaks of; zero for one that speaks of none.</summary>
    private static TimeSpan ElapsedAt(JournalRecord record) => record switch
    {
        Slot slot => Nanoseconds.ToTimeSpan(slot.StartedNanoseconds + slot.DurationNanoseconds),
        RunEnd end => Nanoseconds.ToTimeSpan(end.ElapsedNanoseconds),
        RunResumed resumed => resumed.Elapsed,
        _ => TimeSpan.Zero,
    };
}
