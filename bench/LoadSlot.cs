namespace Syncopate.Bench;

/// <summary>What one client did in one slot, set-up and summing up included.</summary>
internal sealed record LoadSlot(double RequestsPerSecond, double BytesPerRequest, double CpuMicrosecondsPerRequest, double InFlightShare);
