namespace Syncopate.Watch.Awaits.Chains;

/// <summary>Makes calls of async methods from what their chains did. For one thread at a time.</summary>
internal sealed class ChainCalls
{
    // Of the chains that a piece of work has made, those that can have an outer call in common with the next.
    private const int MostCompared = 4;

    private readonly Func<ulong, ChainFrame?> _frameAt;
    private readonly Func<long, double> _milliseconds;
    private readonly IReadOnlyDictionary<ulong, MachineStack> _stacks;
    private readonly List<CallTrace> _calls = [];
    private readonly Dictionary<ulong, Chain> _chains = [];
    private readonly Dictionary<int, Stack<Chain>> _threads = [];

    // What ended last on a thread, if nothing has happened there since: who waited for it goes on next.
    private readonly Dictionary<int, Chain> _ended = [];

    private ChainCalls(
        Func<ulong, ChainFrame?> frameAt, Func<long, double> milliseconds, IReadOnlyDictionary<ulong, MachineStack> stacks) =>
        (_frameAt, _milliseconds, _stacks) = (frameAt, milliseconds, stacks);

    /// <summary>All calls seen.</summary>
    /// <param name="told">What the chains did, in order.</param>
    /// <param name="frameAt">The method at an address; null for none that is known.</param>
    /// <param name="milliseconds">A timestamp in ms of the clock of all calls.</param>
    public static IReadOnlyList<CallTrace> Of(
        IReadOnlyCollection<ChainEvent> told, Func<ulong, ChainFrame?> frameAt, Func<long, double> milliseconds)
    {
        ChainCalls calls = new(frameAt, milliseconds, MachineStack.All(told));
        foreach (ChainEvent one in told)
            calls.Take(one);
        return calls._calls;
    }

    private void Take(ChainEvent told)
    {
        double at = _milliseconds(told.Timestamp);
        if (!_ended.Remove(told.Thread, out Chain? ended) && Running(told.Thread) is { Left: 0 } around)
            ended = around; // What waited for it goes on within it.
        if (told.Kind == ChainEventKind.Made)
            Make(told, at);
        else if (told.Kind == ChainEventKind.Resumed)
            Resume(told, at, ended);
        else if (told.Kind == ChainEventKind.MachineWaits)
            Wait(told, at);
        else if (told.Kind == ChainEventKind.MachineResumed)
            ResumeMachines(told, at, ended);
        else if (told.Kind == ChainEventKind.Reset)
            _threads.Remove(told.Thread);
        else if (Running(told.Thread) is { } running)
            Run(running, told, at);
    }

    private void Make(ChainEvent told, double at)
    {
        Chain made = new(told.Parent, Running(told.Thread)?.Current);
        List<CallTrace?> begun = Begin(told.Addresses, Running(told.Thread)?.Piece, told.Thread, at);
        made.Frames.AddRange(begun);
        _chains[told.Chain] = made;
    }

    // The innermost first: the outer ones wait for it, and began before.
    private List<CallTrace?> Begin(IReadOnlyList<ulong> addresses, TaskSlice? piece, int thread, double at)
    {
        List<CallTrace?> calls = [];
        CallTrace? inner = null;
        foreach (ulong address in addresses)
        {
            if (_frameAt(address) is not { } frame)
            {
                calls.Add(null);
                continue;
            }

            CallTrace call = new(frame.Name) { IsMethod = true, Machine = frame.Machine };
            call.Threads.Add(thread);
            _calls.Add(call);
            piece?.Begin(call, at);
            call.Suspend(at, inner, frame.Await);
            if (inner is not null)
            {
                piece?.Await(call, inner, 0);
                inner.Parent ??= call;
            }

            inner = call;
            calls.Add(call);
        }

        return calls;
    }

    private void Resume(ChainEvent told, double at, Chain? ended)
    {
        if (!_chains.TryGetValue(told.Chain, out Chain? chain) || chain.Left != told.Addresses.Count)
        {
            // Made before anybody looked: when its calls began is not known.
            _chains[told.Chain] = chain = new Chain(0);
            chain.Frames.AddRange(Begin(told.Addresses, null, told.Thread, at));
        }
        else if (ended is not null && ended != chain && ended.Parent == told.Chain)
        {
            Link(chain, ended);
        }

        Push(told.Thread, chain);
    }

    private void Push(int thread, Chain chain)
    {
        if (!_threads.TryGetValue(thread, out Stack<Chain>? running))
            _threads[thread] = running = new();
        running.Push(chain);
    }

    // It goes on where one ended that it had made: for that it has waited. Of one that was made beside it nobody can tell.
    private static void Link(Chain chain, Chain ended)
    {
        CallTrace? inner = chain.Frames.Skip(chain.Done).FirstOrDefault(frame => frame is not null);
        if (inner is not { Waits: [.., { IsOver: false, On: null } open] } waiting
            || ended.Outermost is not { } awaited)
        {
            return;
        }

        open.On = awaited;
        awaited.Parent = waiting;
    }

    // Whose calls wait from now on is known only from the stack with which it goes on.
    private void Wait(ChainEvent told, double at)
    {
        if (!_stacks.TryGetValue(told.Chain, out MachineStack? stack))
            return;
        Chain? running = Running(told.Thread);
        (Chain? from, int shared) = running is null ? (null, 0) : Sharing(running, told.Chain, stack);
        Chain made = from is null
            ? new Chain(told.Parent, running?.Current) { Machines = stack }
            : new Chain(from.Parent, from.Maker) { Machines = stack };
        made.Frames.AddRange(Begin([.. stack.Addresses.SkipLast(shared)], running?.Piece, told.Thread, at));
        if (from is not null)
            made.Frames.AddRange(from.Frames.TakeLast(shared));
        _chains[told.Chain] = made;
        if (running is not null && from is not null)
            Gather(made, stack, running);
        running?.MadeHere.Add(made);
    }

