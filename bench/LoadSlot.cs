namespace Syncopate.Bench;

/// <summary>What one client did in one slot.</summary>
/// <param name="RequestsPerSecond">As the client itself counts.</param>
/// <param name="CpuMicrosecondsPerRequest">Of the whole process; of a program that is started for each slot its start included.</param>
/// <param name="MeanMilliseconds">Mean latency as the client itself says.</param>
internal sealed record LoadSlot(double RequestsPerSecond, double CpuMicrosecondsPerRequest, double MeanMilliseconds);
