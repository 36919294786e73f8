using Syncopate.Planning.Formulas;
using Syncopate.Planning.Simulation;

namespace Syncopate.Planning;

/// <summary>One form with one protection against a slow dependency.</summary>
/// <param name="Protection">What protects it, such as "time-out 200 ms".</param>
/// <param name="Style">How it waits.</param>
/// <param name="Outcome">What happened.</param>
public sealed record ProtectedForm(string Protection, WaitStyle Style, DependencyOutcome Outcome);
