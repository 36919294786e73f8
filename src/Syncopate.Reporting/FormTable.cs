namespace Syncopate.Reporting;

/// <summary>A table of what an experiment counts itself, with a line for each form.</summary>
/// <param name="Title">Heading.</param>
/// <param name="RowHeading">What the rows of its experiments are, such as "The runtime".</param>
/// <param name="Columns">Its columns, in order.</param>
/// <param name="Note">What else to know, from the experiments that are shown; full sentences.</param>
internal sealed record FormTable(
    string Title,
    string RowHeading,
    IReadOnlyList<FormColumn> Columns,
    Func<IReadOnlyList<ExperimentReport>, string> Note);
