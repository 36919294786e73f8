using Syncopate.Planning;
using Syncopate.Planning.Formulas;

namespace Syncopate.Reporting.Plans;

/// <summary>A scenario as it was read, with the waits that it names.</summary>
/// <param name="File">What is known of machine and load.</param>
/// <param name="Kinds">The kinds of requests, at least one.</param>
internal sealed record PlanScenario(PlanFile File, IReadOnlyList<PlannedEndpoint> Kinds);
