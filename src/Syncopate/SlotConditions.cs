namespace Syncopate;

/// <summary>What else happened on this machine while a slot was measured, as the system counts it. Null is what the system does not tell.</summary>
/// <param name="BusyShare">Share of all processors' time in which they worked, for whomever; 0 to 1.</param>
/// <param name="StolenShare">Share of all processors' time that the host of this virtual machine gave to others though there was work here; 0 to 1.</param>
/// <param name="GeneratorWaitedNanoseconds">Time that the generator's busiest thread could run and waited for a processor.</param>
/// <param name="TargetWaitedNanoseconds">The same of all threads of the server together.</param>
/// <param name="PoolThreadsUsed">Workers of the server's thread pool that ran at all. The pool wakes the worker that rests shortest, so that a further one runs only while the others are busy or held.</param>
public sealed record SlotConditions(
    double? BusyShare,
    double? StolenShare,
    long? GeneratorWaitedNanoseconds,
    long? TargetWaitedNanoseconds,
    int? PoolThreadsUsed);
