namespace Syncopate.Capacity;

/// <summary>The document of a plan.</summary>
/// <param name="Schema">Version of the format.</param>
/// <param name="Plan">The plan.</param>
internal sealed record PlanDocument(int Schema, Plan Plan);
