using Syncopate.Units;
using Syncopate.Watch;
using Syncopate.Watch.Reporting;
using Syncopate.Watch.Starvation;

namespace Syncopate.Scan.Evidence;

/// <summary>What a watch wrote down, as far as a scan can use it.</summary>
/// <param name="Header">What was watched; null where the journal lost it.</param>
/// <param name="Blocked">The blocked places of all looks together; null when nobody looked.</param>
/// <param name="Load">The load that the tool put on the process; null for none.</param>
/// <param name="Looks">When threads were looked at, since the watch began.</param>
/// <param name="Moments">Each second.</param>
internal sealed record WatchEvidence(
    WatchHeader? Header, BlockedSites? Blocked, WatchLoad? Load, IReadOnlyList<(double FromNanoseconds, double ToNanoseconds)> Looks,
        IReadOnlyList<WatchSample> Moments)
{
    /// <summary>Reads the folder of a watch.</summary>
    /// <exception cref="ScanFailedException">It holds no watch.</exception>
    /// <exception cref="Journaling.JournalException">Its journal cannot be read.</exception>
    public static WatchEvidence Read(string folder)
    {
        if (!WatchJournal.Is(folder))
            throw new ScanFailedException($"'{folder}' holds no {WatchJournal.Name}. Watch the process under load first: syncopate watch "
                + $"PID --out {folder}");
        IReadOnlyList<WatchRecord> records = WatchJournal.Read(folder).Records;
        WatchSites[] looks = [.. records.OfType<WatchSites>()];
        return new(
            records.OfType<WatchHeader>().FirstOrDefault(),
            BlockedSum.Of([.. looks.Select(l => l.Blocked)]),
            records.OfType<WatchLoad>().FirstOrDefault(),
            [.. looks.Select(l => (l.AtNanoseconds - Nanoseconds.FromMilliseconds(l.Blocked.WindowMilliseconds), (double)l.AtNanoseconds))],
            [.. records.OfType<WatchSample>()]);
    }
}