    // It went on where one ended that was made just before it: as Task.WhenAll goes on with the last of several.
    private static void Gather(Chain made, MachineStack stack, Chain running)
    {
        int last = stack.After is null ? -1 : running.MadeHere.FindIndex(chain => chain.Machines == stack.After);
        if (last < 0 || made.Current is not { } waiting || running.MadeHere[last].Outermost is not { } awaited)
            return;
        made.Awaited = running.MadeHere[last];
        int others = running.MadeHere.Take(last).Count(chain => chain.Machines is { IsOver: true } other && other.Resumed < stack.Resumed);
        running.Piece?.Await(waiting, awaited, others);
    }

    // The running calls themselves, or what one of them has called in this piece of work and what waits for several.
    private static (Chain? From, int Shared) Sharing(Chain running, ulong made, MachineStack stack)
    {
        (Chain? From, int Shared) best = (null, 0);
        foreach (Chain beside in running.MadeHere.TakeLast(MostCompared))
        {
            int shared = beside.Machines is { } other ? other.SharedCalls(stack) : 0;
            if (shared > best.Shared)
                best = (beside, shared);
        }

        int own = running.Machines is { } machines ? Math.Min(machines.Shared(stack.Addresses), running.Left) : 0;
        // The call that runs can wait only once, and last; what it has called before may be its own method.
        if (own == stack.Addresses.Count && own == running.Left && running.Machines?.LastMade != made)
            own = 0;
        return own > best.Shared ? (running, own) : best;
    }

    private void ResumeMachines(ChainEvent told, double at, Chain? ended)
    {
        if (!_chains.TryGetValue(told.Chain, out Chain? chain) || chain.Machines is not { } stack)
        {
            // Made before anybody looked: when its calls began is not known.
            stack = _stacks[told.Chain];
            _chains[told.Chain] = chain = new Chain(0) { Machines = stack };
            chain.Frames.AddRange(Begin(stack.Addresses, null, told.Thread, at));
        }

        for (int i = 0; i < chain.Frames.Count; i++)
        {
            if (chain.Frames[i] is not { Waits: [.., { IsOver: false } open] } waiting)
                continue;
            open.State ??= stack.States[i];
            if (i > 0 && chain.Frames[i - 1] is { } inner)
            {
                open.On ??= inner;
                inner.Parent ??= waiting;
            }
        }

        if (ended is not null && (ended == chain.Awaited || (ended.Maker is not null && ended.Maker == chain.Current)))
            Link(chain, ended);
        Push(told.Thread, chain);
    }

    private void Run(Chain chain, ChainEvent told, double at)
    {
        switch (told.Kind)
        {
            case ChainEventKind.MethodResumed or ChainEventKind.MachineMethodResumed:
                chain.BeginMethod(at, told.Thread);
                break;
            case ChainEventKind.MethodCompleted or ChainEventKind.MachineMethodCompleted:
                chain.EndMethod(at);
                break;
            case ChainEventKind.Unwound or ChainEventKind.MachineUnwound:
                foreach (ulong _ in told.Addresses)
                    chain.EndMethod(at);
                break;
            case ChainEventKind.Stands:
                Stand(chain, told, at);
                break;
            case ChainEventKind.Suspended or ChainEventKind.Completed or ChainEventKind.MachineLeft:
                Leave(chain, told, at);
                break;
        }
    }

    private void Leave(Chain chain, ChainEvent told, double at)
    {
        while (told.Kind == ChainEventKind.Completed && chain.Left > 0)
            chain.EndMethod(at);
        // Nothing else says it of a state machine that waits.
        if (told.Kind == ChainEventKind.MachineLeft && chain.Piece is not null)
            chain.Current?.Suspend(at, null);
        chain.EndPiece();
        _threads[told.Thread].Pop();
        if (chain.Left == 0)
            _ended[told.Thread] = chain;
    }

    // The outer calls are those that have not ended; what lies within them was called meanwhile.
    private void Stand(Chain chain, ChainEvent told, double at)
    {
        int called = Math.Max(0, told.Addresses.Count - chain.Left);
        List<CallTrace?> frames = Begin([.. told.Addresses.Take(called)], chain.Piece, told.Thread, at);
        if (chain.Current is { } current && called < told.Addresses.Count && _frameAt(told.Addresses[called]) is { } frame)
        {
            CallTrace? inner = frames.LastOrDefault(call => call is not null);
            current.Suspend(at, inner, frame.Await);
            if (inner is not null)
            {
                chain.Piece?.Await(current, inner, 0);
                inner.Parent ??= current;
            }
        }

        frames.AddRange(chain.Frames.Skip(chain.Frames.Count - (told.Addresses.Count - called)));
        chain.Replace(frames);
    }

    private Chain? Running(int thread) =>
        _threads.TryGetValue(thread, out Stack<Chain>? chains) && chains.TryPeek(out Chain? chain) ? chain : null;
}

/// <summary>An async method of a chain.</summary>
/// <param name="Name">What makes it one method.</param>
/// <param name="Machine">Where it stands in the program's own code; null for all others.</param>
/// <param name="Await">Number of the await in its <see cref="StateMachine.Awaits"/>; null where the address does not report it.</param>
internal sealed record ChainFrame(string Name, StateMachine? Machine, int? Await);
