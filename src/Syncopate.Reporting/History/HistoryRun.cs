namespace Syncopate.Reporting.History;

/// <summary>A result of the history.</summary>
/// <param name="Name">Its folder below the one that was searched, or its file.</param>
/// <param name="StartedUtc">Wall clock at its start.</param>
/// <param name="ToolVersion">Version of the tool that measured.</param>
/// <param name="Runtime">Runtime it was measured with.</param>
/// <param name="Partial">True when something that was asked for is missing.</param>
public sealed record HistoryRun(string Name, DateTimeOffset StartedUtc, string ToolVersion, string Runtime, bool Partial);
