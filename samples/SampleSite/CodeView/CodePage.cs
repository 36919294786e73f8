namespace SampleSite.CodeView;

/// <summary>The source of a demonstration, step by step.</summary>
/// <param name="Demo">Whose source it is.</param>
/// <param name="Steps">From the first form to the last.</param>
public sealed record CodePage(Demonstration Demo, IReadOnlyList<CodeStep> Steps);
