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
        (DateTimeOffset began, long from) = (DateTimeOffset.MinValue, 0);
        foreach (JournalRecord record in records)
        {
            (DateTimeOffset wall, long elapsed) = record switch
            {
                RunHeader header => (header.StartedUtc, 0L),
                RunResumed resumed => (resumed.ResumedUtc, resumed.ElapsedNanoseconds),
                Slot slot => (After(slot.StartedUtc, slot.DurationNanoseconds), EndOf(slot)),
                RunEnd end => (After(began, end.ElapsedNanoseconds - from), end.ElapsedNanoseconds),
                _ => (_interrupted, 0L),
            };
            if (record is RunHeader or RunResumed)
                (began, from) = (wall, elapsed);
            _interrupted = wall > _interrupted ? wall : _interrupted;
            ElapsedNanoseconds = Math.Max(ElapsedNanoseconds, elapsed);
            Processes = Math.Max(Processes, (record as Slot)?.Process ?? 0);
        }

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

    /// <summary>Time of the run at its last sign.</summary>
    public TimeSpan Elapsed => Nanoseconds.ToTimeSpan(ElapsedNanoseconds);

    /// <summary>Id of the experiment that was under way; null before the first.</summary>
    public string? UnderWay => _records.Select(ExperimentOf).LastOrDefault(id => id is not null);

    private long ElapsedNanoseconds { get; }

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
    public RunResumed Resumed(DateTimeOffset now) => new(now, _interrupted, ElapsedNanoseconds, End?.Outcome);

    private static string? ExperimentOf(JournalRecord record) => record switch
    {
        Experiment experiment => experiment.Id,
        Slot slot => slot.Experiment,
        FormProbe probe => probe.Experiment,
        _ => null,
    };

    private static long EndOf(Slot slot) => slot.StartedNanoseconds + slot.DurationNanoseconds;

    private static DateTimeOffset After(DateTimeOffset start, long nanoseconds) =>
        start + Nanoseconds.ToTimeSpan(nanoseconds);
}
