namespace Syncopate.Journaling;

/// <summary>What a journal holds.</summary>
/// <param name="Records">Every whole record, in file order; each one's checksum was right. Empty when the run died before its first.</param>
/// <param name="Damage">Where the file holds anything else, in file order; empty when the file is whole.</param>
public sealed record JournalReading(IReadOnlyList<JournalRecord> Records, IReadOnlyList<JournalDamage> Damage);
