using Syncopate.Histograms;

namespace Syncopate.Running.Loads;

/// <summary>What one request costs a server.</summary>
/// <param name="CpuSeconds">Processor time of the server's process, at most the mean latency.</param>
/// <param name="Latencies">How long the answers took, in nanoseconds.</param>
internal sealed record RequestCost(double CpuSeconds, Histogram Latencies);
