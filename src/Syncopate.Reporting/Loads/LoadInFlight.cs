namespace Syncopate.Reporting.Loads;

/// <summary>Little's law: requests in flight are rate times latency.</summary>
/// <param name="Mean">Requests in flight at once, averaged over the load.</param>
/// <param name="Share">Time in flight over the time users should have had a request in flight; 1 is perfect. At a rate: over the time since requests were due.</param>
public sealed record LoadInFlight(double Mean, double Share);
