namespace Syncopate.Watch.Awaits.Chains;

/// <summary>Makes calls of runtime-async methods from what their chains did. For one thread at a time.</summary>
/// <param name="frameAt">The method at an address at which it goes on; null for none that is known.</param>
/// <param name="milliseconds">A timestamp in ms of the clock of all calls.</param>
internal sealed class ChainCalls(Func<ulong, ChainFrame?> frameAt, Func<long, double> milliseconds)
{
    private readonly List<CallTrace> _calls = [];
    private readonly Dictionary<ulong, Chain> _chains = [];
    private readonly Dictionary<int, Stack<Chain>> _threads = [];

    // What ended last on a thread, if nothing has happened there since: who waited for it goes on next.
    private readonly Dictionary<int, Chain> _ended = [];

    /// <summary>All calls seen.</summary>
    public IReadOnlyList<CallTrace> Calls => _calls;

    /// <summary>Takes the next event; each thread's must come in order.</summary>
    public void Take(ChainEvent told)
    {
        double at = milliseconds(told.Timestamp);
        _ended.Remove(told.Thread, out Chain? ended);
        if (told.Kind == ChainEventKind.Made)
            Make(told, at);
        else if (told.Kind == ChainEventKind.Resumed)
            Resume(told, at, ended);
        else if (told.Kind == ChainEventKind.Reset)
            _threads.Remove(told.Thread);
        else if (Running(told.Thread) is { } running)
            Run(running, told, at);
    }

    private void Make(ChainEvent told, double at)
    {
        Chain made = new(told.Parent);
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
            if (frameAt(address) is not { } frame)
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

        if (!_threads.TryGetValue(told.Thread, out Stack<Chain>? running))
            _threads[told.Thread] = running = new();
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

    private void Run(Chain chain, ChainEvent told, double at)
    {
        switch (told.Kind)
        {
            case ChainEventKind.MethodResumed:
                chain.Current?.Resume(at, told.Thread);
                chain.Piece = new TaskSlice(chain.Current, at);
                break;
            case ChainEventKind.MethodCompleted:
                chain.EndMethod(at);
                break;
            case ChainEventKind.Unwound:
                foreach (ulong _ in told.Addresses)
                    chain.EndMethod(at);
                break;
            case ChainEventKind.Stands:
                Stand(chain, told, at);
                break;
            default:
                while (told.Kind == ChainEventKind.Completed && chain.Left > 0)
                    chain.EndMethod(at);
                chain.Piece?.End();
                chain.Piece = null;
                _threads[told.Thread].Pop();
                if (told.Kind == ChainEventKind.Completed)
                    _ended[told.Thread] = chain;
                break;
        }
    }

    // The outer calls are those that have not ended; what lies within them was called meanwhile.
    private void Stand(Chain chain, ChainEvent told, double at)
    {
        int called = Math.Max(0, told.Addresses.Count - chain.Left);
        List<CallTrace?> frames = Begin([.. told.Addresses.Take(called)], chain.Piece, told.Thread, at);
        if (chain.Current is { } current && called < told.Addresses.Count && frameAt(told.Addresses[called]) is { } frame)
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
        chain.Frames.Clear();
        chain.Frames.AddRange(frames);
        chain.Done = 0;
    }

    private Chain? Running(int thread) =>
        _threads.TryGetValue(thread, out Stack<Chain>? chains) && chains.TryPeek(out Chain? chain) ? chain : null;

    private sealed class Chain(ulong parent)
    {
        public ulong Parent { get; } = parent;

        // The innermost first; null for what is not known.
        public List<CallTrace?> Frames { get; } = [];

        public int Done { get; set; }

        public TaskSlice? Piece { get; set; }

        public int Left => Frames.Count - Done;

        public CallTrace? Current => Done < Frames.Count ? Frames[Done] : null;

        public CallTrace? Outermost => Frames.LastOrDefault(frame => frame is not null);

        public void EndMethod(double at)
        {
            if (Current is { } ended)
                ended.End ??= at;
            Piece?.End();
            Piece = null;
            Done = Math.Min(Done + 1, Frames.Count);
        }
    }
}

/// <summary>A runtime-async method at one of its awaits.</summary>
/// <param name="Name">What makes it one method.</param>
/// <param name="Machine">Where it stands in the program's own code; null for all others.</param>
/// <param name="Await">Number of the await in its <see cref="StateMachine.Awaits"/>; null where that is not known.</param>
internal sealed record ChainFrame(string Name, StateMachine? Machine, int? Await);
