namespace Syncopate.Watch.Tests.Claims;

/// <summary>Bytes of a journal that are no record.</summary>
internal sealed record Damaged(long Bytes);
