namespace Syncopate.Reporting.Loads;

/// <summary>One step of a scenario.</summary>
/// <param name="Name">As the scenario names it, else its path.</param>
/// <param name="Figures">Its latencies; those of all steps together are those of the load.</param>
/// <param name="Failed">Its failed requests; null in journals that do not tell.</param>
public sealed record LoadStepReport(string Name, LatencyFigures Figures, long? Failed);
