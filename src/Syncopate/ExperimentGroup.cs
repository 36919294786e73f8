namespace Syncopate;

/// <summary>The place of an experiment in a table of several that ask the same question of different work and of different systems.</summary>
/// <param name="Id">Name of the whole table on the command line, such as "ef".</param>
/// <param name="Title">Heading of the table.</param>
/// <param name="Question">What the table answers.</param>
/// <param name="Row">The work, such as "List, direct"; what one row compares across systems.</param>
/// <param name="Column">The system, such as "SQLite".</param>
public sealed record ExperimentGroup(string Id, string Title, string Question, string Row, string Column);
