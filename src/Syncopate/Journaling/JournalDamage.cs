namespace Syncopate.Journaling;

/// <summary>A stretch of a journal that holds no readable record.</summary>
/// <param name="Offset">Where it starts: bytes from the start of the file.</param>
/// <param name="Length">How many bytes were passed over; 0 where only a line end is missing.</param>
/// <param name="Found">What is there instead of a record, with figures; printable, in English.</param>
public sealed record JournalDamage(long Offset, long Length, string Found);
