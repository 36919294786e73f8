namespace Syncopate.Watch.Awaits;

/// <summary>A line of a source file.</summary>
internal sealed record SourcePlace(string File, int Line);
