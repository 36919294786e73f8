namespace Syncopate.Reporting;

/// <summary>The tool that made a run.</summary>
/// <param name="Name">"syncopate".</param>
/// <param name="Version">Its version.</param>
internal sealed record ReportTool(string Name, string Version);
