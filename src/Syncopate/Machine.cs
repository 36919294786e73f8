namespace Syncopate;

/// <summary>The machine a run was measured on.</summary>
/// <param name="Runtime">Such as ".NET 10.0.12".</param>
/// <param name="OperatingSystem">Such as "Debian GNU/Linux 12 (bookworm)".</param>
/// <param name="Architecture">Such as "X64".</param>
/// <param name="Cores">Logical processors that the process may use; at least 1.</param>
/// <param name="MemoryBytes">Memory available to the process.</param>
/// <param name="LoadAverage">Runnable threads over the last minute before the run; null where the system does not tell.</param>
public sealed record Machine(string Runtime, string OperatingSystem, string Architecture, int Cores, long MemoryBytes, double? LoadAverage);
