using Syncopate.Load;

namespace Syncopate.Running.Machines;

/// <summary>Reads what the machine does to a slot, just before its load and just after it: never within.</summary>
internal readonly record struct SlotWatch(MachineUse? Machine, ThreadTurns? Threads)
{
    /// <summary>The counts as they are now.</summary>
    /// <param name="processId">Of the server; null when it is not known.</param>
    public static SlotWatch Read(int? processId) => new(MachineUse.Read(), processId is { } id ? ThreadTurns.Read(id) : null);

    /// <summary>What happened since then.</summary>
    /// <param name="now">A later reading.</param>
    /// <param name="load">What the generator did between them.</param>
    public SlotConditions Until(SlotWatch now, LoadResult load)
    {
        (double Busy, double Stolen)? machine = Machine is { } from && now.Machine is { } to ? MachineUse.Between(from, to) : null;
        long? waited = load.Threads.Count > 0 ? load.Threads.Max(t => t.WaitedNanoseconds) : null;
        return (Threads, now.Threads) is ({ } before, { } after)
            ? new SlotConditions(machine?.Busy, machine?.Stolen, waited, after.WaitedSince(before), after.WorkersSince(before))
            : new SlotConditions(machine?.Busy, machine?.Stolen, waited, null, null);
    }
}
