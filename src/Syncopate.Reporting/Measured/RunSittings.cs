namespace Syncopate.Reporting.Measured;

/// <summary>The sittings in which a run was measured: one, unless it was interrupted and went on.</summary>
/// <param name="Slots">The slots of each, in journal order; at least one sitting, which may have none.</param>
/// <param name="Resumptions">What stands before each but the first.</param>
internal sealed record RunSittings(IReadOnlyList<IReadOnlyList<Slot>> Slots, IReadOnlyList<RunResumed> Resumptions)
{
    /// <summary>Sorts the records of a journal.</summary>
    public static RunSittings Of(IReadOnlyList<JournalRecord> records)
    {
        List<List<Slot>> slots = [[]];
        List<RunResumed> resumptions = [];
        foreach (JournalRecord record in records)
        {
            if (record is RunResumed resumed)
            {
                resumptions.Add(resumed);
                slots.Add([]);
            }
            else if (record is Slot slot)
            {
                slots[^1].Add(slot);
            }
        }

        return new RunSittings(slots, resumptions);
    }

    /// <summary>Ids of the experiments that have rounds of more than one sitting, in the order in which they began.</summary>
    public IReadOnlyList<string> Divided =>
    [
        .. Slots
            .SelectMany(sitting => sitting.Where(s => s.Round > 0).Select(s => s.Experiment).Distinct())
            .GroupBy(id => id, StringComparer.Ordinal)
            .Where(id => id.Count() > 1)
            .Select(id => id.Key),
    ];
}
