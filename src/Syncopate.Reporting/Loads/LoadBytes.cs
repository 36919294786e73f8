namespace Syncopate.Reporting.Loads;

/// <summary>Traffic of a load.</summary>
/// <param name="Sent">Bytes sent, heads included; 0 where the engine cannot tell.</param>
/// <param name="Received">Bytes received, heads and framing included; 0 where the engine cannot tell.</param>
/// <param name="Bodies">Bytes of all response bodies.</param>
public sealed record LoadBytes(long Sent, long Received, long Bodies);
