namespace Syncopate.Journaling;

/// <summary>A run that was interrupted and went on has a journal of several sittings, with a <see cref="RunResumed"/> before each but
/// the first.</summary>
internal static class JournalSittings
{
    /// <summary>The records that count. Forms are compared within a round, so a round that an interruption cut is measured again as a
    /// whole: only the slots of its last sitting count, likewise the last look at where a form blocks. The end of a sitting after which
    /// the run went on is not the end of the run.</summary>
    /// <param name="records">Every record of a journal, in file order.</param>
    public static IReadOnlyList<JournalRecord> Joined(IReadOnlyList<JournalRecord> records)
    {
        ArgumentNullException.ThrowIfNull(records);
        int last = records.Count(r => r is RunResumed);
        if (last == 0)
            return records;
        int[] sittings = new int[records.Count];
        Dictionary<(string Experiment, int? Round, Form? Form), int> latest = [];
        for (int i = 0, sitting = 0; i < records.Count; i++)
        {
            sittings[i] = records[i] is RunResumed ? ++sitting : sitting;
            if (Place(records[i]) is { } place)
                latest[place] = sitting;
        }

        return [.. records.Where((record, i) => record is RunEnd
            ? sittings[i] == last
            : Place(record) is not { } place || latest[place] == sittings[i])];
    }

    private static (string Experiment, int? Round, Form? Form)? Place(JournalRecord record) => record switch
    {
        Slot slot => (slot.Experiment, slot.Round, null),
        FormProbe probe => (probe.Experiment, null, probe.Form),
        _ => null,
    };
}
