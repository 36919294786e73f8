namespace Syncopate.Watch.Awaits.Chains;

/// <summary>Something that a chain of async methods did: calls that wait for one another and that the runtime resumes together, one
/// after the other. Runtime-async methods suspend together, too; state machines each by itself.</summary>
/// <param name="Timestamp">By the monotonic clock of the machine, in its ticks.</param>
/// <param name="Thread">As the system numbers it.</param>
/// <param name="Kind">What it did.</param>
/// <param name="Chain">Which one, where the event says so.</param>
/// <param name="Parent">The one that ran when it was made; 0 for none, and in all but <see cref="ChainEventKind.Made"/>.</param>
/// <param name="Addresses">Of its methods, the innermost first, where each goes on; 0 for a frame of the runtime's own. Of state machines
/// where the code of each begins. With <see cref="ChainEventKind.Unwound"/> as many as an exception has left. Empty in all others.</param>
internal readonly record struct ChainEvent(
    long Timestamp, int Thread, ChainEventKind Kind, ulong Chain, ulong Parent, IReadOnlyList<ulong> Addresses)
{
    /// <summary>Of state machines, at which await each waits, as the compiler numbers them; empty for all others.</summary>
    public IReadOnlyList<int> States { get; init; } = [];
}

/// <summary>What a chain did, by the numbers of System.Runtime.CompilerServices.AsyncProfilerEventSource of .NET 11.</summary>
internal enum ChainEventKind : byte
{
    /// <summary>The running chain waits.</summary>
    Suspended = 3,

    /// <summary>The running chain has ended.</summary>
    Completed = 4,

    /// <summary>An exception has left methods of the running chain.</summary>
    Unwound = 5,

    /// <summary>Calls that ran to their first await wait from now on.</summary>
    Made = 6,

    /// <summary>It goes on, and is the running one of its thread.</summary>
    Resumed = 7,

    /// <summary>Where its methods stand, before it waits.</summary>
    Stands = 8,

    /// <summary>The next method of the running chain goes on.</summary>
    MethodResumed = 9,

    /// <summary>This method of the running chain has ended.</summary>
    MethodCompleted = 10,

    /// <summary>A state machine waits for something that is none. Which one, and who waits for it, is reported when it goes on: by then it
    /// is a chain of its own.</summary>
    MachineWaits = 11,

    /// <summary>The state machines of the running chain have run as far as they could.</summary>
    MachineLeft = 14,

    /// <summary>As <see cref="Unwound"/>.</summary>
    MachineUnwound = 15,

    /// <summary>A chain of state machines goes on, and is the running one of its thread.</summary>
    MachineResumed = 16,

    /// <summary>As <see cref="MethodResumed"/>.</summary>
    MachineMethodResumed = 17,

    /// <summary>As <see cref="MethodCompleted"/>.</summary>
    MachineMethodCompleted = 18,

    /// <summary>More state machines wait for the outermost of the running chain than when it went on.</summary>
    MachineGrown = 19,

    /// <summary>What was running on the thread is not known any more.</summary>
    Reset = 20,
}
