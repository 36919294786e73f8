namespace Syncopate.Tests.Reporting.Claims;

/// <summary>The agents from which a report was made.</summary>
internal sealed record InventedParts(IReadOnlyList<AgentPart> All);
