namespace Syncopate.Watch.Starvation;

/// <summary>What a starving pool would gain at most by enough threads, or by not blocking them. By Little's law, as long as callers wait for their answers: as many are in flight then as now, but none waits in the
/// queue. At most with so many threads, since what is waited for may become slower when more ask for it;
/// callers whose requests still lie in the system's sockets are in no queue, and would need more. What it is worth to users, a plan tells: these are the figures that it needs.</summary>
/// <param name="ThreadsNeeded">Threads for all that is in flight: those in use now and one for each work item that waits.</param>
/// <param name="ThreadsNeededAfter">Threads still needed when the place that blocks most awaits instead.</param>
/// <param name="BusyMilliseconds">How long a work item keeps its thread, on average.</param>
/// <param name="PossiblePerSecond">Work items that so many threads would complete a second, at most.</param>
public sealed record StarvationGain(double ThreadsNeeded, double ThreadsNeededAfter, double BusyMilliseconds, double PossiblePerSecond);
