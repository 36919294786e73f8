namespace Syncopate.Watch.Awaits.Chains;

/// <summary>State machines that went on together, and what they did until the last of them had run as far as it could.</summary>
/// <param name="resumed">When they went on.</param>
internal sealed class MachineStack(long resumed)
{
    private readonly List<ulong> _addresses = [];
    private readonly List<int> _states = [];

    public long Resumed { get; } = resumed;

    /// <summary>Where the code of each begins, the innermost first.</summary>
    public IReadOnlyList<ulong> Addresses => _addresses;

    /// <summary>At which await each waited.</summary>
    public IReadOnlyList<int> States => _states;

    /// <summary>How many of them, from the innermost, ended then.</summary>
    public int Ended { get; private set; }

    /// <summary>True when all of them ended then.</summary>
    public bool IsOver => Ended == _addresses.Count;

    /// <summary>What ended on its thread just before it went on; null for none.</summary>
    public MachineStack? After { get; private init; }

    /// <summary>The last chain that was made meanwhile; null for none.</summary>
    public ulong? LastMade { get; private set; }

    /// <summary>What all chains of state machines were, by their numbers; without those that did not go on.</summary>
    /// <param name="told">All events, in order.</param>
    public static IReadOnlyDictionary<ulong, MachineStack> All(IEnumerable<ChainEvent> told)
    {
        Dictionary<ulong, MachineStack> all = [];
        Dictionary<int, Stack<MachineStack?>> threads = [];
        Dictionary<int, MachineStack> ended = [];
        foreach (ChainEvent one in told)
        {
            if (!threads.TryGetValue(one.Thread, out Stack<MachineStack?>? running))
                threads[one.Thread] = running = new();
            if (!ended.Remove(one.Thread, out MachineStack? before))
                before = running.TryPeek(out MachineStack? around) && around is { IsOver: true } ? around : null; // It goes on within that.
            if (one.Kind is ChainEventKind.Resumed or ChainEventKind.MachineResumed)
            {
                MachineStack? begun = one.Kind == ChainEventKind.MachineResumed ? new MachineStack(one.Timestamp) { After = before } : null;
                if (begun is not null)
                    all.TryAdd(one.Chain, begun);
                running.Push(begun);
            }
            else if (one.Kind == ChainEventKind.Reset)
            {
                running.Clear();
            }

            if (running.TryPeek(out MachineStack? stack))
                stack?.Take(one);
            if ((one.Kind is ChainEventKind.Suspended or ChainEventKind.Completed or ChainEventKind.MachineLeft)
                && running.TryPop(out MachineStack? left) && left is { IsOver: true })
            {
                ended[one.Thread] = left;
            }
        }

        return all;
    }

    /// <summary>How many of the outer state machines are the same in two stacks.</summary>
    public int Shared(IReadOnlyList<ulong> others)
    {
        int shared = 0;
        while (shared < Math.Min(others.Count, _addresses.Count) && _addresses[^(shared + 1)] == others[^(shared + 1)])
            shared++;
        return shared;
    }

    /// <summary>How many of the outer calls of another stack can be the same ones as here, and not other calls of the same methods:
    /// whichever went on first left them waiting for something that was there already.</summary>
    /// <param name="other">Made in the same piece of work.</param>
    public int SharedCalls(MachineStack other)
    {
        MachineStack first = Resumed <= other.Resumed ? this : other;
        int shared = Shared(other._addresses);
        while (shared > 0 && _states[^shared] == other._states[^shared]
            && (first.Ended > first._addresses.Count - shared || first.LastMade is not null))
        {
            shared--;
        }

        return shared;
    }

    private void Take(ChainEvent told)
    {
        if (told.Kind is ChainEventKind.MachineResumed or ChainEventKind.MachineGrown)
        {
            _addresses.AddRange(told.Addresses);
            _states.AddRange(told.States);
        }
        else if (told.Kind == ChainEventKind.MachineMethodCompleted)
        {
            Ended++;
        }
        else if (told.Kind == ChainEventKind.MachineUnwound)
        {
            Ended += told.Addresses.Count;
        }
        else if (told.Kind == ChainEventKind.MachineWaits)
        {
            LastMade = told.Chain;
        }
    }
}
