namespace Syncopate.Journaling;

/// <summary>What a record calls itself, whatever else it holds.</summary>
/// <param name="Type">Its type; null when it has none.</param>
/// <param name="Schema">Its schema; null for all but the header.</param>
internal sealed record JournalRecordName(string? Type = null, int? Schema = null)
{
    /// <summary>Nothing could be read.</summary>
    public static JournalRecordName None { get; } = new();
}
