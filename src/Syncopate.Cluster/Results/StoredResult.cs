namespace Syncopate.Cluster.Results;

/// <summary>A finished measurement in a database of results.</summary>
/// <param name="Run">The run, wherever its result is read: the same result is kept once.</param>
/// <param name="Started">Wall clock at its start.</param>
/// <param name="Machine">The kind of machine it was measured on: only equal ones are compared.</param>
/// <param name="Host">What the operating system called the machine that stored it.</param>
/// <param name="Label">What was measured, such as a commit; may be empty.</param>
internal sealed record StoredResult(Guid Run, DateTimeOffset Started, string Machine, string Host, string Label)
{
    /// <summary>Its report.json; empty where only the rest was asked for.</summary>
    public string Report { get; init; } = "";
}
