namespace Syncopate.Reporting.Loads;

/// <summary>What the target's process used during a load. A collection counts in each generation that it went through.</summary>
/// <param name="CpuSeconds">CPU time.</param>
/// <param name="Cores">Processors it used on average.</param>
/// <param name="AllocatedBytes">Bytes allocated on its managed heap.</param>
/// <param name="Gen0Collections">Collections of generation 0.</param>
/// <param name="Gen1Collections">Collections of generation 1.</param>
/// <param name="Gen2Collections">Collections of generation 2.</param>
public sealed record LoadProcess(double CpuSeconds, double Cores, long AllocatedBytes, int Gen0Collections, int Gen1Collections, int Gen2Collections);
