namespace Syncopate.Reporting;

/// <summary>A column of what an experiment counts itself.</summary>
/// <param name="Heading">A word or two.</param>
/// <param name="Cell">What stands in it for a form.</param>
internal sealed record FormColumn(string Heading, Func<FormReport, string> Cell);
