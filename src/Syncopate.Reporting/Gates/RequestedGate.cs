namespace Syncopate.Reporting.Gates;

/// <summary>One gate, as it is asked for.</summary>
/// <param name="Result">A run's folder, run.jsonl or report.json.</param>
/// <param name="Rules">What is checked.</param>
internal sealed record RequestedGate(string Result, GateRules Rules)
{
    /// <summary>The same of an older run; null for none, or where it is found elsewhere than in a file.</summary>
    public string? Baseline { get; init; }

    /// <summary>File for JUnit XML; null for none.</summary>
    public string? JUnit { get; init; }

    /// <summary>File of a job's summary, which is added to; null for none.</summary>
    public string? Summary { get; init; }
}
