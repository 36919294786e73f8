using Syncopate.Measuring;

namespace Syncopate.Load;

/// <summary>What one step of a scenario measured.</summary>
/// <param name="Name">As the step is called.</param>
/// <param name="Latencies">Of its recorded answers, in nanoseconds; those of all steps together are <see cref="LoadResult.Latencies"/>.</param>
public sealed record LoadStepResult(string Name, Histogram Latencies);
