namespace Syncopate.Statistics;

/// <summary>What a warming server looks like at one instant. Counters are totals, so that a lost observation loses nothing.</summary>
/// <param name="AtNanoseconds">Monotonic time since the warm-up began.</param>
/// <param name="CompiledMethods">Methods compiled since the process started.</param>
/// <param name="Threads">Thread-pool threads that exist.</param>
/// <param name="Answers">Answers received since the warm-up began.</param>
/// <param name="LatencySumNanoseconds">Sum of their latencies.</param>
public readonly record struct SteadyObservation(
    long AtNanoseconds,
    long CompiledMethods,
    int Threads,
    long Answers,
    double LatencySumNanoseconds);
