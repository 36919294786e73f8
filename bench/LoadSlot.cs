namespace Syncopate.Bench;

/// <summary>What one client did in one slot.</summary>
/// <param name="RequestsPerSecond">As the client itself counts.</param>
/// <param name="CpuMicrosecondsPerRequest">Of the whole process; of a program that is started for each slot its start included.</param>
/// <param name="InFlightShare">Little's law: 1 is perfect; null for a client that does not tell.</param>
internal sealed record LoadSlot(double RequestsPerSecond, double CpuMicrosecondsPerRequest, double? InFlightShare = null);
