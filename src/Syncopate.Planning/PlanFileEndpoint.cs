using Syncopate.Planning.Formulas;

namespace Syncopate.Planning;

/// <summary>One kind of request in a <see cref="PlanFile"/>.</summary>
/// <param name="Name">What a reader calls it; null for its number.</param>
/// <param name="Share">How often it is asked for, relative to the others.</param>
/// <param name="CpuMilliseconds">Time on a core.</param>
/// <param name="WaitMilliseconds">Time of each of its waits.</param>
/// <param name="Waits">Waits that do not depend on each other.</param>
/// <param name="Wait">In place of <paramref name="WaitMilliseconds"/>, waits that vary, as <see cref="WaitTime.Parse"/> reads them, such as "100ms:exp"; null for equal ones.</param>
public sealed record PlanFileEndpoint(string? Name = null, double Share = 1, double CpuMilliseconds = 0, double WaitMilliseconds = 0, int Waits = 1, string? Wait = null);
